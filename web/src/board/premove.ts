// A move that is to be played as soon as the other side has moved.
import type { MoveInfo } from '../api/client';
import { between } from './moves';

export interface Premove {
  from: string;
  to: string;
  /** `free`: onto a square that had no own piece. `recapture`: onto an own piece, to be played only if that
   * was taken meanwhile. `selfcapture`: to take one's own piece, as somebody has said. */
  kind: 'free' | 'recapture' | 'selfcapture';
}

/** The legal move that a premove turns into, if it does. Pawns become queens. */
export function fires(premove: Premove, legal: MoveInfo[]): MoveInfo | undefined {
  const found = between(legal, premove.from, premove.to);
  const move = found.find((move) => !move.promotion || move.promotion === 'queen');
  if (!move) return undefined;
  return move.self_capture === (premove.kind === 'selfcapture') ? move : undefined;
}
