// Pictures of boards in the colours and with the pieces of the settings.
import type { Color, Move, PieceLetter, Position, Role, Square } from '../../rules';
import { coordinates } from '../../settings/settings';
import { pieceUrl } from '../../ui/piece';

export interface BoardView {
  readonly position: Position;
  readonly lastMove: Move | undefined;
  readonly orientation: Color;
}

/** What is drawn with. */
export interface BoardStyle {
  readonly light: string;
  readonly dark: string;
  readonly pieces: ReadonlyMap<string, CanvasImageSource>;
  /** Whether files and ranks are named in the corners of the outer squares. */
  readonly coordinates: boolean;
}

const ROLES: Record<string, Role> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};
const LETTERS = 'PNBRQKpnbrqk';
const LAST_MOVE = 'rgb(155 199 0 / 41%)';
const SELF_CAPTURE = 'rgb(150 90 200 / 45%)';
const COORDINATES = '#2c3b33';
const CHECK = 'rgb(220 30 20 / 70%)';

async function loadPiece(letter: string): Promise<[string, HTMLImageElement]> {
  const color = letter === letter.toUpperCase() ? 'white' : 'black';
  const role = ROLES[letter.toLowerCase()];
  if (!role) throw new Error(`there is no piece "${letter}"`);
  const image = new Image();
  image.src = pieceUrl(color, role);
  await image.decode();
  return [letter, image];
}

/** Loads the colours and pieces of the settings. */
export async function loadBoardStyle(): Promise<BoardStyle> {
  const style = getComputedStyle(document.documentElement);
  return {
    light: style.getPropertyValue('--board-light').trim() || '#ecebdc',
    dark: style.getPropertyValue('--board-dark').trim() || '#86a68f',
    pieces: new Map(await Promise.all([...LETTERS].map(loadPiece))),
    coordinates: coordinates.value,
  };
}

/** Returns the column and row of a square on the picture, from 0 at the top left. */
export function cellOf(square: Square, orientation: Color): readonly [number, number] {
  const file = square.charCodeAt(0) - 'a'.charCodeAt(0);
  const rank = Number(square.charAt(1)) - 1;
  return orientation === 'white' ? [file, 7 - rank] : [7 - file, rank];
}

/** Draws a board that fills a square canvas. */
export function drawBoard(
  context: CanvasRenderingContext2D,
  { position, lastMove, orientation }: BoardView,
  style: BoardStyle,
): void {
  const size = context.canvas.width / 8;
  const fill = (square: Square, color: string) => {
    const [column, row] = cellOf(square, orientation);
    context.fillStyle = color;
    context.fillRect(column * size, row * size, size, size);
  };
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      context.fillStyle = (row + column) % 2 === 0 ? style.light : style.dark;
      context.fillRect(column * size, row * size, size, size);
    }
  }
  if (lastMove) {
    fill(lastMove.from, LAST_MOVE);
    fill(lastMove.to, lastMove.selfCapture ? SELF_CAPTURE : LAST_MOVE);
  }
  const king: PieceLetter = position.turn === 'white' ? 'K' : 'k';
  for (const [square, letter] of position.pieces) {
    if (position.check && letter === king) fill(square, CHECK);
    const piece = style.pieces.get(letter);
    const [column, row] = cellOf(square, orientation);
    if (piece) context.drawImage(piece, column * size, row * size, size, size);
  }
  if (style.coordinates) drawCoordinates(context, orientation);
}

/** Names the ranks on the left and the files at the bottom, as the board does. */
function drawCoordinates(context: CanvasRenderingContext2D, orientation: Color): void {
  const size = context.canvas.width / 8;
  const margin = size * 0.05;
  const at = (index: number) => (orientation === 'white' ? index : 7 - index);
  context.fillStyle = COORDINATES;
  context.font = `600 ${Math.round(size * 0.18)}px sans-serif`;
  for (let i = 0; i < 8; i += 1) {
    context.textAlign = 'left';
    context.textBaseline = 'top';
    context.fillText(String(8 - at(i)), margin, i * size + margin);
    context.textAlign = 'right';
    context.textBaseline = 'bottom';
    context.fillText('abcdefgh'.charAt(at(i)), (i + 1) * size - margin, 8 * size - margin);
  }
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser cannot draw pictures');
  return context;
}

/** Returns an empty square picture. */
export function createPicture(size: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  return contextOf(canvas);
}
