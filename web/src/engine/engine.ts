// The engine as the pages see it: where it runs makes no difference to them.
import { computed, type ReadonlySignal } from '@preact/signals';
import { t } from '../i18n';
import type { Variant } from '../rules';
import { engineKind } from '../settings/settings';
import { toast } from '../ui/toast';
import { browserEngine } from './browserEngine';
import { withFallback } from './fallback';
import { serverEngine } from './serverEngine';

/** A start position and the moves since, so that repetitions count. */
export interface Line {
  readonly variant: Variant;
  /** The start position; that of the variant if missing. */
  readonly fen?: string;
  /** Moves in UCI notation. */
  readonly moves: readonly string[];
}

/** A score for the side to move: centipawns, or moves to mate, negative if the side to move is mated. */
export type Score = { readonly cp: number } | { readonly mate: number };

/** Expected results of the side to move in permille. */
export interface Wdl {
  readonly win: number;
  readonly draw: number;
  readonly loss: number;
}

/** A principal variation. */
export interface Variation {
  readonly score: Score;
  readonly wdl: Wdl;
  /** Legal moves in UCI notation, at least one. */
  readonly pv: readonly string[];
}

/** The state of a search. */
export interface Analysis {
  readonly depth: number;
  readonly nodes: number;
  /** Nodes per second. */
  readonly nps: number;
  /** The principal variations, best first. */
  readonly lines: readonly Variation[];
}

export interface Engine {
  readonly kind: 'browser' | 'server';
  /** Analyses a position until the signal aborts or a limit of the engine is reached. */
  analyse(line: Line, options: { multipv: number; signal: AbortSignal }): AsyncIterable<Analysis>;
  /** Returns the best move in UCI notation; `undefined` if the game is over. */
  bestMove(
    line: Line,
    options: { movetime: number; signal?: AbortSignal },
  ): Promise<string | undefined>;
}

const browserFirst = withFallback(browserEngine, serverEngine, () =>
  toast(t('engine.browserFailed')),
);
const serverFirst = withFallback(serverEngine, browserEngine, () =>
  toast(t('engine.serverFailed')),
);

/** The engine of hints, analysis and the evaluation bar: in the browser unless the settings say otherwise. */
export const engine: ReadonlySignal<Engine> = computed(() =>
  engineKind.value === 'server' ? serverFirst : browserFirst,
);
