import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { ArrowRight, Check, X } from 'lucide';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { Board } from '../board/board';
import type { PageBrush } from '../board/brushes';
import { number, t } from '../i18n';
import { playMove } from '../sound';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Icon } from '../ui/icon';
import { type Judged, MateStore } from './mateStore';
import { mateQuestions } from './service';
import './puzzles.css';

/** How long the position before the check is shown, in milliseconds. */
const BEFORE_CHECK = 350;

/** Positions that are checkmate in chess: are they here, too? */
export function MateOrNotPage() {
  const store = useMemo(() => new MateStore(mateQuestions()), []);
  useEffect(() => () => store.dispose(), [store]);
  useAnswerKeys(store);
  const shown = store.shown.value;
  const question = 'question' in shown ? shown.question : undefined;
  return (
    <div class="puzzle-page">
      <div class="puzzle-board">
        {question ? (
          <QuestionBoard
            key={`${question.before.fen} ${question.move.uci}`}
            question={question}
            isAnswered={shown.state === 'answered'}
          />
        ) : (
          <div class="board-area" />
        )}
      </div>
      <section class="puzzle-panel" aria-label={t('puzzles.mateOrNot')}>
        <header class="puzzle-head">
          <div>
            <h1>{t('puzzles.mateOrNot')}</h1>
            <nav class="puzzle-links" aria-label={t('puzzles.pages')}>
              <a href="/puzzles">{t('puzzles.training')}</a>
              <a href="/puzzles/daily">{t('home.daily')}</a>
            </nav>
          </div>
          <dl class="puzzle-standing numeric">
            <Count
              label={t('puzzles.mate.score')}
              value={`${number(store.right.value)}/${number(store.answered.value)}`}
            />
            <Count label={t('puzzles.streak')} value={number(store.streak.value)} />
            <Count label={t('puzzles.mate.best')} value={number(store.best.value)} />
          </dl>
        </header>
        <Answer store={store} />
        <Answers store={store} />
        <p class="puzzle-facts puzzle-keys muted">{t('puzzles.mate.keys')}</p>
      </section>
    </div>
  );
}

function Count({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface BoardProps {
  question: Judged;
  isAnswered: boolean;
}

/** The position, after the move that gives check. */
function QuestionBoard({ question, isAnswered }: BoardProps) {
  const [isChecked, setChecked] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setChecked(true);
      playMove(question.move);
    }, BEFORE_CHECK);
    return () => clearTimeout(timer);
  }, [question]);
  const after = isChecked || isAnswered;
  const shapes = useMemo(() => (isAnswered ? verdictShapes(question) : []), [question, isAnswered]);
  return (
    <Board
      label={t('game.board')}
      position={after ? question.position : question.before}
      lastMove={after ? question.move : undefined}
      orientation={question.position.turn}
      movable={undefined}
      shapes={shapes}
      onMove={() => {}}
    />
  );
}

/** Draws the ways out, or the own pieces that the king cannot capture. */
function verdictShapes({ verdict }: Judged): DrawShape[] {
  const brush: PageBrush = 'bestSelfCapture';
  if (!verdict.isMate) {
    return verdict.escapes.map(({ from, to }) => ({ orig: from as Key, dest: to as Key, brush }));
  }
  return verdict.guarded.map((square) => ({ orig: square as Key, brush: 'red' }));
}

/** The question, and after the answer the reason. */
function Answer({ store }: { store: MateStore }) {
  const shown = store.shown.value;
  if (shown.state === 'loading') return <div class="puzzle-status" aria-busy="true" />;
  if (shown.state === 'failed') {
    return (
      <div class="puzzle-status">
        <Failure error={shown.error} onRetry={store.next} />
      </div>
    );
  }
  const color = t(`color.the.${shown.question.position.turn}`);
  if (shown.state === 'asking') {
    return (
      <div class="puzzle-status find" role="status">
        <span class={`piece king ${shown.question.position.turn}`} aria-hidden="true" />
        <div>
          <strong>{t('puzzles.mateOrNot')}</strong>
          <p>{t('puzzles.mate.task', { color })}</p>
        </div>
      </div>
    );
  }
  return (
    <div class={`puzzle-status ${shown.isRight ? 'right' : 'wrong'}`} role="status">
      <Icon of={shown.isRight ? Check : X} size={32} />
      <div>
        <strong>{t(shown.isRight ? 'learn.correct' : 'puzzles.mate.wrong')}</strong>
        <p>{reason(shown.question)}</p>
      </div>
    </div>
  );
}

function reason({ verdict }: Judged): string {
  const [wayOut] = verdict.escapes;
  const victim = wayOut?.captured?.piece;
  if (wayOut && victim && victim !== 'king') {
    return t('explanation.king_captures', { move: wayOut.san, own: t(`piece.own.${victim}`) });
  }
  if (verdict.guarded.length === 0) return t('puzzles.mate.nothingToCapture');
  return t('explanation.all_protected', { squares: verdict.guarded.join(', ') });
}

/** The two answers, and afterwards the next position. */
function Answers({ store }: { store: MateStore }) {
  const { state } = store.shown.value;
  if (state === 'answered') {
    return (
      <div class="mate-answers">
        <Button kind="primary" class="large" icon={ArrowRight} onClick={store.next}>
          {t('home.next')}
        </Button>
      </div>
    );
  }
  const disabled = state !== 'asking';
  return (
    <div class="mate-answers">
      <Button class="large" disabled={disabled} onClick={() => store.answer(true)}>
        {t('puzzles.mate.yes')}
      </Button>
      <Button class="large" disabled={disabled} onClick={() => store.answer(false)}>
        {t('puzzles.mate.no')}
      </Button>
    </div>
  );
}

/** Answers with the arrow keys or `m` and `n`; Enter and Space go on. */
function useAnswerKeys(store: MateStore): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('dialog, select, input')) return;
      const { key } = event;
      const onControl = event.target instanceof Element && event.target.closest('button, a');
      if (key === 'm' || key === 'ArrowLeft') store.answer(true);
      else if (key === 'n' || key === 'ArrowRight') store.answer(false);
      else if (store.shown.value.state === 'answered' && !onControl && /^( |Enter)$/.test(key)) {
        store.next();
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [store]);
}
