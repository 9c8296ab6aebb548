// Legal moves as the board needs them. They come from the service; nothing is worked out here.
import type { Key } from '@lichess-org/chessground/types';
import type { MoveInfo } from '../api/client';

/** Where a move begins and ends on the board. In Chess960 a castling king goes onto its rook. */
export const fromOf = (move: Pick<MoveInfo, 'uci'>): Key => move.uci.slice(0, 2) as Key;
export const toOf = (move: Pick<MoveInfo, 'uci'>): Key => move.uci.slice(2, 4) as Key;

export function destinations(legal: MoveInfo[]): Map<Key, Key[]> {
  const all = new Map<Key, Key[]>();
  for (const move of legal) {
    const from = fromOf(move);
    const list = all.get(from) ?? [];
    if (!list.includes(toOf(move))) list.push(toOf(move));
    all.set(from, list);
  }
  return all;
}

/** The moves from one square to another: several if a pawn promotes. */
export function between(legal: MoveInfo[], from: string, to: string): MoveInfo[] {
  return legal.filter((move) => fromOf(move) === from && toOf(move) === to);
}

/** The squares of own pieces that a piece may take. */
export function ownTargets(legal: MoveInfo[], from: string): Key[] {
  const found = legal.filter((move) => move.self_capture && fromOf(move) === from).map(toOf);
  return [...new Set(found)];
}

/** The move that somebody has typed, as notation or as squares. */
export function typed(legal: MoveInfo[], text: string): MoveInfo | undefined {
  const plain = (san: string) => san.replace(/[+#!?=]/g, '');
  const wanted = text.trim();
  if (wanted === '') return undefined;
  const castled = wanted.replace(/0/g, 'O');
  const same = (test: (move: MoveInfo) => boolean) => legal.find(test);
  return (
    same((move) => move.san === wanted) ??
    same((move) => move.uci === wanted.toLowerCase()) ??
    same((move) => plain(move.san) === plain(castled)) ??
    same((move) => plain(move.san).toLowerCase() === plain(wanted).toLowerCase())
  );
}
