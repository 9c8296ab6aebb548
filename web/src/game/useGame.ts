// A game, kept up to date by its socket, and what can be done in it.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Action, answer, api, type GameView, words } from '../api/client';
import { listen } from '../api/socket';
import { sentence, speak, tell } from '../ui/announce';
import { play as sound } from '../ui/sound';
import { why } from '../ui/why';
import { other, spokenMove } from '../ui/words';
import { firstToMove } from './record';

export interface GameHandle {
  game: GameView | undefined;
  /** Why there is no game. */
  missing: string | undefined;
  connected: boolean;
  /** Changes when the board has to show the game's position again. */
  attempt: number;
  /** Whether a move was made that the server has not confirmed yet. */
  unconfirmed: boolean;
  play(uci: string): Promise<void>;
  act(action: Action): Promise<void>;
  refused(from: string, to: string): Promise<void>;
}

const MEANT_NOW = new Set<Action['action']>([
  'take_back',
  'accept_takeback',
  'accept_draw',
  'claim_draw',
]);

/** `seat` changes when the reader has taken a side: the socket has to be told who they are now. */
export function useGame(id: string, seat: number): GameHandle {
  const [game, setGame] = useState<GameView>();
  const [missing, setMissing] = useState<string>();
  const [connected, setConnected] = useState(true);
  const [attempt, setAttempt] = useState(0);
  /** The version of the game in which the last move was made. */
  const [sent, setSent] = useState<number>();
  const current = useRef<GameView | undefined>(undefined);

  const changed = useCallback((next: GameView) => {
    const before = current.current;
    // Answers and messages cross each other; an older one tells nothing new.
    if (before && before.id === next.id && next.version < before.version) return;
    if (before && before.id === next.id) report(before, next);
    current.current = next;
    setGame(next);
  }, []);

  // Whoever has taken a side is somebody else to the service from then on.
  useEffect(() => {
    current.current = undefined;
    setMissing(undefined);
    answer(api.GET('/api/v1/games/{id}', { params: { path: { id } } }))
      .then(changed)
      .catch((error) => setMissing(sentence(words(error))));
    return listen(id, {
      changed,
      deleted: () => setMissing('This game was deleted.'),
      connected: setConnected,
    });
  }, [id, seat, changed]);

  const again = () => setAttempt((number) => number + 1);
  const play = async (uci: string) => {
    const version = current.current?.version ?? 0;
    const body = { uci, version };
    setSent(version);
    try {
      changed(
        await answer(api.POST('/api/v1/games/{id}/moves', { params: { path: { id } }, body })),
      );
    } catch (error) {
      tell(sentence(words(error)));
      setSent(undefined);
      again();
    }
  };
  const act = async (action: Action) => {
    try {
      // What is meant for the game as it is shown must not hit another one; the rest is meant anyway.
      const version = MEANT_NOW.has(action.action) ? (current.current?.version ?? null) : null;
      const body = { ...action, version };
      changed(
        await answer(api.POST('/api/v1/games/{id}/actions', { params: { path: { id } }, body })),
      );
    } catch (error) {
      tell(sentence(words(error)));
    }
  };
  const refused = async (from: string, to: string) => {
    const now = current.current;
    if (!now) return;
    const line = { variant: now.variant, fen: now.start_fen, moves: now.moves.map((m) => m.uci) };
    await why(line, from, to);
    again();
  };
  const unconfirmed = game !== undefined && game.version === sent;
  return { game, missing, connected, attempt, unconfirmed, play, act, refused };
}

/** Lets the new in a game be heard. */
function report(before: GameView, next: GameView): void {
  const ply = next.moves.length;
  const move = next.moves[ply - 1];
  if (ply === before.moves.length + 1 && move) {
    const first = firstToMove(next.start_fen);
    const side = ply % 2 === 1 ? first : other(first);
    const end = next.outcome ? `. ${next.outcome.text}` : '';
    speak(`${spokenMove(side, move)}${end}`);
    sound(move.self_capture ? 'selfcapture' : move.captured ? 'capture' : 'move');
    if (move.check) sound('check');
  } else if (ply < before.moves.length) {
    speak('A move was taken back');
  } else if (next.outcome && !before.outcome) {
    speak(next.outcome.text);
  }
  if (next.outcome && !before.outcome) sound('end');
}
