// Why a solution works: as a sentence, and as arrows on the board.
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { PageBrush } from '../board/brushes';
import { openedSquares } from '../board/selfCaptureMoment';
import type { Ply } from '../game/plies';
import { isKey, t } from '../i18n';
import { upperFirst } from '../i18n/rules';
import { type Move, OuroError, type Position } from '../rules';
import type { Explanation } from './puzzle';

/** Returns the explanation as one sentence. */
export function explanationText({ code, params, text }: Explanation): string {
  const key = keyOf(code, params);
  if (!isKey(key)) return text;
  const name = (kind: 'the' | 'own' | 'theObject', role: string | number | undefined) => {
    const key = `piece.${kind}.${role}`;
    return isKey(key) ? t(key) : '';
  };
  const the = name('the', params.piece);
  const [from = '', to = ''] = String(params.line ?? '').split('-');
  return t(key, {
    ...params,
    the,
    The: upperFirst(the),
    own: name('own', params.victim),
    freed: name('theObject', params.freed),
    target: name('theObject', params.target),
    squares: String(params.squares ?? '').replace(/-/g, ', '),
    file: from,
    rank: from,
    from,
    to,
  });
}

/** Returns where the sentence is in the catalogue. It depends on the kind of the line. */
function keyOf(code: string, { line }: Explanation['params']): string {
  if (code === 'line_opened') return `explanation.line_opened.${lineKind(String(line))}`;
  return `explanation.${code}`;
}

function lineKind(line: string): 'file' | 'rank' | 'diagonal' {
  if (/^[a-h]$/.test(line)) return 'file';
  return /^[1-8]$/.test(line) ? 'rank' : 'diagonal';
}

/** A place in the solution that is explained, and what is drawn there. */
export interface Drawing {
  /** The number of moves played in the position. */
  readonly ply: number;
  readonly shapes: DrawShape[];
}

const arrow = ({ from, to, selfCapture }: Move, rank: 'best' | 'other' = 'best'): DrawShape => {
  const brush: PageBrush = selfCapture ? `${rank}SelfCapture` : rank;
  return { orig: from as Key, dest: to as Key, brush };
};

/** Circles on the squares that a self-capture opens or attacks. */
const circles = (move: Move): DrawShape[] =>
  openedSquares(move)
    .filter((square) => square !== move.to && square !== move.from)
    .map((square) => ({ orig: square as Key, brush: 'otherSelfCapture' satisfies PageBrush }));

const drawn = (move: Move): DrawShape[] => [arrow(move), ...circles(move)];

/** Returns a legal move, or `undefined`. */
function moveIn(position: Position, text: string | number | undefined): Move | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    return position.parseMove(text);
  } catch (error) {
    if (error instanceof OuroError) return undefined;
    throw error;
  }
}

/** Returns where the explanation is seen on the board; `undefined` if its move cannot be shown. */
export function drawExplanation(
  { code, params }: Explanation,
  plies: readonly Ply[],
): Drawing | undefined {
  if (code === 'refutation') return drawRefutation(params, plies);
  const square = params.square as Key | undefined;
  if (code === 'threat' || code === 'prevention') {
    // The move is not in the solution: its square is marked after the solver's first move.
    const shapes = square ? [{ orig: square, brush: 'bestSelfCapture' satisfies PageBrush }] : [];
    return plies.length > 2 && shapes.length > 0 ? { ply: 2, shapes } : undefined;
  }
  const ply = plies.findIndex(
    ({ move }, i) => i % 2 === 0 && i > 0 && move?.selfCapture && move.san === params.move,
  );
  const move = plies[ply]?.move;
  return move && { ply, shapes: drawn(move) };
}

/** Draws the best move of chess and the self-capture that refutes it. */
function drawRefutation(params: Explanation['params'], plies: readonly Ply[]): Drawing | undefined {
  const before = plies[1]?.position;
  const tempting = before && moveIn(before, params.tempting);
  if (!tempting) return undefined;
  const reply = moveIn(before.play(tempting), params.move);
  return { ply: 1, shapes: [arrow(tempting, 'other'), ...(reply ? drawn(reply) : [])] };
}
