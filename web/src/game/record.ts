// A stored game as it was after each of its moves.
import type { GameView, Line, MoveRecord, PieceName, Side } from '../api/client';
import { other } from '../ui/words';

/** Whose turn it was at the start, as the FEN that the service wrote says. */
export const firstToMove = (fen: string): Side => (fen.split(' ')[1] === 'b' ? 'black' : 'white');

/** The number of the move that White played last at the start. */
export const firstNumber = (fen: string): number => Number(fen.split(' ')[5] ?? 1);

export interface Shown {
  ply: number;
  fen: string;
  turn: Side;
  check: boolean;
  last: MoveRecord | undefined;
}

/** The game after so many moves. */
export function after(game: GameView, ply: number): Shown {
  const last = game.moves[ply - 1];
  const first = firstToMove(game.start_fen);
  return {
    ply,
    fen: last?.fen ?? game.start_fen,
    turn: ply % 2 === 0 ? first : other(first),
    check: ply === game.moves.length ? game.check : (last?.check ?? false),
    last,
  };
}

export function lineUpTo(game: GameView, ply: number): Line {
  return {
    variant: game.variant,
    fen: game.start_fen,
    moves: game.moves.slice(0, ply).map((move) => move.uci),
  };
}

/** What each side has taken, pieces of its own apart. */
export interface Taken {
  enemy: PieceName[];
  own: PieceName[];
}

export function taken(
  moves: Pick<MoveRecord, 'captured' | 'self_capture'>[],
  first: Side,
): Record<Side, Taken> {
  const all: Record<Side, Taken> = {
    white: { enemy: [], own: [] },
    black: { enemy: [], own: [] },
  };
  moves.forEach((move, i) => {
    if (!move.captured) return;
    const side = i % 2 === 0 ? first : other(first);
    all[side][move.self_capture ? 'own' : 'enemy'].push(move.captured.piece);
  });
  return all;
}
