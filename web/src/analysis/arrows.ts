// Arrows of the engine. The best move has the strongest one; self-captures are purple. Arrows of the user are
// green, red, yellow or blue.
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { Variation } from '../engine/engine';
import { whitePoints } from '../engine/score';
import type { Step } from './lineText';

interface EngineLine extends Variation {
  readonly steps: readonly Step[];
}

const BEST_WIDTH = 16;
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
    const brush = move.selfCapture ? 'purple' : i === 0 ? 'paleBlue' : 'paleGrey';
    return {
      orig: move.from as Key,
      dest: move.to as Key,
      brush,
      modifiers: { lineWidth: i === 0 ? BEST_WIDTH : width(loss) },
    };
  });
}
