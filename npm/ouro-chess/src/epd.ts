// EPD: a position and operations such as `bm Nf3;`.

import { checkStrings } from './arguments.js';
import { attempt } from './errors.js';
import { RawEpd, writeEpd as rawWrite } from './generated/rules.js';
import { Position } from './position.js';
import { checkReady } from './rules.js';
import type { Operation, Variant } from './types.js';

export interface Epd {
  readonly position: Position;
  /** The operations in the order of the text. */
  readonly operations: readonly Operation[];
}

/** Parses an EPD. */
export function parseEpd(text: string, variant: Variant = 'chess'): Epd {
  checkReady();
  checkStrings({ text, variant });
  const raw = attempt(() => RawEpd.parse(text, variant));
  try {
    return {
      position: Position.of(raw.position()),
      operations: raw.operations() as Operation[],
    };
  } finally {
    raw.free();
  }
}

/** Writes an EPD. */
export function writeEpd({ position, operations }: Epd): string {
  return attempt(() => rawWrite(position.raw, operations));
}
