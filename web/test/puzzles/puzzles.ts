// Puzzles for tests.
import type { Puzzle, Solution } from '../../src/puzzles/puzzle';

interface Example {
  puzzle: Puzzle;
  solution: Solution;
}

const example = (
  id: string,
  fen: string,
  [move = '', ...moves]: string[],
  explanation: Solution['explanation'],
): Example => ({
  puzzle: { id, fen, move, color: fen.includes(' b ') ? 'white' : 'black', rating: 900, plays: 3 },
  solution: { moves, themes: ['selfCapture', 'endgame'], explanation },
});

/** A rook captures its own pawn with check, and after the reply goes on. */
export const OPENING = example(
  'opening1',
  '5k2/8/8/8/8/8/6P1/4K1R1 b - - 3 40',
  ['f8g8', 'g1g2', 'g8h8', 'e1f2'],
  {
    code: 'line_opened',
    params: { move: 'Rxg2+', piece: 'rook', victim: 'pawn', square: 'g2', line: 'g' },
    text: 'Rxg2+ captures the own pawn and opens the g-file.',
  },
);

/** Three moves mate; the solution is one of them. */
export const MATES = example('mates001', '6k1/8/6K1/8/8/Q7/8/1R6 b - - 0 1', ['g8h8', 'a3a8'], {
  code: 'unheard_of',
  params: {},
  text: 'It is mate.',
});
