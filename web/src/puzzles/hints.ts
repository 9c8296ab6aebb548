// Hints on the board: first the piece, then its target.
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { PageBrush } from '../board/brushes';
import type { Move } from '../rules';
import type { HintLevel } from './solver';

/** Returns a circle on the piece that has to move, or an arrow to its target. */
export function hintShapes(move: Move | undefined, level: HintLevel): DrawShape[] {
  if (!move || level === 0) return [];
  const orig = move.from as Key;
  if (level === 1) return [{ orig, brush: 'best' satisfies PageBrush }];
  const brush: PageBrush = move.selfCapture ? 'bestSelfCapture' : 'best';
  return [{ orig, dest: move.to as Key, brush }];
}
