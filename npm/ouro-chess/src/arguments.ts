// Checks of arguments before they reach a WebAssembly module.

import { OuroError } from './errors.js';

/** Throws unless all values are strings. The glue of the modules would fail on others with an obscure error. */
export function checkStrings(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string') {
      const found = value === null ? 'null' : typeof value;
      const message = `${name} must be a string, not ${found}`;
      throw new OuroError({ kind: 'argument', code: 'not_a_string', message });
    }
  }
}

/** Returns the text of a move that is given as text or as data. */
export function moveText(move: string | { readonly uci: string }): string {
  const text: unknown = typeof move === 'string' ? move : (move as { uci?: unknown } | null)?.uci;
  checkStrings({ move: text });
  return text as string;
}
