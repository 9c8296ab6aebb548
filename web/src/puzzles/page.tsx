import { Settings2 } from 'lucide';
import { useEffect, useMemo } from 'preact/hooks';
import { navigate, route } from '../app/router';
import { useTitle } from '../app/title';
import { Board } from '../board/board';
import { language, number, t } from '../i18n';
import { oneOf } from '../settings/persisted';
import { Button } from '../ui/button';
import { Select } from '../ui/choice';
import { Failure } from '../ui/failure';
import { Icon } from '../ui/icon';
import { announceMoves } from './announce';
import { drawExplanation } from './explanation';
import { hintShapes } from './hints';
import { SolverPanel } from './panel';
import { DIFFICULTIES } from './puzzle';
import { puzzleService } from './service';
import type { Solver } from './solver';
import { themeDescription, themeName } from './themes';
import { type Mode, Trainer } from './trainer';
import './puzzles.css';

const difficulty = oneOf('puzzles.difficulty', DIFFICULTIES, 'normal');

function modeOf(id: string, theme: string | undefined): Mode {
  if (id === '') return { kind: 'training', theme };
  if (id === 'daily' || id === 'replay') return { kind: id };
  return { kind: 'single', id };
}

/** Puzzles to solve: by rating and theme, that of the day, failed ones, or a single one of a link. */
export function PuzzlePage({ id }: { id: string }) {
  const theme = route.value.query.get('theme') ?? undefined;
  const trainer = useMemo(
    () => new Trainer(modeOf(id, theme), puzzleService, () => difficulty.peek()),
    [id, theme],
  );
  useEffect(() => () => trainer.dispose(), [trainer]);
  useTitle(titleOf(trainer.mode));
  const solver = trainer.solver.value;
  return (
    <div class="puzzle-page">
      <h1 class="spoken">{headingOf(trainer)}</h1>
      <div class="puzzle-board">
        {solver ? (
          <PuzzleBoard key={solver.puzzle.id} solver={solver} />
        ) : (
          <div class="board-area" />
        )}
      </div>
      <section class="puzzle-panel" aria-label={t('puzzles.panel')}>
        <Head trainer={trainer} />
        {solver ? (
          <SolverPanel
            key={solver.puzzle.id}
            solver={solver}
            trainer={trainer}
            onNext={() => goOn(trainer)}
          />
        ) : (
          <Missing trainer={trainer} />
        )}
        {trainer.mode.kind === 'training' && trainer.shown.value.state !== 'loading' && (
          <Choice trainer={trainer} theme={theme} />
        )}
      </section>
    </div>
  );
}

/** Shows the next puzzle. After the one of the day or of a link, training begins. */
function goOn(trainer: Trainer): void {
  const { kind } = trainer.mode;
  if (kind === 'daily' || kind === 'single') navigate('/puzzles');
  else void trainer.load();
}

function titleOf(mode: Mode): string {
  switch (mode.kind) {
    case 'daily':
      return t('home.daily');
    case 'replay':
      return t('puzzles.replay');
    case 'single':
      return t('puzzles.numbered', { id: mode.id });
    case 'training':
      return mode.theme ? `${t('title.puzzles')}: ${themeName(mode.theme)}` : t('title.puzzles');
  }
}

function headingOf({ mode, shown }: Trainer): string {
  const state = shown.value;
  if (mode.kind !== 'daily' || state.state !== 'puzzle' || !state.date) return titleOf(mode);
  return `${t('home.daily')}, ${dayText(state.date)}`;
}

/** Formats a day such as `2026-11-18` in the language of the page. */
function dayText(date: string): string {
  const options = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language.value, options).format(new Date(`${date}T00:00:00Z`));
}

/** What is solved, and how the solver stands. */
function Head({ trainer }: { trainer: Trainer }) {
  const standing = trainer.standing.value;
  return (
    <header class="puzzle-head">
      <div>
        <strong>{headingOf(trainer)}</strong>
        <nav class="puzzle-links" aria-label={t('puzzles.pages')}>
          {trainer.mode.kind !== 'training' && <a href="/puzzles">{t('puzzles.training')}</a>}
          {trainer.mode.kind !== 'daily' && <a href="/puzzles/daily">{t('home.daily')}</a>}
          <a href="/puzzles/mate-or-not">{t('puzzles.mateOrNot')}</a>
          <a href="/puzzles/history">{t('puzzles.history')}</a>
        </nav>
      </div>
      <dl class="puzzle-standing numeric">
        <div>
          <dt>{t('puzzles.rating')}</dt>
          <dd>{standing ? number(standing.rating, { useGrouping: false }) : '–'}</dd>
        </div>
        <div>
          <dt>{t('puzzles.streak')}</dt>
          <dd>{standing ? number(standing.streak) : '–'}</dd>
        </div>
      </dl>
    </header>
  );
}

function PuzzleBoard({ solver }: { solver: Solver }) {
  useEffect(() => announceMoves(solver), [solver]);
  const { position, move } = solver.shown.value;
  const current = solver.current.value;
  const explanation = solver.solution.value?.explanation;
  const isOver = solver.isOver.value;
  const drawing = useMemo(
    () => (isOver && explanation ? drawExplanation(explanation, solver.plies.value) : undefined),
    [isOver, explanation, solver.plies.value],
  );
  const hinted = hintShapes(solver.expected.value, solver.hintLevel.value);
  const drawn = drawing?.ply === current ? drawing.shapes : hinted;
  const key = JSON.stringify(drawn);
  // The board compares shapes by identity.
  const shapes = useMemo(() => drawn, [key]);
  return (
    <Board
      label={t('game.board')}
      position={position}
      lastMove={move}
      orientation={solver.orientation.value}
      movable={solver.movable.value}
      shapes={shapes}
      onMove={solver.play}
    />
  );
}

/** Why there is no puzzle on the board. */
function Missing({ trainer }: { trainer: Trainer }) {
  const shown = trainer.shown.value;
  if (shown.state === 'failed') {
    return (
      <div class="puzzle-status">
        <Failure error={shown.error} onRetry={() => void trainer.load()} />
      </div>
    );
  }
  if (shown.state === 'none') {
    const replay = trainer.mode.kind === 'replay';
    return (
      <div class="puzzle-status" role="status">
        <div class="failure">
          <p>{t(replay ? 'puzzles.noneFailed' : 'puzzles.noneLeft')}</p>
          <Button kind="primary" onClick={() => navigate('/puzzles')}>
            {t('puzzles.continue')}
          </Button>
        </div>
      </div>
    );
  }
  return <div class="puzzle-status" aria-busy="true" />;
}

/** The choice of theme and difficulty. */
function Choice({ trainer, theme }: { trainer: Trainer; theme: string | undefined }) {
  const change = (value: (typeof DIFFICULTIES)[number]) => {
    difficulty.value = value;
    // A puzzle that has been started is finished first.
    if (trainer.solver.value?.isUntouched.value !== false) void trainer.load();
  };
  return (
    <div class="puzzle-choice">
      <div>
        <span class="field-label">{t('puzzles.theme')}</span>
        <a class="button" href="/puzzles/themes">
          <Icon of={Settings2} />
          {theme ? themeName(theme) : t('puzzles.allThemes')}
        </a>
      </div>
      <Select
        label={t('puzzles.difficulty')}
        value={difficulty.value}
        options={DIFFICULTIES.map((value) => ({ value, label: t(`puzzles.difficulty.${value}`) }))}
        onChange={change}
      />
      {theme && <p class="muted">{themeDescription(theme)}</p>}
    </div>
  );
}
