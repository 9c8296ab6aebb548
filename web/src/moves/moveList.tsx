import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import type { Move } from '../rules';
import { SelfCaptureMark } from '../ui/icon';
import './moves.css';

type ListedMove = Pick<Move, 'san' | 'selfCapture'>;

interface Props {
  moves: readonly ListedMove[];
  /** The number of moves played in the position on the board. */
  current: number;
  /** The plies before the first move: 0 at move 1 of White, 1 at move 1 of Black. */
  firstPly?: number;
  onSelect(ply: number): void;
}

/** The moves of a game. The current one is always visible. */
export function MoveList({ moves, current, firstPly = 0, onSelect }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (list.current) showCurrent(list.current);
  }, [current, moves.length]);
  if (moves.length === 0) return <p class="move-list empty">{t('moves.none')}</p>;
  const blackFirst = firstPly % 2 === 1;
  const rows: (ListedMove | undefined)[][] = [];
  const entries = blackFirst ? [undefined, ...moves] : moves;
  for (let i = 0; i < entries.length; i += 2) rows.push(entries.slice(i, i + 2));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <ol class="move-list" ref={list} tabIndex={0} aria-label={t('moves.list')}>
      {rows.map((row, i) => {
        const number = Math.floor(firstPly / 2) + 1 + i;
        return (
          <li key={number}>
            <span class="number">{number}.</span>
            {row.map((move, j) => {
              const ply = i * 2 + j + (blackFirst ? 0 : 1);
              if (!move) {
                return (
                  <span key={ply} class="san-gap">
                    …
                  </span>
                );
              }
              return (
                <button
                  key={ply}
                  type="button"
                  class={move.selfCapture ? 'san self-capture' : 'san'}
                  aria-current={ply === current ? 'step' : undefined}
                  onClick={() => onSelect(ply)}
                >
                  {move.san}
                  {move.selfCapture && <SelfCaptureMark label={t('selfCapture.mark')} />}
                </button>
              );
            })}
          </li>
        );
      })}
    </ol>
  );
}

/** Scrolls the list, and nothing around it, as far as needed to show the current move. */
function showCurrent(list: HTMLElement): void {
  const current = list.querySelector('[aria-current]');
  if (!current) {
    list.scrollTo({ top: 0, left: 0 });
    return;
  }
  const outer = list.getBoundingClientRect();
  const inner = current.getBoundingClientRect();
  const margin = inner.height;
  const top = Math.min(0, inner.top - margin - outer.top);
  const bottom = Math.max(0, inner.bottom + margin - outer.bottom);
  const left = Math.min(0, inner.left - margin - outer.left);
  const right = Math.max(0, inner.right + margin - outer.right);
  list.scrollBy({ top: top || bottom, left: left || right });
}
