import type { ComponentChildren } from 'preact';
import type { Color, Square } from '../rules';
import { onScreen } from './geometry';

interface Props {
  square: Square;
  orientation: Color;
  children: ComponentChildren;
}

/** A note beside a square: above it, or below it on the uppermost row. */
export function SquareNote({ square, orientation, children }: Props) {
  const { column, row } = onScreen(square, orientation);
  const vertical = row > 0 ? { bottom: `${(8 - row) * 12.5}%` } : { top: '12.5%' };
  const horizontal =
    column < 4 ? { left: `${column * 12.5}%` } : { right: `${(7 - column) * 12.5}%` };
  return (
    <div class="square-note" style={{ ...vertical, ...horizontal }}>
      {children}
    </div>
  );
}
