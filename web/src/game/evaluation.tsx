import type { EvaluationInfo } from '../api/client';
import { chances, score, whitePoints } from '../ui/words';

/** A bar that is white as far as White stands well. */
export function EvaluationBar({
  evaluation,
  flipped,
}: {
  evaluation: EvaluationInfo | undefined;
  flipped: boolean;
}) {
  const points = evaluation ? whitePoints(evaluation) : 0.5;
  const text = evaluation ? score(evaluation) : '';
  return (
    <div
      class={`evaluation-bar${flipped ? ' flipped' : ''}`}
      role="meter"
      aria-label="Evaluation, from Black's win to White's"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(points * 100)}
      aria-valuetext={text || 'unknown'}
    >
      <div class="white-part" style={{ height: `${points * 100}%` }} />
      <span class="value">{text}</span>
    </div>
  );
}

/** White's chances to win, draw and lose. */
export function Chances({ evaluation }: { evaluation: EvaluationInfo }) {
  const [win, draw, loss] = chances(evaluation);
  return (
    <div
      class="chances"
      role="img"
      aria-label={`White wins ${win} %, draw ${draw} %, Black wins ${loss} %`}
    >
      <span class="win" style={{ flexGrow: win }}>
        {win >= 12 ? `${win}%` : ''}
      </span>
      <span class="draw" style={{ flexGrow: draw }}>
        {draw >= 12 ? `${draw}%` : ''}
      </span>
      <span class="loss" style={{ flexGrow: loss }}>
        {loss >= 12 ? `${loss}%` : ''}
      </span>
    </div>
  );
}

interface GraphProps {
  /** Points that White can expect after each move. */
  points: number[];
  ply: number;
  /** Plies with a moment of self-capture. */
  moments: number[];
  go(ply: number): void;
}

/** How the game went: White's expected points, move by move. */
export function EvaluationGraph({ points, ply, moments, go }: GraphProps) {
  const width = 400;
  const height = 96;
  const last = Math.max(1, points.length - 1);
  const x = (i: number) => (i / last) * width;
  const y = (value: number) => height - value * height;
  const line = points.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const pick = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * last) + 1);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list of moves does the same by keyboard
    <svg
      class="graph"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label="Evaluation of the game, move by move"
      onClick={pick}
    >
      <rect class="black-part" width={width} height={height} />
      <polygon class="white-part" points={`0,${height} ${line} ${width},${height}`} />
      <line class="middle" x1={0} x2={width} y1={height / 2} y2={height / 2} />
      {moments.map((at) => (
        <line key={at} class="moment" x1={x(at - 1)} x2={x(at - 1)} y1={0} y2={height} />
      ))}
      {ply > 0 && <line class="here" x1={x(ply - 1)} x2={x(ply - 1)} y1={0} y2={height} />}
    </svg>
  );
}
