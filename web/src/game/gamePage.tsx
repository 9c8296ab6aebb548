import type { DrawShape } from '@lichess-org/chessground/draw';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useTitle } from '../app/title';
import { Board } from '../board/board';
import { engine } from '../engine/engine';
import { EvaluationBar } from '../engine/evaluationBar';
import { useAnalysis } from '../engine/useAnalysis';
import { t } from '../i18n';
import { MoveList } from '../moves/moveList';
import { MoveNavigation } from '../moves/navigation';
import { TypeMove } from '../moves/typeMove';
import { useMoveKeys } from '../moves/useMoveKeys';
import type { Square } from '../rules';
import { SelfCaptureMark } from '../ui/icon';
import { toast } from '../ui/toast';
import { Actions } from './actions';
import { announce } from './announcements';
import { Invitation } from './invitation';
import { sideName } from './names';
import { Note } from './note';
import { PlayerBar } from './playerBar';
import { plyNumber } from './plies';
import { GameStore, otherColor } from './store';
import './game.css';

/** How long the engine searches for a hint, in milliseconds. */
const HINT_TIME = 500;

/** A game to play or to watch. */
export function GamePage({ id }: { id: string }) {
  const store = useMemo(() => new GameStore(id), [id]);
  useEffect(() => {
    const silence = announce(store);
    return () => {
      silence();
      store.dispose();
    };
  }, [store]);
  if (store.isMissing.value) return <MissingGame />;
  if (!store.view.value) return <LoadingGame />;
  return <LoadedGame store={store} />;
}

function MissingGame() {
  useTitle(t('game.missing'));
  return (
    <section class="page narrow">
      <h1>{t('game.missing')}</h1>
      <p>{t('game.missingText')}</p>
      <p>
        <a href="/">{t('game.missingHome')}</a> · <a href="/games">{t('game.missingGames')}</a>
      </p>
    </section>
  );
}

/** Takes the space of the game until it is there, so that nothing moves. */
function LoadingGame() {
  return (
    <section class="game-page" aria-busy="true" aria-label={t('game.loading')}>
      <div class="player-bar top" />
      <div class="game-board">
        <div class="board-area" />
      </div>
      <div class="player-bar bottom" />
    </section>
  );
}

function LoadedGame({ store }: { store: GameStore }) {
  const [isEvaluated, setEvaluated] = useState(false);
  const [hint, setHint] = useState<{ fen: string; uci: string }>();
  const { orientation } = store;
  const top = otherColor(orientation.value);
  useTitle(titleOf(store));
  const position = store.shown.value?.position;
  const isOver = store.isOver.value;

  const showHint = async () => {
    const { fen } = position ?? {};
    if (!fen) return;
    const uci = await engine.value
      .bestMove(lineOf(store), { movetime: HINT_TIME })
      .catch(() => undefined);
    if (!uci) return toast(t('game.hintFailed'));
    setHint({ fen, uci });
    if (position) toast(t('game.hintMove', { move: position.parseMove(uci).san }));
  };
  const shapes = useMemo<DrawShape[]>(() => {
    if (!hint || hint.fen !== position?.fen || isOver) return [];
    const [orig, dest] = [hint.uci.slice(0, 2) as Square, hint.uci.slice(2, 4) as Square];
    return [{ orig, dest, brush: 'green' }];
  }, [hint, position, isOver]);

  return (
    <div class="game-page">
      <h1 class="visually-hidden">{versus(store)}</h1>
      <PlayerBar store={store} color={top} place="top" />
      <div class="game-board">
        <Evaluation store={store} isOn={isEvaluated && store.mayGetHelp.value} />
        <GameBoard store={store} shapes={shapes} />
        <Invitation store={store} />
      </div>
      <PlayerBar store={store} color={orientation.value} place="bottom" />
      <section class="game-panel" aria-label={t('game.panel')}>
        <Moves store={store} />
        <Note store={store} />
        {position && store.movable.value && (
          <TypeMove
            position={position}
            isTurn={store.isYourTurn.value}
            onMove={(move) => store.play(move)}
          />
        )}
        <div class="game-controls">
          <Navigation store={store} />
          <Actions
            store={store}
            isEvaluated={isEvaluated}
            onEvaluate={setEvaluated}
            onHint={() => void showHint()}
          />
        </div>
      </section>
    </div>
  );
}

function GameBoard({ store, shapes }: { store: GameStore; shapes: DrawShape[] }) {
  const ply = store.shown.value;
  if (!ply) return null;
  return (
    <Board
      label={t('game.board')}
      position={ply.position}
      lastMove={ply.move}
      orientation={store.orientation.value}
      movable={store.movable.value}
      premoves={store.you.value.length === 1}
      shapes={shapes}
      onMove={(move) => store.play(move)}
    />
  );
}

function Evaluation({ store, isOn }: { store: GameStore; isOn: boolean }) {
  const position = store.shown.value?.position;
  const analysis = useAnalysis(lineOf(store), { multipv: 1, enabled: isOn });
  return (
    <div class="evaluation">
      {isOn && position && (
        <EvaluationBar
          analysis={analysis.value}
          turn={position.turn}
          orientation={store.orientation.value}
          outcome={position.outcome()}
        />
      )}
    </div>
  );
}

function Moves({ store }: { store: GameStore }) {
  const start = store.plies.value[0]?.position;
  const moves = store.moves.value;
  return (
    <div class="game-moves">
      <MoveList
        moves={moves}
        current={store.current.value}
        firstPly={start ? plyNumber(start) : 0}
        onSelect={(ply) => store.goTo(ply)}
      />
      {moves.some(({ selfCapture }) => selfCapture) && (
        <p class="legend">
          <SelfCaptureMark /> {t('game.legend')}
        </p>
      )}
    </div>
  );
}

function Navigation({ store }: { store: GameStore }) {
  const last = store.shownPlies.value.length - 1;
  const keys = {
    start: () => store.goTo(0),
    back: () => store.goTo(store.current.value - 1),
    forward: () => store.goTo(store.current.value + 1),
    end: () => store.goTo(last),
    flip: () => store.flip(),
  };
  useMoveKeys(keys);
  return (
    <MoveNavigation
      {...keys}
      canBack={store.current.value > 0}
      canForward={store.current.value < last}
    />
  );
}

/** Returns the moves up to the position on the board, as the engine takes them. */
function lineOf(store: GameStore) {
  const plies = store.shownPlies.value.slice(0, store.current.value + 1);
  const start = plies[0]?.position;
  return {
    variant: start?.variant ?? ('chess' as const),
    ...(start && { fen: start.fen }),
    moves: plies.flatMap(({ move }) => (move ? [move.uci] : [])),
  };
}

function versus(store: GameStore): string {
  const first = store.you.value.length === 1 ? (store.you.value[0] ?? 'white') : 'white';
  return t('player.versus', {
    first: sideName(store, first),
    second: sideName(store, otherColor(first)),
  });
}

/** Returns the title of the tab: it tells whose turn it is in another tab. */
function titleOf(store: GameStore): string {
  const view = store.view.value;
  if (view?.status === 'waiting') return t('game.waiting');
  if (view?.rematch && view.you.length > 0 && !view.you.includes(view.rematch.by)) {
    return t('game.rematchOffered');
  }
  if (store.isYourTurn.value && view?.you.length === 1) return t('game.yourTurn');
  return versus(store);
}
