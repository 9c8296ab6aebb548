import { useEffect, useRef } from 'preact/hooks';
import type { MoveRecord, Side } from '../api/client';

type Written = Pick<MoveRecord, 'san' | 'self_capture'>;

interface Props {
  moves: Written[];
  first: Side;
  number: number;
  /** How many moves are shown on the board. */
  ply: number;
  go(ply: number): void;
}

/** The moves in notation, self-captures marked; a click goes there. */
export function MoveList({ moves, first, number, ply, go }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !current) return;
    // Not `scrollIntoView`, which would move the page as well.
    const top = current.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) {
      box.scrollTop = top - box.clientHeight / 2;
    }
  }, [ply]);
  if (moves.length === 0) return <p class="quiet move-list empty">No moves yet.</p>;
  const offset = first === 'black' ? 1 : 0;
  const rows: (Written | undefined)[][] = [];
  const all: (Written | undefined)[] = offset ? [undefined, ...moves] : moves;
  for (let i = 0; i < all.length; i += 2) rows.push(all.slice(i, i + 2));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls can be reached by keyboard
    <ol class="move-list" ref={list} tabIndex={0} aria-label="Moves">
      {rows.map((row, i) => (
        // A row is its number
        <li key={i}>
          <span class="number">{number + i}.</span>
          {row.map((move, j) => {
            const at = i * 2 + j + 1 - offset;
            if (!move) return <span key={at}>…</span>;
            return (
              <button
                key={at}
                type="button"
                class={move.self_capture ? 'san own' : 'san'}
                aria-current={at === ply ? 'step' : undefined}
                title={move.self_capture ? 'takes its own piece' : undefined}
                onClick={() => go(at)}
              >
                {move.san}
                {move.self_capture && (
                  <span class="own-mark" role="img" aria-label="takes its own piece" />
                )}
              </button>
            );
          })}
        </li>
      ))}
    </ol>
  );
}
