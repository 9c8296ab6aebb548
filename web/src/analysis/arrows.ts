// Arrows of the engine: the better the move, the stronger its arrow.
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { PageBrush } from '../board/brushes';
import type { Variation } from '../engine/engine';
import { whitePoints } from '../engine/score';
import type { Step } from './lineText';

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
