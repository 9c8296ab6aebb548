// The opening explorer: what the book and games know about a position.
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { answer, api, type EvaluationInfo, type ExplorerAnswer } from '../api/client';
import type { Line } from '../engine/engine';
import { scoreText } from '../engine/score';
import type { Variant } from '../rules';
import { oneOf } from '../settings/persisted';

/** Whose games are counted: those of the engine, all of this server, or one's own. */
export const SOURCES = ['engine', 'all', 'mine'] as const;
export type Source = (typeof SOURCES)[number];

export const source = oneOf('analysis.explorer', SOURCES, 'engine');

/** Results of games. */
export interface Results {
  readonly games: number;
  /** Shares of the games that White won, were drawn, and Black won. */
  readonly white: number;
  readonly draws: number;
  readonly black: number;
  /** The share of the games with a self-capture. */
  readonly selfCaptures: number;
}

export interface ExplorerMove extends Results {
  readonly uci: string;
  readonly san: string;
  readonly selfCapture: boolean;
  /** The evaluation of the book for White, such as `+0.35`; empty if it does not know the move. */
  readonly score: string;
}

export interface ExplorerEntry extends Results {
  /** The code and the name of the opening, such as `C60 Ruy Lopez`; empty if it has none. */
  readonly opening: string;
  readonly moves: readonly ExplorerMove[];
  readonly score: string;
}

export type ExplorerState =
  | { readonly state: 'loading' }
  | { readonly state: 'found'; readonly entry: ExplorerEntry }
  | { readonly state: 'failed'; readonly error: unknown };

type Counts = Pick<ExplorerAnswer, 'white' | 'draws' | 'black' | 'selfCaptures'>;

function readCounts({ white, draws, black, selfCaptures }: Counts): Results {
  const games = white + draws + black;
  const share = (count: number) => (games === 0 ? 0 : count / games);
  return {
    games,
    white: share(white),
    draws: share(draws),
    black: share(black),
    selfCaptures: share(selfCaptures),
  };
}

function readScore(book: { evaluation: EvaluationInfo } | null | undefined): string {
  if (!book) return '';
  const { cp, mate, point_of_view: view } = book.evaluation;
  return scoreText(mate == null ? { cp: cp ?? 0 } : { mate }, view);
}

/** Returns an answer of the service with shares instead of counts. */
export function readExplorer(answer: ExplorerAnswer): ExplorerEntry {
  return {
    ...readCounts(answer),
    opening: answer.opening ? `${answer.opening.eco} ${answer.opening.name}` : '',
    score: readScore(answer.book),
    moves: answer.moves.map((move) => ({
      ...readCounts(move),
      uci: move.uci,
      san: move.san,
      selfCapture: move.selfCapture,
      score: readScore(move.book),
    })),
  };
}

/** What is asked of the explorer. */
export interface ExplorerQuery {
  readonly variant: Variant;
  readonly source: Source;
  readonly fen?: string;
  /** The moves since the start position, separated by commas. */
  readonly play?: string;
}

async function load(query: ExplorerQuery, signal: AbortSignal): Promise<ExplorerEntry> {
  return readExplorer(await answer(api.GET('/api/v1/explorer', { params: { query }, signal })));
}

/** How many answers are kept, so that stepping through a game shows them at once. */
const KEPT = 200;

/** Looks up the line of a signal whenever it changes. The answer before stays until the next one is there. */
export function followExplorer(
  line: ReadonlySignal<Line>,
  ask = load,
): {
  found: ReadonlySignal<ExplorerState>;
  retry(): void;
  dispose(): void;
} {
  const found = signal<ExplorerState>({ state: 'loading' });
  const attempt = signal(0);
  const known = new Map<string, ExplorerEntry>();
  const dispose = effect(() => {
    void attempt.value;
    const { variant, fen, moves } = line.value;
    const query: ExplorerQuery = {
      variant,
      source: source.value,
      ...(fen && { fen }),
      ...(moves.length > 0 && { play: moves.join(',') }),
    };
    const key = JSON.stringify(query);
    const entry = known.get(key);
    if (entry) {
      found.value = { state: 'found', entry };
      return;
    }
    const control = new AbortController();
    ask(query, control.signal).then(
      (entry) => {
        if (known.size >= KEPT) known.clear();
        known.set(key, entry);
        if (!control.signal.aborted) found.value = { state: 'found', entry };
      },
      (error: unknown) => {
        if (!control.signal.aborted) found.value = { state: 'failed', error };
      },
    );
    return () => control.abort();
  });
  return {
    found,
    retry: () => {
      attempt.value += 1;
    },
    dispose,
  };
}
