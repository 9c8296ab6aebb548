// A game as a list of positions.
import type { Color, Move, Position, Role } from '../rules';

/** A position of a game and the move that led to it. */
export interface Ply {
  readonly position: Position;
  /** Missing at the start. */
  readonly move?: Move;
}

/** Plays moves in UCI notation from a start position. Positions that `known` has are not computed again. */
export function replay(
  start: Position,
  moves: readonly string[],
  known: readonly Ply[] = [],
): readonly Ply[] {
  const reusable = known[0]?.position.fen === start.fen ? known : [];
  const plies: Ply[] = [reusable[0] ?? { position: start }];
  const differs = moves.findIndex((uci, i) => reusable[i + 1]?.move?.uci !== uci);
  plies.push(...reusable.slice(1, differs < 0 ? moves.length + 1 : differs + 1));
  let position = plies.at(-1)?.position ?? start;
  for (const uci of moves.slice(plies.length - 1)) {
    const move = position.parseMove(uci);
    position = position.play(move);
    plies.push({ position, move });
  }
  return plies;
}

/** The pieces that a side has captured. */
export interface Captures {
  readonly opponent: readonly Role[];
  readonly own: readonly Role[];
}

const ORDER: readonly Role[] = ['queen', 'rook', 'bishop', 'knight', 'pawn'];

/** Returns the pieces that a side has captured, most valuable first. */
export function capturesOf(plies: readonly Ply[], color: Color): Captures {
  const moves = plies.flatMap(({ move }) => (move?.color === color && move.captured ? [move] : []));
  const pieces = (selfCaptures: boolean) =>
    moves
      .filter(({ selfCapture }) => selfCapture === selfCaptures)
      .flatMap(({ captured }) => (captured ? [captured.piece] : []))
      .sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return { opponent: pieces(false), own: pieces(true) };
}

/** Returns the number of plies before a position, counted from move 1 of White. */
export function plyNumber(position: Position): number {
  return (position.fullmoveNumber - 1) * 2 + (position.turn === 'black' ? 1 : 0);
}
