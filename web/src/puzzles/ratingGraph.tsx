import { dateTime, number, t } from '../i18n';
import './ratingGraph.css';

/** A rating after an attempt. */
export interface RatingPoint {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly rating: number;
}

const WIDTH = 600;
const HEIGHT = 160;
/** Ratings are shown between multiples of this. */
const STEP = 100;

/** The rating after each attempt, from left to right. */
export function RatingGraph({ history }: { history: readonly RatingPoint[] }) {
  const ratings = history.map(({ rating }) => rating);
  const low = Math.floor(Math.min(...ratings) / STEP) * STEP;
  const high = Math.max(low + STEP, Math.ceil(Math.max(...ratings) / STEP) * STEP);
  const last = Math.max(1, history.length - 1);
  const x = (index: number) => (index / last) * WIDTH;
  const y = (rating: number) => HEIGHT - ((rating - low) / (high - low)) * HEIGHT;
  const line = ratings.map((rating, i) => `${x(i).toFixed(1)},${y(rating).toFixed(1)}`);
  const text = (rating: number) => number(rating, { useGrouping: false });
  const [first, newest] = [history[0], history.at(-1)];
  if (!first || !newest) return null;
  return (
    <figure class="rating-graph">
      <div class="rating-scale numeric" aria-hidden="true">
        <span>{text(high)}</span>
        <span>{text(low)}</span>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('puzzles.ratingGraph', {
          first: text(first.rating),
          last: text(newest.rating),
        })}
      >
        {[0, HEIGHT / 2, HEIGHT].map((at) => (
          <line key={at} class="grid" x1={0} x2={WIDTH} y1={at} y2={at} />
        ))}
        <polygon class="area" points={`0,${HEIGHT} ${line.join(' ')} ${WIDTH},${HEIGHT}`} />
        <polyline class="line" points={line.join(' ')} />
      </svg>
      <figcaption class="muted numeric">
        <time>{dateTime(first.at)}</time>
        <time>{dateTime(newest.at)}</time>
      </figcaption>
    </figure>
  );
}
