// Numeric annotation glyphs: their symbols, and their names for tooltips.
import type { MessageKey } from '../i18n';

interface Glyph {
  readonly symbol: string;
  readonly name: MessageKey;
}

/** The glyphs of a move that can be chosen, in the order of the buttons. */
export const MOVE_GLYPHS: readonly number[] = [3, 1, 5, 6, 2, 4];

const GLYPHS: Readonly<Record<number, Glyph>> = {
  1: { symbol: '!', name: 'analysis.nag.good' },
  2: { symbol: '?', name: 'analysis.nag.mistake' },
  3: { symbol: '!!', name: 'analysis.nag.brilliant' },
  4: { symbol: '??', name: 'analysis.nag.blunder' },
  5: { symbol: '!?', name: 'analysis.nag.interesting' },
  6: { symbol: '?!', name: 'analysis.nag.dubious' },
  7: { symbol: '□', name: 'analysis.nag.onlyMove' },
  10: { symbol: '=', name: 'analysis.nag.equal' },
  13: { symbol: '∞', name: 'analysis.nag.unclear' },
  14: { symbol: '⩲', name: 'analysis.nag.whiteSlightly' },
  15: { symbol: '⩱', name: 'analysis.nag.blackSlightly' },
  16: { symbol: '±', name: 'analysis.nag.whiteBetter' },
  17: { symbol: '∓', name: 'analysis.nag.blackBetter' },
  18: { symbol: '+−', name: 'analysis.nag.whiteWinning' },
  19: { symbol: '−+', name: 'analysis.nag.blackWinning' },
  22: { symbol: '⨀', name: 'analysis.nag.zugzwang' },
  23: { symbol: '⨀', name: 'analysis.nag.zugzwang' },
  36: { symbol: '↑', name: 'analysis.nag.initiative' },
  37: { symbol: '↑', name: 'analysis.nag.initiative' },
  40: { symbol: '→', name: 'analysis.nag.attack' },
  41: { symbol: '→', name: 'analysis.nag.attack' },
  132: { symbol: '⇆', name: 'analysis.nag.counterplay' },
  133: { symbol: '⇆', name: 'analysis.nag.counterplay' },
  138: { symbol: '⊕', name: 'analysis.nag.timeTrouble' },
  139: { symbol: '⊕', name: 'analysis.nag.timeTrouble' },
  140: { symbol: '∆', name: 'analysis.nag.idea' },
  146: { symbol: 'N', name: 'analysis.nag.novelty' },
};

/** Returns the symbol of a glyph; unknown ones are shown as PGN writes them. */
export const nagSymbol = (nag: number): string => GLYPHS[nag]?.symbol ?? `$${nag}`;

export const nagName = (nag: number): MessageKey | undefined => GLYPHS[nag]?.name;

/** Returns the quality of a move that its glyphs name, for its colour. */
export function nagQuality(nags: readonly number[]): string {
  const qualities: Record<number, string> = {
    1: 'good',
    2: 'mistake',
    3: 'brilliant',
    4: 'blunder',
    5: 'interesting',
    6: 'inaccuracy',
  };
  return nags.map((nag) => qualities[nag] ?? '').find((quality) => quality !== '') ?? '';
}
