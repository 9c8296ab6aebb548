// The review of the main line by the server, and what it says about each move.
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { answer, api, RequestError, type ReviewView } from '../api/client';
import type { Line, Variation } from '../engine/engine';
import { scoreText, whitePoints } from '../engine/score';
import { errorText } from '../i18n/errors';
import type { Color, Theme } from '../rules';
import { forgetReview, knownReview, rememberReview } from './knownReviews';
import { endOf, lineTo, nodesOn, type Tree } from './tree';
import type { MoveNote } from './treeView';

/** Milliseconds between questions about a review in progress. */
const INTERVAL = 500;

export type Judgement = 'inaccuracy' | 'mistake' | 'blunder';

const JUDGEMENT_NAGS: Record<Judgement, number> = { inaccuracy: 6, mistake: 2, blunder: 4 };

/** A self-capture that mattered. */
export interface Moment {
  readonly kind: 'played' | 'missed' | 'refutation';
  readonly san: string;
  readonly themes: readonly Pick<Theme, 'code' | 'text'>[];
}

export interface ReviewedMove {
  /** The number of moves played after it. */
  readonly ply: number;
  readonly san: string;
  readonly color: Color;
  readonly judgement: Judgement | undefined;
  /** The points that White can expect after the move, from 0 to 1. */
  readonly points: number;
  /** The score after the move, for White. */
  readonly score: string;
  /** The score after the best move instead, for White. */
  readonly bestScore: string;
  /** The best line from the position before the move in UCI notation. */
  readonly best: readonly string[];
  readonly wasBest: boolean;
  /** The move that was played and the best line after it in UCI notation. */
  readonly played: readonly string[];
  /** The expected score that the move lost, from 0 to 1. */
  readonly loss: number;
  readonly moment: Moment | undefined;
}

export interface Review {
  readonly finished: boolean;
  readonly done: number;
  readonly total: number;
  readonly moves: readonly ReviewedMove[];
  /** The average loss of expected score per move, from 0 to 1. */
  readonly loss: Readonly<Record<Color, number | undefined>>;
}

type Evaluation = ReviewView['reviewed'][number]['played']['evaluation'];

function variation({ mate, cp, wdl }: Evaluation): Pick<Variation, 'score' | 'wdl'> {
  const [win = 0, draw = 0, loss = 0] = wdl;
  return { score: mate == null ? { cp: cp ?? 0 } : { mate }, wdl: { win, draw, loss } };
}

/** Returns a review without what belongs to moves that have changed since. */
export function readReview(view: ReviewView): Review {
  const firstIsBlack = view.fen.split(' ')[1] === 'b';
  const share = (loss: number | null | undefined) => (loss == null ? undefined : loss / 100);
  return {
    finished: view.finished,
    done: view.done,
    total: view.moves.length,
    loss: { white: share(view.loss[0]), black: share(view.loss[1]) },
    moves: view.reviewed.map(({ played, best, judgement, moment, loss }, i) => {
      const after = variation(played.evaluation);
      const view = played.evaluation.point_of_view;
      const bestView = best.evaluation.point_of_view;
      return {
        ply: i + 1,
        san: played.san,
        color: (i % 2 === 0) !== firstIsBlack ? 'white' : 'black',
        judgement: (judgement ?? undefined) as Judgement | undefined,
        points: whitePoints(after, view),
        score: scoreText(after.score, view),
        bestScore: scoreText(variation(best.evaluation).score, bestView),
        best: best.pv,
        wasBest: best.uci === played.uci,
        played: played.pv,
        loss: loss / 100,
        moment: (moment ?? undefined) as Moment | undefined,
      };
    }),
  };
}

/** Returns the judged move that lost the most; the first of equals. */
export function worstMove({ moves }: Review): ReviewedMove | undefined {
  const judged = moves.filter(({ judgement }) => judgement);
  return judged.reduce<ReviewedMove | undefined>(
    (worst, move) => (worst && worst.loss >= move.loss ? worst : move),
    undefined,
  );
}

const mainLineOf = (tree: Tree): Line => lineTo(tree, endOf(tree, []));

/** Follows a review of the main line of a tree. */
export function createReview(tree: ReadonlySignal<Tree>) {
  const view = signal<ReviewView | undefined>(undefined);
  const problem = signal('');
  const started = signal(false);
  const open = computed(() => (view.value?.finished === false ? view.value.id : undefined));
  /** The moves of the main line, which a review has to match. */
  const mainLine = computed(() =>
    nodesOn(tree.value, endOf(tree.value, []))
      .map(({ uci }) => uci)
      .join(),
  );

  const dispose = effect(() => {
    const id = open.value;
    if (!id) return;
    let timer: ReturnType<typeof setTimeout>;
    let wanted = true;
    const ask = async () => {
      try {
        const path = { id };
        const found = await answer(api.GET('/api/v1/review/{id}', { params: { path } }));
        if (wanted) view.value = found;
      } catch {
        // The review continues at the server; a later request may succeed.
      }
      if (wanted) timer = setTimeout(ask, INTERVAL);
    };
    timer = setTimeout(ask, INTERVAL);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  });

  /** Shows the review of the game if there has been one. */
  const restore = async () => {
    const line = mainLineOf(tree.peek());
    const id = line.moves.length > 0 ? knownReview(line) : undefined;
    if (!id) return;
    started.value = true;
    try {
      const found = await answer(api.GET('/api/v1/review/{id}', { params: { path: { id } } }));
      view.value ??= found;
    } catch (error) {
      started.value = view.value !== undefined;
      if (error instanceof RequestError && error.code === 'not_found') forgetReview(line);
    }
  };
  void restore();

  /** The review, while the main line is the one that was reviewed. */
  const review = computed(() =>
    view.value && view.value.moves.join() === mainLine.value ? readReview(view.value) : undefined,
  );
  const notes = computed<ReadonlyMap<number, MoveNote> | undefined>(
    () =>
      review.value &&
      new Map(
        review.value.moves.map(({ ply, judgement, score }) => [
          ply,
          { nags: judgement ? [JUDGEMENT_NAGS[judgement]] : [], score },
        ]),
      ),
  );

  return {
    review,
    notes,
    /** Whether a review was asked for, so that there is room for its graph. */
    started: started as ReadonlySignal<boolean>,
    /** Why the last review could not be started; empty if it was. */
    problem: problem as ReadonlySignal<string>,
    /** Lets the server review the main line. */
    async start(): Promise<void> {
      const line = mainLineOf(tree.peek());
      problem.value = '';
      started.value = true;
      try {
        const { variant, fen, moves } = line;
        const body = { variant, fen: fen ?? null, moves: [...moves] };
        view.value = await answer(api.POST('/api/v1/review', { body }));
        rememberReview(line, view.value.id);
      } catch (error) {
        problem.value = errorText(error);
        started.value = false;
      }
    },
    dispose,
  };
}

export type ReviewStore = ReturnType<typeof createReview>;
