// Reading and writing PGN.

import { checkStrings } from './arguments.js';
import { attempt, OuroError } from './errors.js';
import { writePgn as rawWrite, readPgn, readPgnLenient } from './generated/rules.js';
import { checkReady } from './rules.js';
import type { PgnGame, PgnImport, PgnMove, Variant } from './types.js';

export interface PgnOptions {
  /** The variant of games without a `Variant` tag; chess by default. */
  readonly variant?: Variant;
  /** Whether to keep as much of each game as possible; lenient by default. */
  readonly lenient?: boolean;
}

/** The greatest depth of nested variations, the same as for reading. */
const MAX_DEPTH = 64;

/** Reads all games of a text. */
export function parsePgn(
  text: string,
  { variant = 'chess', lenient = true }: PgnOptions = {},
): PgnImport[] {
  checkReady();
  checkStrings({ text, variant });
  const read = lenient ? readPgnLenient : readPgn;
  return attempt(() => read(text, variant) as PgnImport[]);
}

/** Writes a game with its variations and comments. Illegal moves are an error. */
export function writePgn(game: PgnGame): string {
  checkReady();
  checkDepth(game.moves ?? [], 0);
  return attempt(() => rawWrite(game));
}

/** Throws if variations are nested too deeply, which would exhaust the stack of the module. */
function checkDepth(moves: readonly PgnMove[], depth: number): void {
  if (depth > MAX_DEPTH) {
    const message = `variations may be nested ${MAX_DEPTH} deep`;
    throw new OuroError({ kind: 'argument', code: 'too_deep', message });
  }
  for (const move of moves) {
    for (const variation of move.variations ?? []) {
      checkDepth(variation, depth + 1);
    }
  }
}
