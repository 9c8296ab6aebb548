import { Check, Eye, Lightbulb, Microscope, Share2, SkipForward, X } from 'lucide';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { plyNumber } from '../game/plies';
import { number, t } from '../i18n';
import { MoveList } from '../moves/moveList';
import { MoveNavigation } from '../moves/navigation';
import { TypeMove } from '../moves/typeMove';
import { useMoveKeys } from '../moves/useMoveKeys';
import { Position } from '../rules';
import { Button, IconButton } from '../ui/button';
import { Failure } from '../ui/failure';
import { Icon } from '../ui/icon';
import { share } from '../ui/share';
import { DailyShare } from './dailyShare';
import { drawExplanation, explanationText } from './explanation';
import type { Solver } from './solver';
import { isSelfCaptureTheme, themeName } from './themes';
import type { Trainer } from './trainer';

interface Props {
  solver: Solver;
  trainer: Trainer;
  onNext(): void;
}

/** Everything beside the board of a puzzle. */
export function SolverPanel({ solver, trainer, onNext }: Props) {
  const isOver = solver.isOver.value;
  const { position } = solver.shown.value;
  return (
    <>
      <Status solver={solver} />
      {trainer.mode.kind === 'daily' && <DailyShare trainer={trainer} solver={solver} />}
      {isOver && <Result solver={solver} trainer={trainer} />}
      <Controls solver={solver} onNext={onNext} replay={trainer.mode.kind === 'replay'} />
      <div class="puzzle-moves">
        <MoveList
          moves={solver.moves.value}
          current={solver.current.value}
          firstPly={plyNumber(Position.fromFen(solver.puzzle.fen, { variant: 'selfcapture' }))}
          onSelect={solver.goTo}
        />
      </div>
      {!isOver && (
        <TypeMove
          position={position}
          isTurn={solver.movable.value !== undefined}
          onMove={solver.play}
        />
      )}
      <Facts solver={solver} />
    </>
  );
}

/** What the solver has to do, and how the last move was. */
function Status({ solver }: { solver: Solver }) {
  const { feedback, problem, puzzle, success } = solver;
  if (problem.value !== undefined) {
    return (
      <div class="puzzle-status">
        <Failure error={problem.value} onRetry={() => void solver.load()} />
      </div>
    );
  }
  const state = feedback.value;
  const color = t(`color.the.${puzzle.color}`);
  const complete = t(success.value ? 'puzzles.solved' : 'puzzles.complete');
  const [heading, text] = {
    find: [t('game.yourTurn'), t('puzzles.find', { color })],
    checking: [t('puzzles.checking'), ''],
    right: [t('puzzles.best'), t('puzzles.keepGoing')],
    wrong: [t('puzzles.wrong'), t('puzzles.tryElse')],
    solved: [complete, ''],
    shown: [complete, ''],
  }[state];
  return (
    <div class={`puzzle-status ${state}`} role="status">
      <StatusMark solver={solver} />
      <div>
        <strong>{heading}</strong>
        <p>{hintText(solver) ?? text}</p>
      </div>
    </div>
  );
}

function StatusMark({ solver }: { solver: Solver }) {
  const state = solver.feedback.value;
  if (state === 'right' || (state === 'solved' && solver.success.value)) {
    return <Icon of={Check} size={32} />;
  }
  if (state === 'wrong') return <Icon of={X} size={32} />;
  return <span class={`piece king ${solver.puzzle.color}`} aria-hidden="true" />;
}

function hintText({ expected, hintLevel }: Solver): string | undefined {
  const move = expected.value;
  if (!move || hintLevel.value === 0) return undefined;
  const { piece, from, to } = move;
  const name = t(`piece.the.${piece}`);
  return hintLevel.value === 1
    ? t('puzzles.hint.piece', { piece: name, from })
    : t('puzzles.hint.target', { piece: name, from, to });
}

interface ControlProps {
  solver: Solver;
  replay: boolean;
  onNext(): void;
}

/** The buttons: hint and solution, afterwards the next puzzle; and those that walk through the moves. */
function Controls({ solver, replay, onNext }: ControlProps) {
  const isOver = solver.isOver.value;
  const next = useRef<HTMLDivElement>(null);
  const last = solver.moves.value.length;
  const keys = {
    start: () => solver.goTo(0),
    back: () => solver.goTo(solver.current.value - 1),
    forward: () => solver.goTo(solver.current.value + 1),
    end: () => solver.goTo(last),
    flip: solver.flip,
  };
  useMoveKeys(keys);
  useNextKeys(isOver ? onNext : undefined);
  // A layout effect: keys that follow the last move already belong to the button and to the moves.
  useLayoutEffect(() => {
    if (isOver) next.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [isOver]);
  const { puzzle } = solver;
  return (
    <div class="puzzle-controls">
      <div class="button-row" ref={next}>
        {isOver ? (
          <>
            <Button kind="primary" icon={SkipForward} onClick={onNext}>
              {t(replay ? 'puzzles.nextFailed' : 'puzzles.continue')}
            </Button>
            <a class="button" href={analysisPath(solver)}>
              <Icon of={Microscope} />
              {t('game.analyse')}
            </a>
          </>
        ) : (
          <>
            {solver.hintLevel.value < 2 && (
              <Button icon={Lightbulb} disabled={!solver.expected.value} onClick={solver.hint}>
                {t(solver.hintLevel.value === 0 ? 'puzzles.hint' : 'puzzles.hint.more')}
              </Button>
            )}
            <Button
              icon={Eye}
              kind="quiet"
              disabled={!solver.solution.value}
              onClick={solver.showSolution}
            >
              {t('puzzles.viewSolution')}
            </Button>
          </>
        )}
      </div>
      <MoveNavigation
        {...keys}
        canBack={solver.current.value > 0}
        canForward={solver.current.value < last}
      />
      <IconButton
        icon={Share2}
        label={t('puzzles.share')}
        onClick={() =>
          void share({
            title: t('puzzles.numbered', { id: puzzle.id }),
            url: `${location.origin}/puzzles/${puzzle.id}`,
          })
        }
      />
    </div>
  );
}

/** Enter and Space go on, wherever nothing else has the focus. */
function useNextKeys(onNext: (() => void) | undefined): void {
  const latest = useRef(onNext);
  latest.current = onNext;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.target !== document.body || (event.key !== 'Enter' && event.key !== ' ')) return;
      latest.current?.();
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Returns the address of the analysis of the puzzle and its solution. */
function analysisPath({ puzzle, moves }: Solver): string {
  const query = new URLSearchParams({ variant: 'selfcapture', fen: puzzle.fen });
  query.set('moves', moves.value.map(({ uci }) => uci).join(','));
  if (puzzle.color === 'black') query.set('orientation', 'black');
  return `/analysis?${query}`;
}

/** What the puzzle was about, and what it has done to the rating. */
function Result({ solver, trainer }: { solver: Solver; trainer: Trainer }) {
  const solution = solver.solution.value;
  if (!solution) return null;
  const { explanation, themes } = solution;
  const drawing = drawExplanation(explanation, solver.plies.value);
  return (
    <div class="puzzle-result">
      <RatingChange trainer={trainer} />
      <p>
        {explanationText(explanation)}{' '}
        {drawing && (
          <button type="button" class="text-button" onClick={() => solver.goTo(drawing.ply)}>
            {t('puzzles.showOnBoard')}
          </button>
        )}
      </p>
      <ul class="puzzle-themes" aria-label={t('puzzles.themes')}>
        {themes.map((code) => (
          <li key={code}>
            <a
              class={isSelfCaptureTheme(code) ? 'chip self-capture' : 'chip'}
              href={`/puzzles?theme=${code}`}
            >
              {themeName(code)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function RatingChange({ trainer }: { trainer: Trainer }) {
  const score = trainer.score.value;
  if (!score) {
    const waits = trainer.outbox.isRetrying.value;
    return <p class="muted">{t(waits ? 'puzzles.notSent' : 'puzzles.sending')}</p>;
  }
  if (!score.rated) return <p class="muted">{t('puzzles.unrated')}</p>;
  const change = score.after - score.before;
  return (
    <p class="rating-change numeric">
      {t('puzzles.newRating', { rating: number(score.after, { useGrouping: false }) })}{' '}
      <strong class={change < 0 ? 'loss' : 'gain'}>
        {number(change, { signDisplay: 'always' }).replace('-', '−')}
      </strong>
    </p>
  );
}

/** The number, rating and plays of the puzzle. Its rating is hidden until it is solved. */
function Facts({ solver }: { solver: Solver }) {
  const { id, rating, plays } = solver.puzzle;
  const shown = solver.isOver.value
    ? number(rating, { useGrouping: false })
    : t('puzzles.ratingHidden');
  return (
    <p class="puzzle-facts muted numeric">
      <a href={`/puzzles/${id}`}>#{id}</a> · {t('puzzles.puzzleRating', { rating: shown })} ·{' '}
      {t('puzzles.plays', { count: plays })}
    </p>
  );
}
