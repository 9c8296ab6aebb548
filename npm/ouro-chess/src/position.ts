// Playable positions.

import { checkStrings, moveText } from './arguments.js';
import { attempt, OuroError, type Problem } from './errors.js';
import { RawPosition, validateFen as rawValidateFen, validateSetup } from './generated/rules.js';
import { checkReady } from './rules.js';
import type {
  Color,
  IllegalReason,
  Move,
  Outcome,
  PieceLetter,
  PromotionRole,
  Repair,
  Setup,
  Square,
  SvgOptions,
  Validation,
  Variant,
} from './types.js';

export interface FenOptions {
  /** Chess by default. */
  readonly variant?: Variant;
  /** Whether to repair what can safely be repaired; strict by default. */
  readonly lenient?: boolean;
}

interface Info {
  readonly variant: Variant;
  readonly fen: string;
  readonly turn: Color;
  readonly check: boolean;
  readonly halfmoveClock: number;
  readonly fullmoveNumber: number;
  readonly pieces: ReadonlyMap<Square, PieceLetter>;
}

/** The greatest depth of a perft. */
const MAX_PERFT_DEPTH = 15;

/** A playable position. It never changes: playing a move returns another. */
export class Position {
  readonly #raw: RawPosition;
  #info: Info | undefined;

  private constructor(raw: RawPosition) {
    this.#raw = raw;
  }

  /** @internal */
  static of(raw: RawPosition): Position {
    return new Position(raw);
  }

  /** @internal */
  get raw(): RawPosition {
    return this.#raw;
  }

  /** Returns the start position of a variant. */
  static start(variant: Variant = 'chess'): Position {
    checkReady();
    checkStrings({ variant });
    return attempt(() => new Position(RawPosition.start(variant)));
  }

  /** Returns the Chess960 start position with a number from 0 to 959; 518 is that of chess. */
  static chess960(number: number): Position {
    checkReady();
    if (!Number.isInteger(number) || number < 0 || number > 959) {
      const message = `a Chess960 start position has a number from 0 to 959, not ${number}`;
      throw new OuroError({ kind: 'argument', code: 'bad_number', message });
    }
    return attempt(() => new Position(RawPosition.chess960(number)));
  }

  /** Parses a FEN. */
  static fromFen(fen: string, { variant = 'chess', lenient = false }: FenOptions = {}): Position {
    checkReady();
    checkStrings({ fen, variant });
    const parse = lenient ? RawPosition.fromFenLenient : RawPosition.fromFen;
    return attempt(() => new Position(parse(fen, variant)));
  }

  get #state(): Info {
    this.#info ??= this.#raw.info() as Info;
    return this.#info;
  }

  get variant(): Variant {
    return this.#state.variant;
  }

  get fen(): string {
    return this.#state.fen;
  }

  get turn(): Color {
    return this.#state.turn;
  }

  /** Whether the side to move is in check. */
  get check(): boolean {
    return this.#state.check;
  }

  get halfmoveClock(): number {
    return this.#state.halfmoveClock;
  }

  get fullmoveNumber(): number {
    return this.#state.fullmoveNumber;
  }

  /** The pieces by square. */
  get pieces(): ReadonlyMap<Square, PieceLetter> {
    return this.#state.pieces;
  }

  /** What lenient parsing repaired. */
  get repairs(): readonly string[] {
    return this.repairDetails.map((repair) => repair.message);
  }

  /** What lenient parsing repaired, with codes and parameters. */
  get repairDetails(): readonly Repair[] {
    return this.#raw.repairs() as Repair[];
  }

  /** The Zobrist key as 16 hexadecimal digits. */
  get key(): string {
    return this.#raw.key();
  }

  /** Returns the legal moves. */
  moves(): Move[] {
    return this.#raw.moves() as Move[];
  }

  /**
   * Returns the targets of the legal moves by origin, as UCI writes them: castling is the king moving two
   * squares, and in Chess960 the king moving to its rook.
   */
  destinations(): Map<Square, Square[]> {
    return this.#raw.destinations() as Map<Square, Square[]>;
  }

  /** Returns a legal move from its UCI notation or SAN. */
  parseMove(text: string): Move {
    checkStrings({ text });
    return attempt(() => this.#raw.parseMove(text) as Move);
  }

  /** Returns the reason why the move between two squares is illegal; `undefined` if it is legal. */
  whyIllegal(from: Square, to: Square, promotion?: PromotionRole): IllegalReason | undefined {
    checkStrings({ from, to, ...(promotion !== undefined && { promotion }) });
    const failure = attempt(() => this.#raw.whyIllegal(from, to, promotion)) as
      | IllegalReason
      | undefined;
    return failure && { code: failure.code, params: failure.params, message: failure.message };
  }

  /** Returns the position after a move in UCI notation or SAN. */
  play(move: string | Move): Position {
    const text = moveText(move);
    return attempt(() => new Position(this.#raw.play(text)));
  }

  /** Returns the outcome that the position alone shows; `undefined` if the game continues. */
  outcome(): Outcome | undefined {
    return this.#raw.outcome() as Outcome | undefined;
  }

  /** Returns reasons why no game can have led to the position. */
  reachabilityProblems(): readonly Problem[] {
    return this.#raw.reachabilityProblems() as Problem[];
  }

  /** Counts the leaf nodes of the tree of legal moves. */
  perft(depth: number): number {
    if (!Number.isInteger(depth) || depth < 0 || depth > MAX_PERFT_DEPTH) {
      const message = `the depth of a perft is from 0 to ${MAX_PERFT_DEPTH}, not ${depth}`;
      throw new OuroError({ kind: 'argument', code: 'bad_depth', message });
    }
    return this.#raw.perft(depth);
  }

  /** Returns a picture of the board. */
  svg(options: SvgOptions = {}): string {
    return attempt(() => this.#raw.svg(options));
  }

  /** Returns the board as text, in ASCII or with the chess symbols of Unicode. */
  text(style: 'ascii' | 'unicode' = 'ascii'): string {
    return this.#raw.text(style === 'unicode');
  }

  /** Returns the position as the engine takes it. */
  line(): { variant: Variant; fen: string; moves: string[] } {
    return { variant: this.variant, fen: this.fen, moves: [] };
  }

  toString(): string {
    return this.fen;
  }
}

/** Validates a FEN: all its problems with their places, or its canonical form and what was repaired. */
export function validateFen(fen: string, variant: Variant = 'chess'): Validation {
  checkReady();
  checkStrings({ fen, variant });
  return attempt(() => rawValidateFen(fen, variant) as Validation);
}

/** Validates a position that is given piece by piece, as in a board editor. */
export function validate(setup: Setup, variant: Variant = 'chess'): Validation {
  checkReady();
  checkStrings({ variant });
  const plain = { ...setup, pieces: [...setup.pieces] };
  return attempt(() => validateSetup(plain, variant) as Validation);
}
