// Errors of the package. Their messages come from the rules library.

/** What failed. */
export type ErrorKind = 'argument' | 'fen' | 'epd' | 'move' | 'pgn' | 'unsupported' | 'engine';

/**
 * The values in a sentence by name: squares (`e4`), pieces (`knight`), colors (`white`), numbers. With the code they
 * suffice to form the sentence in another language.
 */
export type Params = Readonly<Record<string, string | number>>;

/** A problem of a position and its place. */
export interface Problem {
  /** A stable name, such as `no_king` or `rank_width`. */
  readonly code: string;
  readonly params: Params;
  readonly message: string;
  /** The index in the text; missing if there is no text. */
  readonly at?: number;
  /** The squares concerned. */
  readonly squares: readonly string[];
}

/** A failure as the WebAssembly modules throw it. */
export interface Failure {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly params: Params;
  readonly message: string;
  readonly problems: readonly Problem[];
  readonly at?: number;
}

/** The error of the package for bad input and for failures of the engine. */
export class OuroError extends Error {
  override readonly name = 'OuroError';
  /** What failed. */
  readonly kind: ErrorKind;
  /** A stable name of the reason, such as `pinned` or `bad_fen`. */
  readonly code: string;
  /** The values in the message. */
  readonly params: Params;
  /** All problems of a FEN with their places. */
  readonly problems: readonly Problem[];
  /** The index in the text, if the failure has one place. */
  readonly at: number | undefined;

  constructor(failure: Omit<Failure, 'params' | 'problems'> & Partial<Failure>) {
    super(failure.message);
    this.kind = failure.kind;
    this.code = failure.code;
    this.params = failure.params ?? {};
    this.problems = failure.problems ?? [];
    this.at = failure.at;
  }
}

function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'kind' in value && 'code' in value;
}

/** Runs a call into a module and turns its failure into an error. */
export function attempt<T>(call: () => T): T {
  try {
    return call();
  } catch (failure) {
    throw isFailure(failure) ? new OuroError(failure) : failure;
  }
}
