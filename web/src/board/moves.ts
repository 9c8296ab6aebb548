// Legal moves as the board needs them.
import type { Key } from '@lichess-org/chessground/types';
import type { Move, Position, Square } from '../rules';

const known = new WeakMap<Position, readonly Move[]>();

/** Returns the legal moves of a position, generated once. */
export function legalMoves(position: Position): readonly Move[] {
  let moves = known.get(position);
  if (!moves) {
    moves = position.moves();
    known.set(position, moves);
  }
  return moves;
}

/** Returns the square onto which a move is made: for castling in Chess960, that of the rook. */
export const targetOf = (move: Move): Square => move.uci.slice(2, 4) as Square;

/** Returns the moves from one square to another: several for a promotion. */
export function movesBetween(position: Position, from: string, to: string): readonly Move[] {
  return legalMoves(position).filter((move) => move.from === from && targetOf(move) === to);
}

/** Returns whether a piece can capture the own piece on a square. */
export function isSelfCapture(position: Position, from: string, to: string): boolean {
  return movesBetween(position, from, to).some((move) => move.selfCapture);
}

/** Returns the squares of the own pieces that a piece can capture. */
export function ownTargets(position: Position, from: string): readonly Key[] {
  const moves = legalMoves(position).filter((move) => move.selfCapture && move.from === from);
  return [...new Set(moves.map(targetOf))];
}

/** Returns the targets by origin, with or without self-captures. */
export function destinations(position: Position, selfCaptures: boolean): Map<Key, Key[]> {
  const targets = new Map<Key, Key[]>();
  for (const move of legalMoves(position)) {
    if (move.selfCapture && !selfCaptures) continue;
    const list = targets.get(move.from) ?? [];
    if (!list.includes(targetOf(move))) list.push(targetOf(move));
    targets.set(move.from, list);
  }
  return targets;
}

/** Returns whether a move leads from one position to another. */
export function leadsTo(from: Position, move: Move, to: Position): boolean {
  if (from.variant !== to.variant || from.turn !== move.color) return false;
  const found = legalMoves(from).find((legal) => legal.uci === move.uci);
  return found !== undefined && from.play(found).fen === to.fen;
}
