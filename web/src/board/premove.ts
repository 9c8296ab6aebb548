// Moves that are played as soon as the opponent has moved.
import type { Move, Position, Square } from '../rules';
import { movesBetween } from './moves';

export interface Premove {
  readonly from: Square;
  readonly to: Square;
  /**
   * `free`: onto a square without an own piece. `recapture`: onto an own piece; it is played only if that piece
   * has been captured. `selfCapture`: captures the own piece, as the player has said.
   */
  readonly kind: 'free' | 'recapture' | 'selfCapture';
}

/** Returns the legal move that a premove has become. Pawns promote to queens. */
export function premoveMove(premove: Premove, position: Position): Move | undefined {
  const found = movesBetween(position, premove.from, premove.to);
  const move = found.find(({ promotion }) => promotion === undefined || promotion === 'queen');
  if (!move) return undefined;
  return move.selfCapture === (premove.kind === 'selfCapture') ? move : undefined;
}
