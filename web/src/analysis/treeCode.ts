// Trees as short texts for addresses: two characters for a move. All characters but those of comments may stand in a
// fragment as they are, and no program that finds links in texts ends one at them.
//
//   MM       a move: its two squares, each as a digit of base64url from a1 to h8; twice a1 is a null move
//   ~q       promotes to a queen; ~r, ~b, ~n to the others
//   ~gNN     a glyph, as two digits of base64url
//   ~cTEXT.  a comment, percent-encoded; ~pTEXT. one before the move
//   ~vMM….   a variation: moves that may be played instead of the last one
import type { PgnMove, Position } from '../rules';
import { fromMoves } from './pgn';
import { emptyTree, type Node, NULL_MOVE, type Tree } from './tree';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const FILES = 'abcdefgh';
const NULL_CODE = 'AA';

const squareCode = (square: string): string =>
  DIGITS.charAt(FILES.indexOf(square.charAt(0)) + 8 * (Number(square.charAt(1)) - 1));

function squareOf(digit: string): string {
  const index = DIGITS.indexOf(digit);
  return `${FILES.charAt(index % 8)}${Math.floor(index / 8) + 1}`;
}

function moveCode(uci: string): string {
  if (uci === NULL_MOVE) return NULL_CODE;
  const promotion = uci.charAt(4);
  const squares = squareCode(uci.slice(0, 2)) + squareCode(uci.slice(2, 4));
  return promotion === '' ? squares : `${squares}~${promotion}`;
}

function uciOf(code: string): string {
  if (code === NULL_CODE) return NULL_MOVE;
  return squareOf(code.charAt(0)) + squareOf(code.charAt(1)) + code.slice(3);
}

const glyphCode = (nag: number): string => `~g${DIGITS.charAt(nag >> 6)}${DIGITS.charAt(nag & 63)}`;

const glyphOf = (code: string): number =>
  64 * DIGITS.indexOf(code.charAt(0)) + DIGITS.indexOf(code.charAt(1));

const textCode = (text: string): string =>
  encodeURIComponent(text).replaceAll('.', '%2E').replaceAll('~', '%7E').replaceAll('%20', '+');

function textOf(code: string): string {
  try {
    return decodeURIComponent(code.replaceAll('+', ' '));
  } catch {
    // A link that was cut within a character.
    return code;
  }
}

const commentCodes = (kind: 'c' | 'p', comments: readonly string[]): string =>
  comments.map((comment) => `~${kind}${textCode(comment)}.`).join('');

function lineCode(children: readonly Node[]): string {
  let code = '';
  let line = children;
  while (line[0]) {
    const [{ uci, nags, comments, commentsBefore, children }, ...others] = line;
    code += commentCodes('p', commentsBefore) + moveCode(uci);
    code += nags.map(glyphCode).join('') + commentCodes('c', comments);
    for (const other of others) code += `~v${lineCode([other])}.`;
    line = children;
  }
  return code;
}

/** Writes moves, glyphs and comments of a tree. */
export function encodeTree({ comments, children }: Tree): string {
  return commentCodes('c', comments) + lineCode(children);
}

const TOKEN =
  /(?<move>[\w-]{2}(?:~[qrbn])?)|~g(?<glyph>[\w-]{2})|~(?<kind>[cp])(?<text>[^.~]*)\.?|(?<open>~v)|(?<close>\.)/gy;

interface ReadMove extends PgnMove {
  readonly nags: number[];
  readonly comments: string[];
  readonly variations: ReadMove[][];
}

/**
 * Reads what `encodeTree` has written about a game from a position. Of a link that was cut, everything before the cut
 * is kept. Throws an `OuroError` if a move is illegal.
 */
export function decodeTree(code: string, start: Position): Tree {
  const comments: string[] = [];
  const main: ReadMove[] = [];
  const lines = [main];
  let commentsBefore: string[] = [];
  for (const { groups = {} } of code.matchAll(TOKEN)) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const { move, glyph, kind, text = '', open, close } = groups;
    if (move) {
      const uci = uciOf(move);
      const annotations = { nags: [], commentsBefore, comments: [], variations: [] };
      line?.push({ san: uci, uci, ...annotations });
      commentsBefore = [];
    } else if (glyph) {
      last?.nags.push(glyphOf(glyph));
    } else if (kind === 'p') {
      commentsBefore.push(textOf(text));
    } else if (kind === 'c') {
      (last?.comments ?? comments).push(textOf(text));
    } else if (open) {
      const variation: ReadMove[] = [];
      last?.variations.push(variation);
      lines.push(variation);
    } else if (close && lines.length > 1) {
      lines.pop();
    }
  }
  return { ...emptyTree(start), comments, children: fromMoves(main, start) };
}
