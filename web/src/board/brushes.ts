// Colours of arrows that the page draws. The user draws with chessground's own: green, red, blue and yellow.
import type { DrawBrush, DrawBrushes } from '@lichess-org/chessground/draw';
import { defaults } from '@lichess-org/chessground/state';

export type PageBrush = 'best' | 'other' | 'bestSelfCapture' | 'otherSelfCapture';

const PAGE_BRUSHES: Record<PageBrush, DrawBrush> = {
  best: { key: 'best', color: '#1c5fa8', opacity: 0.7, lineWidth: 13 },
  other: { key: 'other', color: '#33434f', opacity: 0.35, lineWidth: 8 },
  // Purple belongs to self-captures.
  bestSelfCapture: { key: 'bestSelf', color: '#7a35b8', opacity: 0.8, lineWidth: 13 },
  otherSelfCapture: { key: 'otherSelf', color: '#7a35b8', opacity: 0.4, lineWidth: 8 },
};

export const BRUSHES: DrawBrushes = { ...defaults().drawable.brushes, ...PAGE_BRUSHES };
