import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { themeText } from '../i18n/rules';
import type { Color, Position } from '../rules';
import { Button } from '../ui/button';
import { SelfCaptureMark } from '../ui/icon';
import { lineText, numberText } from './lineText';
import { LineView } from './lineView';
import { nagSymbol } from './nags';
import { reveal } from './reveal';
import { type Moment, type Review, type ReviewedMove, type ReviewStore, worstMove } from './review';
import type { AnalysisStore } from './store';
import { type Path, positionAt } from './tree';
import './reviewPanel.css';

interface Props {
  store: AnalysisStore;
  reviewStore: ReviewStore;
}

const JUDGEMENTS = {
  inaccuracy: { key: 'analysis.judgement.inaccuracy', nag: 6 },
  mistake: { key: 'analysis.judgement.mistake', nag: 2 },
  blunder: { key: 'analysis.judgement.blunder', nag: 4 },
} as const;

/** The moves of a line that are shown. */
const SHOWN_MOVES = 8;

/** The mistakes of both sides and the self-captures that mattered. */
export function ReviewPanel({ store, reviewStore }: Props) {
  const review = reviewStore.review.value;
  const problem = reviewStore.problem.value;
  if (!review) {
    const tree = store.tree.value;
    return (
      <div class="review-start">
        <p>{t(tree.children.length > 0 ? 'analysis.review.intro' : 'analysis.review.noMoves')}</p>
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <Button
          kind="primary"
          disabled={tree.children.length === 0}
          onClick={() => void reviewStore.start()}
        >
          {t('analysis.review.start')}
        </Button>
      </div>
    );
  }
  const notable = review.moves.filter(({ judgement, moment }) => judgement || moment);
  const worst = review.finished ? worstMove(review) : undefined;
  return (
    <section class="review" aria-label={t('analysis.tab.review')}>
      {review.finished ? (
        <div class="review-sides">
          <Side review={review} color="white" />
          <Side review={review} color="black" />
        </div>
      ) : (
        <label class="review-progress">
          <span>{t('analysis.review.progress', { done: review.done, total: review.total })}</span>
          <progress value={review.done} max={review.total} />
        </label>
      )}
      {worst && worst !== notable[0] && <WorstMove move={worst} store={store} />}
      <ul class="review-notes">
        {notable.map((move) => (
          <Note key={move.ply} move={move} isWorst={move === worst} store={store} />
        ))}
      </ul>
      {review.finished && notable.length === 0 && (
        <p class="panel-note">{t('analysis.review.noMistakes')}</p>
      )}
    </section>
  );
}

/** How one side played. */
function Side({ review, color }: { review: Review; color: Color }) {
  const loss = review.loss[color];
  const own = review.moves.filter((move) => move.color === color);
  const counts = (['inaccuracy', 'mistake', 'blunder'] as const).map((judgement) => ({
    judgement,
    count: own.filter((move) => move.judgement === judgement).length,
  }));
  return (
    <div class="review-side">
      <h3>
        <span class={`side-disc ${color}`} aria-hidden="true" />
        {t(`color.${color}`)}
      </h3>
      {loss !== undefined && <p>{t('analysis.review.loss', { loss: Math.round(loss * 100) })}</p>}
      <ul>
        {counts.map(({ judgement, count }) => (
          <li key={judgement} class={count > 0 ? judgement : ''}>
            {t(`analysis.judgements.${judgement}`, { count })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The id of the note about the worst move. */
const WORST_NOTE = 'worst-move';

/** A link to the worst move and its note. */
function WorstMove({ move, store }: { move: ReviewedMove; store: AnalysisStore }) {
  const before = Array<number>(move.ply - 1).fill(0);
  return (
    <button
      type="button"
      class="review-worst"
      onClick={() => {
        store.goTo([...before, 0]);
        document.getElementById(WORST_NOTE)?.scrollIntoView({ block: 'nearest' });
      }}
    >
      <span class="worst">{t('analysis.review.worst')}</span>
      <span class={`review-move ${move.judgement}`}>
        {moveText(move, positionAt(store.tree.value, before))}
      </span>
      <span class="score">{`${move.bestScore} → ${move.score}`}</span>
    </button>
  );
}

interface MoveLinkProps {
  move: ReviewedMove;
  /** The path to the position before the move. */
  before: Path;
  store: AnalysisStore;
}

/** A move with its number and its glyph, which leads to it. */
function MoveLink({ move, before, store }: MoveLinkProps) {
  return (
    <button
      type="button"
      class={`review-move ${move.judgement ?? ''}`}
      onClick={() => store.goTo([...before, 0])}
    >
      {moveText(move, positionAt(store.tree.value, before))}
    </button>
  );
}

/** Returns a move with its number and its glyph. */
function moveText({ san, judgement }: ReviewedMove, before: Position): string {
  const glyph = judgement ? nagSymbol(JUDGEMENTS[judgement].nag) : '';
  return `${numberText(before, true)} ${san}${glyph}`;
}

interface NoteProps {
  move: ReviewedMove;
  /** Whether no other move of the game lost more. */
  isWorst: boolean;
  store: AnalysisStore;
}

/** A mistake, the line that was better, its refutation, and the self-capture that mattered. */
function Note({ move, isWorst, store }: NoteProps) {
  const before = Array<number>(move.ply - 1).fill(0);
  const position = positionAt(store.tree.value, before);
  const after = positionAt(store.tree.value, [...before, 0]);
  const better = move.wasBest ? [] : lineText(position, move.best);
  const lost = move.judgement === 'mistake' || move.judgement === 'blunder';
  const refutation = lost ? lineText(after, move.played.slice(1)) : [];
  const judged = move.judgement && JUDGEMENTS[move.judgement];
  const current = store.path.value.join() === [...before, 0].join();
  const entry = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const list = entry.current?.closest('.review');
    if (current && entry.current && list) reveal(list, entry.current);
  }, [current]);
  return (
    <li ref={entry} id={isWorst ? WORST_NOTE : undefined} class={current ? 'current' : ''}>
      <p class="review-note-head">
        <MoveLink move={move} before={before} store={store} />
        {judged && <span class={`verdict ${move.judgement}`}>{t(judged.key)}</span>}
        {isWorst && <span class="worst">{t('analysis.review.worst')}</span>}
        <span class="score">{judged ? `${move.bestScore} → ${move.score}` : move.score}</span>
      </p>
      {judged && better.length > 0 && (
        <p class="review-line">
          {t('analysis.review.better')}{' '}
          <LineView
            steps={better.slice(0, SHOWN_MOVES)}
            orientation={store.orientation.value}
            onPlay={(moves) => store.playLine(moves, before)}
          />
        </p>
      )}
      {refutation.length > 0 && (
        <p class="review-line">
          {t('analysis.review.refutation')}{' '}
          <LineView
            steps={refutation.slice(0, SHOWN_MOVES)}
            orientation={store.orientation.value}
            onPlay={(moves) => store.playLine(moves, [...before, 0])}
          />
        </p>
      )}
      {move.moment && (
        <p class="review-moment">
          <SelfCaptureMark /> {momentText(move.moment)}
        </p>
      )}
    </li>
  );
}

function momentText({ kind, san, themes }: Moment): string {
  const reasons = themes.map(themeText).join(', ');
  const keys = {
    played: 'analysis.moment.played',
    missed: 'analysis.moment.missed',
    refutation: 'analysis.moment.refutation',
  } as const;
  return t(keys[kind], { move: san, themes: reasons });
}
