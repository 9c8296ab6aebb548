// Arrows of the engine and of the review: the better the move, the stronger its arrow.
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { PageBrush } from '../board/brushes';
import type { Variation } from '../engine/engine';
import { whitePoints } from '../engine/score';
import type { Move, Position } from '../rules';
import type { Step } from './lineText';
import type { ReviewedMove } from './review';

function pageBrush(rank: 'best' | 'other', selfCapture: boolean): PageBrush {
  return selfCapture ? `${rank}SelfCapture` : rank;
}

interface EngineLine extends Variation {
  readonly steps: readonly Step[];
}

/** Alternatives that lose more expected points than this have no arrow. */
const MAX_LOSS = 0.2;

/** Returns the width of an alternative's arrow: the more it loses, the thinner. */
function width(loss: number): number {
  return Math.round(9 - (loss / MAX_LOSS) * 4);
}

/** Returns one arrow for each first move, the strongest for the best. */
export function engineArrows(lines: readonly EngineLine[]): DrawShape[] {
  const [best] = lines;
  if (!best) return [];
  return lines.flatMap((line, i) => {
    const move = line.steps[0]?.move;
    const loss = whitePoints(best, 'white') - whitePoints(line, 'white');
    if (!move || loss > MAX_LOSS) return [];
    const squares = { orig: move.from as Key, dest: move.to as Key };
    if (i === 0) return { ...squares, brush: pageBrush('best', move.selfCapture) };
    const brush = pageBrush('other', move.selfCapture);
    return { ...squares, brush, modifiers: { lineWidth: width(loss) } };
  });
}

/** Returns a strong arrow for the move that was best and a weak one for the mistake that was played instead. */
export function reviewArrows(before: Position, { best, played }: ReviewedMove): DrawShape[] {
  const arrow = (text: string | undefined, rank: 'best' | 'other'): DrawShape[] => {
    if (text === undefined) return [];
    const { from, to, selfCapture }: Move = before.parseMove(text);
    return [{ orig: from as Key, dest: to as Key, brush: pageBrush(rank, selfCapture) }];
  };
  return [...arrow(played[0], 'other'), ...arrow(best[0], 'best')];
}
