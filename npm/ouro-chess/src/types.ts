// Plain data of the rules.

import type { Failure, Params, Problem } from './errors.js';

export type Variant = 'chess' | 'chess960' | 'selfcapture';
export type Color = 'white' | 'black';
export type Role = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king';
export type PromotionRole = 'knight' | 'bishop' | 'rook' | 'queen';
type File = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h';
type Rank = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8';
export type Square = `${File}${Rank}`;
/** A piece as FEN writes it: upper case for White. */
export type PieceLetter = ('P' | 'N' | 'B' | 'R' | 'Q' | 'K') | ('p' | 'n' | 'b' | 'r' | 'q' | 'k');
export type Result = '1-0' | '0-1' | '1/2-1/2' | '*';

/** The reason for a draw. */
export type DrawReason =
  | 'stalemate'
  | 'dead_position'
  | 'fivefold_repetition'
  | 'seventy_five_moves'
  | 'threefold_repetition'
  | 'fifty_moves';

/** The outcome of a finished game. */
export interface Outcome {
  readonly result: Exclude<Result, '*'>;
  /** The winner; missing for a draw. */
  readonly winner?: Color;
  readonly reason: 'checkmate' | DrawReason;
  /** `winner` for a checkmate. */
  readonly params: Params;
  /** The outcome in words. */
  readonly text: string;
}

/** A captured piece. */
export interface Captured {
  readonly piece: Role;
  /** The owner of the piece: in a self-capture, the side that moves. */
  readonly color: Color;
  /** The square of the piece, which differs from the target of the move in en passant. */
  readonly square: Square;
}

/** A theme of a self-capture. */
export interface Theme {
  readonly code:
    | ('king_escape' | 'king_walk' | 'promotion')
    | ('line_opened' | 'frees' | 'tempo' | 'check');
  /** `square` and, depending on the code, `piece` or `line` with `file`, `rank` or `from` and `to`. */
  readonly params: Params;
  /**
   * The squares that show the theme: for `line_opened`, those from the slider to the last square that it attacks, in
   * this order; otherwise the square of the piece concerned.
   */
  readonly squares: readonly Square[];
  /** The theme in words, such as `clears the g-file`. */
  readonly text: string;
}

/** A legal move. */
export interface Move {
  readonly uci: string;
  readonly san: string;
  readonly color: Color;
  readonly piece: Role;
  readonly from: Square;
  /** The target; for castling, the square of the king afterwards. */
  readonly to: Square;
  readonly promotion?: PromotionRole;
  readonly captured?: Captured;
  readonly selfCapture: boolean;
  /** The themes of a self-capture; empty for other moves. */
  readonly themes: readonly Theme[];
  readonly check: boolean;
  readonly castling: boolean;
}

/** The reason why a move is illegal. */
export interface IllegalReason {
  /** A stable name, such as `own_king`, `pinned` or `blocked`. */
  readonly code: string;
  /** The values in the sentence, such as `square` or `piece`. */
  readonly params: Params;
  /** The reason as a sentence for the player. */
  readonly message: string;
}

/** A repair of lenient parsing. */
export interface Repair {
  /** A stable name, such as `castling_dropped`. */
  readonly code: string;
  readonly params: Params;
  readonly message: string;
}

/** The result of a validation. */
export interface Validation {
  readonly playable: boolean;
  /** The canonical FEN of a playable position, or that of a setup that is not playable. */
  readonly fen?: string;
  /** What lenient parsing repaired. */
  readonly repairs: readonly string[];
  /** The same with codes and parameters. */
  readonly repairDetails: readonly Repair[];
  /** All reasons why the position cannot be played. */
  readonly problems: readonly Problem[];
  /** Reasons why no game can have led to the position. It can be played anyway. */
  readonly reachabilityProblems: readonly Problem[];
}

/** A position, given piece by piece. */
export interface Setup {
  readonly pieces: Iterable<readonly [Square, PieceLetter]>;
  readonly turn: Color;
  /** The squares of the rooks with castling rights. */
  readonly castlingRooks?: readonly Square[];
  readonly enPassant?: Square;
  readonly halfmoveClock?: number;
  readonly fullmoveNumber?: number;
}

/** How a board is drawn. */
export interface SvgOptions {
  /** The side at the bottom; White by default. */
  readonly orientation?: Color;
  /** Whether letters and digits surround the board; they do by default. */
  readonly coordinates?: boolean;
  /** The squares of the last move, which are highlighted. */
  readonly lastMove?: readonly [Square, Square];
  /** Arrows; one from a square to itself is a circle. */
  readonly arrows?: readonly (readonly [Square, Square])[];
}

/** A move of a PGN game with its annotations. */
export interface PgnMove {
  /** The move in SAN; `--` is a null move, which only variations contain. */
  readonly san: string;
  /** The move in UCI notation. Writing does not need it. */
  readonly uci?: string;
  /** Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on. */
  readonly nags?: readonly number[];
  /** Comments before the first move of a variation. */
  readonly commentsBefore?: readonly string[];
  readonly comments?: readonly string[];
  /** Alternatives to the move. */
  readonly variations?: readonly (readonly PgnMove[])[];
}

/** A game in PGN. */
export interface PgnGame {
  /** Names and values of the tags, without `Variant`, `SetUp`, `FEN` and `Result`. */
  readonly tags?: readonly (readonly [string, string])[];
  readonly variant: Variant;
  /** The start position. */
  readonly fen: string;
  /** Comments before the first move. */
  readonly comments?: readonly string[];
  readonly moves?: readonly PgnMove[];
  readonly result: Result;
}

/** A game of a PGN text and what was noticed about it. */
export interface PgnImport {
  /** The game, up to the move that could not be read. */
  readonly game?: Required<PgnGame>;
  readonly warnings: readonly { message: string; line: number; at: number }[];
  /** The number of warnings that are not listed. */
  readonly furtherWarnings: number;
  /** The reason why the game is missing or ends early. */
  readonly error?: Failure;
}

/** An EPD operation. */
export interface Operation {
  readonly opcode: string;
  readonly operands: readonly string[];
}
