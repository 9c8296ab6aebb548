// A line of moves that can be played and looked at.
import { signal, useSignal } from '@preact/signals';
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

/** The line whose position is shown: one at a time on the whole page. */
const shownLine = signal<object | undefined>(undefined);

/** The moves of a line. The pointer over a move shows its position; a click plays the line up to it. */
export function LineView({ steps, orientation, onPlay }: Props) {
  const own = useSignal({});
  const index = useSignal(0);
  const shown = shownLine.value === own.value ? steps[index.value] : undefined;
  const hide = () => {
    if (shownLine.peek() === own.peek()) shownLine.value = undefined;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the board is an extra for pointers; every move is a button
    <span class="line" onMouseLeave={hide}>
      {steps.map(({ move, number }, i) => (
        <button
          key={`${i}${move.uci}`}
          type="button"
          class={i === 0 ? 'line-move first' : 'line-move'}
          onMouseEnter={() => {
            index.value = i;
            shownLine.value = own.peek();
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
      {shown && (
        <span class="line-board">
          <MiniBoard position={shown.position} lastMove={shown.move} orientation={orientation} />
        </span>
      )}
    </span>
  );
}
