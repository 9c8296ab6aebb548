// Places of squares on the board.
import type { Color, Square } from '../rules';

const FILES = 'abcdefgh';

/** Returns file and rank on the screen, from 0 at the left and at the top. */
export function onScreen(square: Square, orientation: Color): { column: number; row: number } {
  const file = FILES.indexOf(square.charAt(0));
  const rank = Number(square.charAt(1)) - 1;
  return orientation === 'white'
    ? { column: file, row: 7 - rank }
    : { column: 7 - file, row: rank };
}

/** Returns the place of a square as a style. */
export function placeOf(square: Square, orientation: Color): { left: string; top: string } {
  const { column, row } = onScreen(square, orientation);
  return { left: `${column * 12.5}%`, top: `${row * 12.5}%` };
}

/** Returns the square beside another one as seen on the screen; `undefined` beyond the edge. */
export function step(
  square: Square,
  orientation: Color,
  right: number,
  up: number,
): Square | undefined {
  const forward = orientation === 'white' ? 1 : -1;
  const file = FILES.indexOf(square.charAt(0)) + right * forward;
  const rank = Number(square.charAt(1)) + up * forward;
  if (file < 0 || file > 7 || rank < 1 || rank > 8) return undefined;
  return `${FILES.charAt(file)}${rank}` as Square;
}
