import { useEffect, useRef } from 'preact/hooks';
import type { MoveInfo, Side } from '../api/client';

interface Props {
  side: Side;
  choices: MoveInfo[];
  choose(uci: string): void;
  cancel(): void;
}

/** What a pawn becomes. */
export function Promotion({ side, choices, choose, cancel }: Props) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const order = ['queen', 'knight', 'rook', 'bishop'];
  const sorted = [...choices].sort(
    (a, b) => order.indexOf(a.promotion ?? '') - order.indexOf(b.promotion ?? ''),
  );
  return (
    <div
      class="promotion"
      role="dialog"
      aria-label="Promote to"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') cancel();
      }}
    >
      {sorted.map((move, i) => (
        <button
          key={move.uci}
          ref={i === 0 ? first : null}
          type="button"
          aria-label={move.promotion ?? ''}
          onClick={() => choose(move.uci)}
        >
          <img src={`/pieces/${side}-${move.promotion}.svg`} alt="" width="56" height="56" />
        </button>
      ))}
      <button type="button" class="quiet" onClick={cancel}>
        Cancel
      </button>
    </div>
  );
}
