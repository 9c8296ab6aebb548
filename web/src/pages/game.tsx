import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { useEffect, useMemo, useState } from 'preact/hooks';
import {
  type Action,
  answer,
  api,
  type GameView,
  type MoveInfo,
  type Side,
  words,
} from '../api/client';
import { Board } from '../board/board';
import { squaresOf } from '../board/controller';
import { ComingBoard } from '../board/lineBoard';
import { typed } from '../board/moves';
import { Captured } from '../game/captured';
import { left, useElapsed } from '../game/clock';
import { Chances, EvaluationBar } from '../game/evaluation';
import { MoveList } from '../game/moveList';
import { after, firstNumber, firstToMove, lineUpTo, taken } from '../game/record';
import { server, useAnalysis } from '../game/useAnalysis';
import { type GameHandle, useGame } from '../game/useGame';
import { go, place, rename } from '../router';
import { sentence, tell } from '../ui/announce';
import { Copy } from '../ui/copy';
import { levels } from '../ui/store';
import { clockText, other, playerName, sideName, themesText, VARIANTS } from '../ui/words';

const NO_ARROWS: DrawShape[] = [];
const NO_MOVES: MoveInfo[] = [];

/** A game, to be played or watched. */
export function GamePage({ id }: { id: string }) {
  const [seat, setSeat] = useState(0);
  const handle = useGame(id, seat);
  const { game, missing } = handle;
  if (missing) {
    return (
      <section class="text">
        <h1>No game</h1>
        <p>{missing}</p>
        <p>
          <a href="/">Start another one</a> or look at <a href="/games">your games</a>.
        </p>
      </section>
    );
  }
  if (!game) return <ComingBoard />;
  return <Playing handle={handle} game={game} joined={() => setSeat(seat + 1)} />;
}

/** The side that a person moves for now: on one board, the one whose turn it is. */
function mySide(game: GameView): Side | undefined {
  if (game.outcome || game.status !== 'playing') return undefined;
  if (game.you.length === 2) return game.turn;
  return game.you[0];
}

interface PlayingProps {
  handle: GameHandle;
  game: GameView;
  joined(): void;
}

function Playing({ handle, game, joined }: PlayingProps) {
  const [flipped, setFlipped] = useState(false);
  const [viewed, setViewed] = useState<number>();
  const [showEvaluation, setShowEvaluation] = useState(false);
  const [hint, setHint] = useState<{ fen: string; uci: string }>();
  const elapsed = useElapsed(game);
  const total = game.moves.length;
  const ply = Math.min(viewed ?? total, total);
  const live = ply === total;
  const shown = after(game, ply);
  const bottom: Side =
    (game.you.length === 1 && game.you[0] === 'black') !== flipped ? 'black' : 'white';
  const first = firstToMove(game.start_fen);
  const me = mySide(game);
  const alone = game.you.length === 2;
  const unconfirmed = live && handle.unconfirmed;
  const people = game.white.kind === 'human' && game.black.kind === 'human';
  // No help between people who play each other.
  const mayAsk = !people || game.you.length === 2 || game.outcome != null;
  const line = useMemo(() => lineUpTo(game, ply), [game, ply]);
  const analysis = useAnalysis(line, 1, showEvaluation && mayAsk);
  const best = analysis?.lines[0];

  const goTo = (to: number) => {
    const next = Math.max(0, Math.min(total, to));
    setViewed(next === total ? undefined : next);
  };
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if ((event.target as Element).closest('input, select, textarea, [role=dialog]')) return;
      if (event.key === 'ArrowLeft') goTo(ply - 1);
      else if (event.key === 'ArrowRight') goTo(ply + 1);
      else if (event.key === 'Home') goTo(0);
      else if (event.key === 'End') goTo(total);
      else if (event.key === 'f') setFlipped((is) => !is);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  });

  const arrows = useMemo<DrawShape[]>(() => {
    if (!hint || hint.fen !== shown.fen) return NO_ARROWS;
    return [
      { orig: hint.uci.slice(0, 2) as Key, dest: hint.uci.slice(2, 4) as Key, brush: 'green' },
    ];
  }, [hint, shown.fen]);
  const ask = async () => {
    try {
      const found = await server.hint(line);
      if (!found) return;
      setHint({ fen: shown.fen, uci: found.uci });
      tell(`Ouro would play ${found.san}.`);
    } catch (error) {
      tell(sentence(words(error)));
    }
  };

  const all = taken(game.moves.slice(0, ply), first);
  const player = (side: Side) => (
    <div class={`player${game.turn === side && !game.outcome ? ' to-move' : ''}`}>
      <span class={`disc ${side}`} aria-hidden="true" />
      <span class="name">
        {playerName(game[side], levels.value)}
        {game.you.includes(side) && game.you.length === 1 ? ' (you)' : ''}
      </span>
      <Captured side={side} taken={all[side]} />
      {game.clock && (
        <span
          class={`clock${game.clock.running === side ? ' running' : ''}`}
          role="timer"
          aria-label={`${sideName(side)}'s clock`}
        >
          {clockText(left(game, side, elapsed) ?? 0)}
        </span>
      )}
    </div>
  );
  const lastThemes = shown.last ? themesText(shown.last) : '';

  return (
    <div class="game">
      <div class="board-column">
        {player(other(bottom))}
        <div class="board-row">
          {showEvaluation && mayAsk && (
            <EvaluationBar evaluation={best?.evaluation} flipped={bottom === 'black'} />
          )}
          <Board
            label={`Board, ${sideName(bottom)} at the bottom. Arrow keys move, Enter selects and plays.`}
            fen={shown.fen}
            orientation={bottom}
            turn={unconfirmed ? other(shown.turn) : shown.turn}
            check={shown.check}
            lastMove={squaresOf(shown.last)}
            lastSelfCapture={shown.last?.self_capture ?? false}
            legal={live ? game.legal_moves : NO_MOVES}
            movable={live ? (me && unconfirmed && alone ? other(me) : me) : undefined}
            premoves={game.you.length === 1}
            waiting={unconfirmed}
            context={live || !alone ? `${game.id} ${handle.attempt}` : 'an earlier position'}
            arrows={arrows}
            attempt={handle.attempt}
            move={(uci) => void handle.play(uci)}
            refused={(from, to) => void handle.refused(from, to)}
          />
        </div>
        {player(bottom)}
      </div>
      <aside class="side" aria-label="Game">
        <div class="heading">
          <h1>{VARIANTS[game.variant]}</h1>
          {!handle.connected && (
            <span class="chip warn" role="status">
              Connection lost, trying again…
            </span>
          )}
          {game.you.length === 0 && !game.creator && <span class="chip">You are watching</span>}
        </div>
        <Joining game={game} joined={joined} />
        {game.outcome && <Result game={game} />}
        <Offers game={game} act={handle.act} />
        <MoveList
          moves={game.moves}
          first={first}
          number={firstNumber(game.start_fen)}
          ply={ply}
          go={goTo}
        />
        {shown.last?.self_capture && (
          <p class="theme">
            <span class="own-mark" aria-hidden="true" /> {shown.last.san} takes its own{' '}
            {shown.last.captured?.piece}
            {lastThemes ? `: ${lastThemes}` : ''}.
          </p>
        )}
        {best && (
          <div class="engine-line">
            <Chances evaluation={best.evaluation} />
            <p>
              {best.pv_san.slice(0, 8).join(' ')} <span class="quiet">depth {analysis?.depth}</span>
            </p>
          </div>
        )}
        {me && live && (
          <TypeMove
            legal={me === game.turn ? game.legal_moves : NO_MOVES}
            play={handle.play}
            refused={handle.refused}
          />
        )}
        <div class="buttons" role="group" aria-label="Walk through the game">
          <button type="button" aria-label="First position" onClick={() => goTo(0)}>
            «
          </button>
          <button type="button" aria-label="One move back" onClick={() => goTo(ply - 1)}>
            ‹
          </button>
          <button type="button" aria-label="One move on" onClick={() => goTo(ply + 1)}>
            ›
          </button>
          <button type="button" aria-label="Last position" onClick={() => goTo(total)}>
            »
          </button>
          <button type="button" onClick={() => setFlipped(!flipped)}>
            Flip
          </button>
        </div>
        <Actions game={game} act={handle.act} hint={mayAsk ? ask : undefined} />
        {mayAsk && (
          <label class="switch">
            <input
              type="checkbox"
              checked={showEvaluation}
              onChange={(event) => setShowEvaluation(event.currentTarget.checked)}
            />
            Show the evaluation
          </label>
        )}
        <p class="links">
          {mayAsk && <a href={`/analysis?game=${game.id}`}>Analyse and review</a>}
          <a href={`/api/v1/games/${game.id}/pgn`} download={`ouro-${game.id.slice(0, 8)}.pgn`}>
            PGN
          </a>
          <Copy text={`${location.origin}/game/${game.id}`} name="Copy link to watch" />
        </p>
      </aside>
    </div>
  );
}

/** The invitation, for whoever sends it and for whoever got it. */
function Joining({ game, joined }: { game: GameView; joined(): void }) {
  const { query } = place.value;
  const invitation = query.get('invite');
  const invited = query.get('invited');
  if (game.status !== 'waiting') return null;
  if (invited && game.creator) {
    const link = `${location.origin}/game/${game.id}?invite=${invited}`;
    return (
      <div class="card invite">
        <p>Send this link to a friend. Whoever opens it first plays against you.</p>
        <input
          type="text"
          readOnly
          value={link}
          aria-label="Invitation link"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Copy text={link} name="Copy the link" />
      </div>
    );
  }
  if (invitation && game.you.length === 0) {
    const join = async () => {
      try {
        const params = { path: { id: game.id } };
        await answer(api.POST('/api/v1/games/{id}/join', { params, body: { invitation } }));
        rename(`/game/${game.id}`);
        joined();
      } catch (error) {
        tell(sentence(words(error)));
      }
    };
    return (
      <div class="card invite">
        <p>You are invited to play {VARIANTS[game.variant].toLowerCase()}.</p>
        <button type="button" class="primary" onClick={join}>
          Join the game
        </button>
      </div>
    );
  }
  if (game.rematch_of) {
    return <p class="quiet">Waiting for your opponent to accept the rematch.</p>;
  }
  return <p class="quiet">The game waits for the other player.</p>;
}

function Result({ game }: { game: GameView }) {
  const rematch = async () => {
    try {
      const params = { path: { id: game.id } };
      const made = await answer(api.POST('/api/v1/games/{id}/rematch', { params }));
      go(`/game/${made.game.id}`);
    } catch (error) {
      tell(sentence(words(error)));
    }
  };
  return (
    <div class="card result">
      <strong class="score">{game.outcome?.result}</strong>
      <span>{game.outcome?.text}</span>
      <span class="row">
        {(game.you.length > 0 || game.creator) && (
          <button type="button" class="primary" onClick={rematch}>
            {game.rematch && !game.you.includes(game.rematch.by) ? 'Accept rematch' : 'Rematch'}
          </button>
        )}
        <button type="button" onClick={() => go(`/?variant=${game.variant}`)}>
          New game
        </button>
      </span>
    </div>
  );
}

function Offers({ game, act }: { game: GameView; act(action: Action): Promise<void> }) {
  const { offer } = game;
  if (!offer || game.outcome) return null;
  const what = offer.kind === 'draw' ? 'a draw' : 'to take back';
  if (game.you.length === 1 && game.you[0] !== offer.by) {
    return (
      <div class="card offer" role="group" aria-label="Offer">
        <p>
          {offer.kind === 'draw'
            ? `${sideName(offer.by)} offers a draw.`
            : `${sideName(offer.by)} would like to take back.`}
        </p>
        <span class="row">
          <button
            type="button"
            class="primary"
            onClick={() =>
              act({ action: offer.kind === 'draw' ? 'accept_draw' : 'accept_takeback' })
            }
          >
            Accept
          </button>
          <button
            type="button"
            onClick={() =>
              act({ action: offer.kind === 'draw' ? 'decline_draw' : 'decline_takeback' })
            }
          >
            Decline
          </button>
        </span>
      </div>
    );
  }
  return (
    <p class="quiet">
      {sideName(offer.by)} asks for {what}.
    </p>
  );
}

interface ActionsProps {
  game: GameView;
  act(action: Action): Promise<void>;
  hint: (() => Promise<void>) | undefined;
}

function Actions({ game, act, hint }: ActionsProps) {
  const [sure, setSure] = useState(false);
  if (game.outcome) return null;
  const engines = game.white.kind === 'engine' && game.black.kind === 'engine';
  if (engines) return game.creator ? <Directing game={game} act={act} /> : null;
  if (game.you.length === 0) return null;
  return (
    <div class="buttons" role="group" aria-label="Actions">
      <button
        type="button"
        disabled={game.moves.length === 0}
        onClick={() => act({ action: 'take_back' })}
      >
        Take back
      </button>
      {hint && game.you.includes(game.turn) && (
        <button type="button" onClick={hint}>
          Hint
        </button>
      )}
      {game.claimable_draw ? (
        <button type="button" onClick={() => act({ action: 'claim_draw' })}>
          Claim a draw
        </button>
      ) : (
        <button type="button" onClick={() => act({ action: 'offer_draw' })}>
          {game.you.length === 2 ? 'Agree to a draw' : 'Offer a draw'}
        </button>
      )}
      {game.moves.length < 2 ? (
        <button type="button" onClick={() => act({ action: 'abort' })}>
          Call off
        </button>
      ) : sure ? (
        <span class="row">
          <button type="button" class="danger" onClick={() => act({ action: 'resign' })}>
            Yes, resign
          </button>
          <button type="button" onClick={() => setSure(false)}>
            Play on
          </button>
        </span>
      ) : (
        <button type="button" onClick={() => setSure(true)}>
          Resign
        </button>
      )}
    </div>
  );
}

const SPEEDS: [number, string][] = [
  [0, 'as fast as they can'],
  [500, 'fast'],
  [2000, 'calm'],
  [5000, 'slow'],
];

function Directing({ game, act }: { game: GameView; act(action: Action): Promise<void> }) {
  return (
    <div class="buttons" role="group" aria-label="Engines">
      <button
        type="button"
        class="primary"
        onClick={() => act({ action: game.paused ? 'resume' : 'pause' })}
      >
        {game.paused ? 'Go on' : 'Pause'}
      </button>
      <label class="field inline">
        <span>Speed</span>
        <select
          value={String(game.delay_ms)}
          onChange={(event) =>
            act({ action: 'set_delay', delay_ms: Number(event.currentTarget.value) })
          }
        >
          {SPEEDS.map(([delay, name]) => (
            <option key={delay} value={String(delay)}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface TypeProps {
  legal: MoveInfo[];
  play(uci: string): Promise<void>;
  refused(from: string, to: string): Promise<void>;
}

/** Moves by keyboard: `Nf3`, `exd5` or `g1f3`. */
function TypeMove({ legal, play, refused }: TypeProps) {
  const [text, setText] = useState('');
  const submit = async (event: Event) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === '') return;
    const move = typed(legal, wanted);
    const squares = /^([a-h][1-8])([a-h][1-8])[nbrq]?$/.exec(wanted.toLowerCase());
    if (move) await play(move.uci);
    else if (squares?.[1] && squares[2]) await refused(squares[1], squares[2]);
    else tell(legal.length === 0 ? 'It is not your turn.' : `${wanted} is not a move here.`);
    if (move) setText('');
  };
  return (
    <form class="type-move" onSubmit={submit}>
      <label class="field inline">
        <span>Type a move</span>
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          placeholder="Nf3 or g1f3"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
    </form>
  );
}
