// Puzzles of the service.
import { answer, api, type PuzzleView } from '../api/client';
import type { ListPage } from '../ui/usePages';
import type { Attempt, Puzzle, Score, Solution } from './puzzle';
import type { PuzzleService } from './trainer';

/** The address of all attempts as CSV. */
export const EXPORT_PATH = '/api/v1/puzzles/attempts.csv';

function read({ id, fen, move, solver, rating, plays }: PuzzleView): Puzzle {
  return { id, fen, move, color: solver, rating, plays };
}

const readNext = ({ puzzle }: { puzzle?: PuzzleView | null }) => puzzle && read(puzzle);

/** Loads the puzzle of the day. */
export async function loadDaily(): Promise<{ date: string; puzzle: Puzzle }> {
  const { date, puzzle } = await answer(api.GET('/api/v1/puzzles/daily'));
  return { date, puzzle: read(puzzle) };
}

export const puzzleService: PuzzleService = {
  next: async (theme, difficulty) => {
    const query = { difficulty, ...(theme && { theme }) };
    return (
      readNext(await answer(api.GET('/api/v1/puzzles/next', { params: { query } }))) ?? undefined
    );
  },
  daily: loadDaily,
  replay: async () => readNext(await answer(api.GET('/api/v1/puzzles/replay'))) ?? undefined,
  puzzle: async (id) =>
    read(await answer(api.GET('/api/v1/puzzles/{id}', { params: { path: { id } } }))),
  solution: async (id): Promise<Solution> => {
    const params = { path: { id } };
    return answer(api.GET('/api/v1/puzzles/{id}/solution', { params }));
  },
  attempt: async ({ key, id, moves, hints }: Attempt): Promise<Score> => {
    const params = { path: { id }, header: { 'idempotency-key': key } };
    const body = { moves: [...moves], hints };
    const result = await answer(api.POST('/api/v1/puzzles/{id}/attempts', { params, body }));
    return {
      solved: result.solved,
      rated: result.rated,
      before: result.before.rating,
      after: result.after.rating,
      streak: result.streak,
      dailyStreak: result.daily_streak,
    };
  },
  standing: () => loadProfile(),
};

/** The progress of a solver. */
export interface Profile {
  readonly rating: number;
  readonly deviation: number;
  readonly attempts: number;
  readonly solved: number;
  readonly streak: number;
  readonly bestStreak: number;
  /** The rating after rated attempts; `at` is in milliseconds since 1970. */
  readonly history: readonly { readonly at: number; readonly rating: number }[];
}

export async function loadProfile(): Promise<Profile> {
  const { best_streak: bestStreak, ...rest } = await answer(api.GET('/api/v1/puzzles/me'));
  return { ...rest, bestStreak };
}

/** An attempt of the past. */
export interface PastAttempt {
  readonly puzzle: string;
  /** Whether the puzzle can still be solved. */
  readonly exists: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly solved: boolean;
  readonly rated: boolean;
  /** The rating of the solver after the attempt. */
  readonly rating: number;
}

/** Loads a page of attempts, the newest first, and the cursor of the next page. */
export async function loadAttempts(
  failed: boolean,
  after?: string,
): Promise<ListPage<PastAttempt>> {
  const query = { failed, ...(after && { after }) };
  const page = await answer(api.GET('/api/v1/puzzles/attempts', { params: { query } }));
  return { items: page.attempts, next: page.next ?? undefined };
}

/** Loads the number of puzzles by theme. */
export async function loadThemeCounts(): Promise<ReadonlyMap<string, number>> {
  const { themes } = await answer(api.GET('/api/v1/puzzles/themes'));
  return new Map(themes.map(({ theme, puzzles }) => [theme, puzzles]));
}

/** Returns a function that loads the next positions for "Mate or not?", none of them twice. */
export function mateQuestions() {
  let after: string | undefined;
  return async () => {
    const query = after === undefined ? {} : { after };
    const page = await answer(api.GET('/api/v1/puzzles/mate-or-not', { params: { query } }));
    after = page.next ?? undefined;
    return page.positions;
  };
}
