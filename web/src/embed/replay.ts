// The game or position of an embeddable page.
import { answer, api } from '../api/client';
import { Game, type Move, OuroError, Position, parsePgn, type Variant } from '../rules';
import type { Source } from './options';

export interface Replay {
  readonly game: Game;
  readonly moves: readonly Move[];
  /** The names of the players; missing if neither is known. */
  readonly players: { readonly white: string; readonly black: string } | undefined;
  /** The result, such as `1-0`; missing if the game has none. */
  readonly result: string | undefined;
  /** The game of this service that is replayed. */
  readonly id: string | undefined;
}

/** Loads what is shown. Throws an error for `errorText` if it does not exist or cannot be read. */
export async function loadReplay(source: Source): Promise<Replay> {
  switch (source.kind) {
    case 'position':
      return replayPosition(source.variant, source.fen);
    case 'pgn':
      return replayPgn(source.text, source.variant, undefined);
    case 'game':
      return replayPgn(await requestPgn(source.id), 'chess', source.id);
  }
}

/** Requests a game without cookies, which a page inside another site has no use for. */
function requestPgn(id: string): Promise<string> {
  const params = { path: { id } };
  return answer(
    api.GET('/api/v1/games/{id}/pgn', { params, parseAs: 'text', credentials: 'omit' }),
  );
}

function replayPosition(variant: Variant, fen: string | undefined): Replay {
  const start = fen ? Position.fromFen(fen, { variant, lenient: true }) : Position.start(variant);
  const nothing = { players: undefined, result: undefined, id: undefined };
  return { game: new Game(start), moves: [], ...nothing };
}

/** Replays the main line of the first game of a text. */
function replayPgn(text: string, variant: Variant, id: string | undefined): Replay {
  const [first] = parsePgn(text, { variant });
  if (!first?.game) {
    const message = 'the text contains no game';
    throw new OuroError(first?.error ?? { kind: 'pgn', code: 'no_game', message });
  }
  const { fen, moves, result, tags, ...read } = first.game;
  const game = new Game({ variant: read.variant, fen });
  for (const { san } of moves) game.play(san);
  const tag = (name: string) => tags.find(([key]) => key === name)?.[1] ?? '?';
  const [white, black] = [tag('White'), tag('Black')];
  return {
    game,
    moves: game.moves(),
    players: white === '?' && black === '?' ? undefined : { white, black },
    result: result === '*' ? undefined : result,
    id,
  };
}

/** Returns the address of the analysis of what is shown. */
export function analysisUrl({ game, moves, id }: Replay, ply: number): string {
  const query = new URLSearchParams();
  if (id) {
    query.set('game', id);
  } else {
    query.set('variant', game.variant);
    query.set('fen', game.start.fen);
    const played = moves.slice(0, ply).map(({ uci }) => uci);
    if (played.length > 0) query.set('moves', played.join(','));
  }
  return `/analysis?${query}`;
}
