// Puzzles as the page uses them.
import type { Color, Move, Position } from '../rules';

/** A puzzle without its solution. */
export interface Puzzle {
  readonly id: string;
  /** The position before the opponent's move. */
  readonly fen: string;
  /** The opponent's move, after which the solver is to move. */
  readonly move: string;
  /** The side of the solver. */
  readonly color: Color;
  readonly rating: number;
  readonly plays: number;
}

/** Why a solution works: a code with parameters, from which the sentence is made. */
export interface Explanation {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** The sentence in English, for codes that the catalogue does not know. */
  readonly text: string;
}

export interface Solution {
  /** The moves after that of the opponent: those of the solver and the replies, in turn. */
  readonly moves: readonly string[];
  readonly themes: readonly string[];
  readonly explanation: Explanation;
}

/** An attempt at a puzzle, as it is sent. */
export interface Attempt {
  /** A name of its own, so that it counts once however often it is sent. */
  readonly key: string;
  readonly id: string;
  /** The moves of the solver; they end with the first one that is wrong. */
  readonly moves: readonly string[];
  readonly hints: number;
}

/** What the service makes of an attempt. */
export interface Score {
  readonly solved: boolean;
  /** Whether it has changed the ratings. */
  readonly rated: boolean;
  /** The rating of the solver before and after it. */
  readonly before: number;
  readonly after: number;
  readonly streak: number;
  /** The days in a row on which the daily puzzle was solved. */
  readonly dailyStreak: number;
}

/** How the solver stands. */
export interface Standing {
  readonly rating: number;
  readonly streak: number;
}

export const DIFFICULTIES = ['easiest', 'easier', 'normal', 'harder', 'hardest'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

const mates = (position: Position, move: string | Move): boolean =>
  position.play(move).outcome()?.reason === 'checkmate';

/** Whether a move is the one that is asked for. If the solution ends in mate, any mate solves its last move. */
export function isRight(
  position: Position,
  move: Move,
  expected: string,
  isLast: boolean,
): boolean {
  if (move.uci === expected) return true;
  return isLast && mates(position, expected) && mates(position, move);
}
