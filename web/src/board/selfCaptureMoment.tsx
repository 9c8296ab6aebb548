import type { Color, Move, Square } from '../rules';
import { placeOf } from './geometry';

interface Props {
  move: Move;
  orientation: Color;
  /** Whether the captured piece is shown as it disappears. */
  animated: boolean;
}

/** Returns the squares that a self-capture has opened: a line, or the square that the king escapes to. */
export function openedSquares(move: Move): readonly Square[] {
  const squares = move.themes.flatMap((theme) => theme.squares);
  return squares.length > 0 ? [...new Set(squares)] : [move.to];
}

/** A self-capture that was just played: its victim folds into the capturing piece, and what it opened lights up. */
export function SelfCaptureMoment({ move, orientation, animated }: Props) {
  return (
    <div class="self-capture-moment" aria-hidden="true">
      {openedSquares(move).map((square) => (
        <span key={square} class="opened" style={placeOf(square, orientation)} />
      ))}
      {animated && move.captured && (
        <span
          class={`piece folding ${move.captured.color} ${move.captured.piece}`}
          style={placeOf(move.captured.square, orientation)}
        />
      )}
    </div>
  );
}
