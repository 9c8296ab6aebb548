// The lessons: positions and what solves them. The rules decide about every move.
import type { Color, Move, Position } from '../rules';

export interface Lesson {
  /** The name in the address and in the keys of the texts. */
  readonly id: 'capture' | 'line' | 'escape' | 'promotion' | 'mate' | 'castling';
  readonly fen: string;
  readonly orientation: Color;
  /** Whether a legal move solves the lesson; `after` is the position that it leads to. */
  solves(move: Move, after: Position): boolean;
}

const isCheckmate = (position: Position): boolean => position.outcome()?.reason === 'checkmate';

export const LESSONS: readonly Lesson[] = [
  {
    id: 'capture',
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    orientation: 'white',
    solves: (move) => move.selfCapture,
  },
  {
    id: 'line',
    fen: '3r3k/p7/1p3p1P/1Pp1p3/P1b2r2/6R1/3N4/2K4R w - - 0 1',
    orientation: 'white',
    solves: (_, after) => isCheckmate(after),
  },
  {
    id: 'escape',
    fen: '6rk/5Npp/8/8/8/8/6PP/6K1 b - - 0 1',
    orientation: 'black',
    solves: (move) => move.selfCapture,
  },
  {
    id: 'promotion',
    fen: '1N2k3/P7/8/8/8/8/8/4K3 w - - 0 1',
    orientation: 'white',
    solves: (move) => move.promotion !== undefined && move.check,
  },
  {
    id: 'mate',
    fen: '6k1/5ppp/8/8/8/2Q5/1B6/R5K1 w - - 0 1',
    orientation: 'white',
    solves: (_, after) => isCheckmate(after),
  },
  {
    id: 'castling',
    fen: 'r3k2r/8/8/8/8/8/6P1/R3K2R w KQkq - 0 1',
    orientation: 'white',
    solves: (move) => move.castling,
  },
];

export const VARIANT = 'selfcapture';
