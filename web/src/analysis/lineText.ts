// Lines of moves with their notation and positions.
import type { Move, Position } from '../rules';

export interface Step {
  readonly move: Move;
  /** The number before the move: `12.` for White, `12…` for Black at the start of a line, otherwise nothing. */
  readonly number: string;
  /** The position after the move. */
  readonly position: Position;
}

/** The moves of a line that are shown. */
const SHOWN_MOVES = 14;

/** Returns the steps of a line of legal moves in UCI notation. */
export function lineText(start: Position, moves: readonly string[]): Step[] {
  const steps: Step[] = [];
  let before = start;
  for (const text of moves.slice(0, SHOWN_MOVES)) {
    const move = before.parseMove(text);
    const position = before.play(move.uci);
    steps.push({ move, number: numberText(before, steps.length === 0), position });
    before = position;
  }
  return steps;
}

/** Returns the number before a move that is played in a position. */
export function numberText({ turn, fullmoveNumber }: Position, first: boolean): string {
  if (turn === 'white') return `${fullmoveNumber}.`;
  return first ? `${fullmoveNumber}…` : '';
}
