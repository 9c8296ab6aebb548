// The `info` lines of the engine as data.

/** A score for the side to move. */
export type Score =
  | { readonly type: 'cp'; readonly value: number }
  /** Moves to mate; negative if the side to move is mated. */
  | { readonly type: 'mate'; readonly value: number };

/** A principal variation. */
export interface Line {
  /** The rank among the variations, from 1. */
  readonly multipv: number;
  readonly score: Score;
  readonly bound: 'exact' | 'lower' | 'upper';
  /** Expected results of the side to move in permille. */
  readonly wdl?: { readonly win: number; readonly draw: number; readonly loss: number };
  /** Legal moves in UCI notation. */
  readonly pv: readonly string[];
}

/** The state of a search. */
export interface Analysis {
  readonly depth: number;
  readonly seldepth: number;
  readonly nodes: number;
  /** Nodes per second. */
  readonly nps: number;
  /** Milliseconds since the start. */
  readonly time: number;
  /** Permille of the hash table in use. */
  readonly hashfull: number;
  /** The principal variations, best first. */
  readonly lines: readonly Line[];
}

function numberAfter(words: readonly string[], name: string, otherwise: number): number {
  const index = words.indexOf(name);
  const value = index < 0 ? Number.NaN : Number(words[index + 1]);
  return Number.isFinite(value) ? value : otherwise;
}

/** Returns the line and the counters of an `info` line with a score; `undefined` for others. */
export function parseInfo(text: string): (Omit<Analysis, 'lines'> & { line: Line }) | undefined {
  const words = text.split(/\s+/);
  const score = words.indexOf('score');
  const type = words[score + 1];
  if (words[0] !== 'info' || words[1] === 'string' || score < 0) {
    return undefined;
  }
  if (type !== 'cp' && type !== 'mate') {
    return undefined;
  }
  const pv = words.indexOf('pv');
  const wdl = words.indexOf('wdl');
  const [win = 0, draw = 0, loss = 0] = words.slice(wdl + 1, wdl + 4).map(Number);
  return {
    depth: numberAfter(words, 'depth', 0),
    seldepth: numberAfter(words, 'seldepth', 0),
    nodes: numberAfter(words, 'nodes', 0),
    nps: numberAfter(words, 'nps', 0),
    time: numberAfter(words, 'time', 0),
    hashfull: numberAfter(words, 'hashfull', 0),
    line: {
      multipv: numberAfter(words, 'multipv', 1),
      score: { type, value: Number(words[score + 2]) },
      bound: words.includes('lowerbound')
        ? 'lower'
        : words.includes('upperbound')
          ? 'upper'
          : 'exact',
      ...(wdl < 0 ? {} : { wdl: { win, draw, loss } }),
      pv: pv < 0 ? [] : words.slice(pv + 1),
    },
  };
}
