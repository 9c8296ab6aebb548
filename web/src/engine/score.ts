// Scores as texts and numbers for White, whoever is to move.
import type { Color } from '../rules';
import type { Score, Variation, Wdl } from './engine';

/** Returns a score for White, such as `+0.35`, `0.00`, `#3` or `#-3`. */
export function scoreText(score: Score, turn: Color): string {
  const sign = turn === 'white' ? 1 : -1;
  if ('mate' in score) return `#${score.mate * sign}`;
  const centipawns = score.cp * sign;
  const pawns = (Math.abs(centipawns) / 100).toFixed(2);
  if (Number(pawns) === 0) return pawns;
  return `${centipawns > 0 ? '+' : '−'}${pawns}`;
}

/** Returns a score without its sign in at most four characters, such as `0.4`, `12`, `#3`. */
export function shortScoreText(score: Score): string {
  if ('mate' in score) return `#${Math.abs(score.mate)}`;
  const pawns = Math.abs(score.cp) / 100;
  return pawns < 9.95 ? pawns.toFixed(1) : String(Math.min(999, Math.round(pawns)));
}

/** Returns the points that White can expect, from 0 to 1. */
export function whitePoints({ wdl }: Pick<Variation, 'wdl'>, turn: Color): number {
  const points = (wdl.win + wdl.draw / 2) / 1000;
  return turn === 'white' ? points : 1 - points;
}

/** Returns the chances of White in whole percent that add up to 100. */
export function whiteChances({ win, loss }: Wdl, turn: Color): Wdl {
  const [own, other] = [Math.round(win / 10), Math.round(loss / 10)];
  const draw = Math.max(0, 100 - own - other);
  return turn === 'white' ? { win: own, draw, loss: other } : { win: other, draw, loss: own };
}
