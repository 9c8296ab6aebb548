// A line of moves that can be played and looked at.
import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { t } from '../i18n';
import type { Color } from '../rules';
import { SelfCaptureMark } from '../ui/icon';
import type { Step } from './lineText';
import { MiniBoard } from './miniBoard';
import './lineView.css';

interface Props {
  steps: readonly Step[];
  orientation: Color;
  /** Plays the line up to a move. */
  onPlay(moves: readonly string[]): void;
}

/** The move whose position is shown, one at a time on the whole page, and where. */
const shown = signal<{ line: object; index: number; style: Record<string, string> } | undefined>(
  undefined,
);

/** Pixels of a side of the board, with its frame. */
const SIZE = 234;
const MARGIN = 6;

/** Returns the place of the board below a move, or above it where there is no room. */
function placeAt(move: Element): Record<string, string> {
  const { left, top, bottom } = move.getBoundingClientRect();
  const below = bottom + MARGIN;
  const y = below + SIZE > innerHeight ? Math.max(MARGIN, top - MARGIN - SIZE) : below;
  const x = Math.max(MARGIN, Math.min(left, innerWidth - SIZE - MARGIN));
  return { left: `${x}px`, top: `${y}px` };
}

/** The moves of a line. The pointer over a move shows its position; a click plays the line up to it. */
export function LineView({ steps, orientation, onPlay }: Props) {
  const line = useMemo(() => ({}), []);
  const current = shown.value?.line === line ? shown.value : undefined;
  const step = current && steps[current.index];
  const hide = () => {
    if (shown.peek()?.line === line) shown.value = undefined;
  };
  useEffect(() => hide, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the board is an extra for pointers; every move is a button
    <span class="line" onMouseLeave={hide}>
      {steps.map(({ move, number }, i) => (
        <button
          key={`${i}${move.uci}`}
          type="button"
          class={i === 0 ? 'line-move first' : 'line-move'}
          onMouseMove={(event) => {
            // A line that appears under a resting pointer shows nothing.
            if (event.movementX === 0 && event.movementY === 0) return;
            if (current?.index === i) return;
            shown.value = { line, index: i, style: placeAt(event.currentTarget) };
          }}
          onClick={() => {
            hide();
            onPlay(steps.slice(0, i + 1).map((step) => step.move.uci));
          }}
        >
          {number && <span class="number">{number}</span>}
          {move.san}
          {move.selfCapture && <SelfCaptureMark label={t('selfCapture.mark')} />}
        </button>
      ))}
      {current && step && (
        <span class="line-board" style={current.style}>
          <MiniBoard position={step.position} lastMove={step.move} orientation={orientation} />
        </span>
      )}
    </span>
  );
}
