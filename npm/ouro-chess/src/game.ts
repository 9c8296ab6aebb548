// Games: a start position and moves.

import { checkStrings, moveText } from './arguments.js';
import { attempt, OuroError } from './errors.js';
import { describePgn, RawGame } from './generated/rules.js';
import { type FenOptions, Position } from './position.js';
import type {
  Color,
  DrawReason,
  Move,
  Outcome,
  PgnGame,
  PromotionRole,
  Square,
  Variant,
} from './types.js';

export interface GameOptions extends FenOptions {
  /** The start position; that of chess by default. */
  readonly fen?: string;
}

/** A game: a start position and the moves played. Everything else is derived from them. */
export class Game {
  readonly #raw: RawGame;
  /** The current position, until a move is played or undone. */
  #position: Position | undefined;
  /** The start position. */
  readonly start: Position;

  /** Starts a game from a position, or from the options of one. */
  constructor(start: Position | GameOptions = {}) {
    this.start =
      start instanceof Position
        ? start
        : start.fen === undefined
          ? Position.start(start.variant)
          : Position.fromFen(start.fen, start);
    this.#raw = new RawGame(this.start.raw);
  }

  get variant(): Variant {
    return this.start.variant;
  }

  /** The current position. */
  get position(): Position {
    this.#position ??= attempt(() => Position.of(this.#raw.position()));
    return this.#position;
  }

  /** Returns the position after a number of moves; 0 is the start position. */
  positionAt(ply: number): Position {
    if (!Number.isInteger(ply) || ply < 0 || ply > this.plies) {
      const message = `the game has ${this.plies} moves, so there is no position after ${ply}`;
      throw new OuroError({ kind: 'argument', code: 'bad_ply', message });
    }
    return attempt(() => Position.of(this.#raw.position(ply)));
  }

  /** The number of moves played. */
  get plies(): number {
    return this.#raw.plies();
  }

  /** Returns the moves played. */
  moves(): Move[] {
    return this.#raw.moves() as Move[];
  }

  /** Plays a move in UCI notation or SAN. */
  play(move: string | Move): Move {
    const text = moveText(move);
    this.#position = undefined;
    return attempt(() => this.#raw.play(text) as Move);
  }

  /** Plays the move between two squares. Its error is a sentence for the player. */
  playSquares(from: Square, to: Square, promotion?: PromotionRole): Move {
    checkStrings({ from, to, ...(promotion !== undefined && { promotion }) });
    this.#position = undefined;
    return attempt(() => this.#raw.playSquares(from, to, promotion) as Move);
  }

  /** Undoes the last move. Returns whether there was one. */
  undo(): boolean {
    this.#position = undefined;
    return this.#raw.undo();
  }

  /** Redoes the move that was undone last. Returns whether there was one. */
  redo(): boolean {
    this.#position = undefined;
    return this.#raw.redo();
  }

  /** Returns the outcome that the rules give; `undefined` if the game is in progress. */
  outcome(): Outcome | undefined {
    return this.#raw.outcome() as Outcome | undefined;
  }

  /** Returns the draw that the side to move can claim, if there is one. */
  claimableDraw(): DrawReason | undefined {
    return this.#raw.claimableDraw() as DrawReason | undefined;
  }

  /** Returns how often the current position has occurred, including this time. */
  repetitions(): number {
    return this.#raw.repetitions();
  }

  /** Returns the number of self-captures of each side. */
  selfCaptures(): Record<Color, number> {
    return this.#raw.selfCaptures() as Record<Color, number>;
  }

  /** Returns the game as the engine takes it: start position and moves, so that repetitions count. */
  line(): { variant: Variant; fen: string; moves: string[] } {
    return { variant: this.variant, fen: this.start.fen, moves: this.#raw.ucis() };
  }

  /** Returns the game in the form of PGN, without tags and annotations. */
  toPgn(): Required<PgnGame> {
    return describePgn(this.#raw) as Required<PgnGame>;
  }
}
