import { t } from '../i18n';
import type { Review } from './review';
import './graph.css';

interface Props {
  review: Review;
  /** The number of moves played in the position on the board; `undefined` in a variation. */
  ply: number | undefined;
  onSelect(ply: number): void;
}

const WIDTH = 400;
const HEIGHT = 100;
/** The room that a dot needs at the edges, so that it is not cut. */
const MARGIN = { x: 6, y: 8 };

const within = (value: number, margin: number, size: number) =>
  Math.min(size - margin, Math.max(margin, value));

/** The expected points of White after each move. A click shows the move. */
export function EvaluationGraph({ review, ply, onSelect }: Props) {
  const last = Math.max(1, review.total - 1);
  const x = (ply: number) => ((ply - 1) / last) * WIDTH;
  const y = (points: number) => HEIGHT - points * HEIGHT;
  const line = review.moves.map(
    ({ ply, points }) => `${x(ply).toFixed(1)},${y(points).toFixed(1)}`,
  );
  const end = x(Math.max(1, review.moves.length));
  const select = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    onSelect(Math.min(review.total, Math.max(1, Math.round(share * last) + 1)));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys and the list of moves do the same
    <svg
      class="graph"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('analysis.graph')}
      onClick={select}
    >
      <rect class="black" width={WIDTH} height={HEIGHT} />
      {line.length > 0 && (
        <polygon class="white" points={`0,${HEIGHT} ${line.join(' ')} ${end},${HEIGHT}`} />
      )}
      <line class="middle" x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      {review.moves
        .filter(({ moment }) => moment)
        .map(({ ply }) => (
          <line key={ply} class="moment" x1={x(ply)} x2={x(ply)} y1={0} y2={HEIGHT} />
        ))}
      {ply !== undefined && ply > 0 && (
        <line class="current" x1={x(ply)} x2={x(ply)} y1={0} y2={HEIGHT} />
      )}
      {review.moves
        .filter(({ judgement }) => judgement && judgement !== 'inaccuracy')
        .map(({ ply, points, judgement }) => {
          const [left, top] = [
            within(x(ply), MARGIN.x, WIDTH),
            within(y(points), MARGIN.y, HEIGHT),
          ];
          // A line of no length with round ends is a dot, whatever the proportions of the graph are.
          return (
            <line key={ply} class={`dot ${judgement}`} x1={left} x2={left} y1={top} y2={top} />
          );
        })}
    </svg>
  );
}
