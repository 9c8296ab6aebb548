// The position of the editor, which need not be playable.
import { read } from '@lichess-org/chessground/fen';
import type { Color, PieceLetter, Role, Setup, Square, Variant } from '../rules';

export type Pieces = ReadonlyMap<Square, PieceLetter>;
export type CastlingRight = `${Color}${'King' | 'Queen'}`;

export const CASTLING_RIGHTS: readonly CastlingRight[] = [
  'whiteKing',
  'whiteQueen',
  'blackKing',
  'blackQueen',
];

/** Everything that can be set up. */
export interface EditorState {
  readonly variant: Variant;
  readonly pieces: Pieces;
  readonly turn: Color;
  readonly castling: ReadonlySet<CastlingRight>;
  readonly enPassant: Square | undefined;
}

const FILES = 'abcdefgh';
const LETTERS: Record<Role, string> = {
  pawn: 'p',
  knight: 'n',
  bishop: 'b',
  rook: 'r',
  queen: 'q',
  king: 'k',
};

/** Returns a piece as FEN writes it. */
export function letterOf(color: Color, role: Role): PieceLetter {
  const letter = LETTERS[role];
  return (color === 'white' ? letter.toUpperCase() : letter) as PieceLetter;
}

/** Returns the color and the role of a piece. */
export function pieceOf(letter: PieceLetter): { color: Color; role: Role } {
  const lower = letter.toLowerCase();
  const role = (Object.keys(LETTERS) as Role[]).find((name) => LETTERS[name] === lower) ?? 'pawn';
  return { color: letter === lower ? 'black' : 'white', role };
}

/** Returns the side that has a castling right. */
export const colorOf = (right: CastlingRight): Color =>
  right.startsWith('white') ? 'white' : 'black';

/** Returns the square of the rook that a castling right is about. */
export function castlingRook(
  right: CastlingRight,
  { variant, pieces }: Pick<EditorState, 'variant' | 'pieces'>,
): Square {
  const color = colorOf(right);
  const kingside = right.endsWith('King');
  const rank = color === 'white' ? '1' : '8';
  const corner = `${kingside ? 'h' : 'a'}${rank}` as Square;
  if (variant !== 'chess960') return corner;
  // In Chess960 it is the outermost rook on that side of the king.
  const files = kingside ? [...FILES].reverse() : [...FILES];
  for (const file of files) {
    const square = `${file}${rank}` as Square;
    const letter = pieces.get(square);
    if (letter === letterOf(color, 'king')) break;
    if (letter === letterOf(color, 'rook')) return square;
  }
  return corner;
}

/** Returns the squares on which the side to move may capture en passant. */
export function enPassantSquares({ pieces, turn }: Pick<EditorState, 'pieces' | 'turn'>): Square[] {
  const [target, pawnRank, from] = turn === 'white' ? ['6', '5', '7'] : ['3', '4', '2'];
  const pawn = letterOf(turn === 'white' ? 'black' : 'white', 'pawn');
  return [...FILES]
    .filter(
      (file) =>
        pieces.get(`${file}${pawnRank}` as Square) === pawn &&
        !pieces.has(`${file}${target}` as Square) &&
        !pieces.has(`${file}${from}` as Square),
    )
    .map((file) => `${file}${target}` as Square);
}

/** Returns the position as the rules validate it. Rights without their rooks are left out. */
export function toSetup(state: EditorState): Setup {
  const rooks = CASTLING_RIGHTS.filter((right) => state.castling.has(right)).map((right) =>
    castlingRook(right, state),
  );
  const possible = state.enPassant && enPassantSquares(state).includes(state.enPassant);
  return {
    pieces: state.pieces,
    turn: state.turn,
    castlingRooks: rooks,
    ...(possible && state.enPassant ? { enPassant: state.enPassant } : {}),
  };
}

/** Returns the pieces of the first field of a FEN; characters that are no pieces are left out. */
export function readPieces(placement: string): Pieces {
  const pieces = new Map<Square, PieceLetter>();
  for (const [square, { color, role }] of read(placement)) {
    pieces.set(square as Square, letterOf(color, role));
  }
  return pieces;
}

function readCastling(field: string, placement: Pieces): Set<CastlingRight> {
  const rights = new Set<CastlingRight>();
  for (const letter of field) {
    const color: Color = letter === letter.toUpperCase() ? 'white' : 'black';
    const lower = letter.toLowerCase();
    if (lower === 'k') rights.add(`${color}King`);
    else if (lower === 'q') rights.add(`${color}Queen`);
    else if (FILES.includes(lower)) {
      const king = [...placement].find(([, piece]) => piece === letterOf(color, 'king'))?.[0];
      rights.add(`${color}${king && lower < king.charAt(0) ? 'Queen' : 'King'}`);
    }
  }
  return rights;
}

/** Reads a FEN as far as it can be shown on a board; the rules say what is wrong with it. */
export function fromFen(fen: string, variant: Variant): EditorState {
  const [placement = '', turn, castling = '-', enPassant = '-'] = fen.trim().split(/\s+/);
  const pieces = readPieces(placement);
  return {
    variant,
    pieces,
    turn: turn === 'b' ? 'black' : 'white',
    castling: readCastling(castling, pieces),
    enPassant: /^[a-h][36]$/.test(enPassant) ? (enPassant as Square) : undefined,
  };
}
