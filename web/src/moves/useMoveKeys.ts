import { useLayoutEffect, useRef } from 'preact/hooks';

export interface MoveKeys {
  back(): void;
  forward(): void;
  start(): void;
  end(): void;
  flip?(): void;
}

/** The places that use these keys themselves. */
const EXCLUDED =
  'input:not([type=checkbox], [type=radio], [type=button]), select, textarea, [contenteditable], [role=dialog], dialog, [role=menu], [role=tablist]';

/** Walks through moves with the arrow keys, Home and End, and flips the board with `f`, wherever the focus is. */
export function useMoveKeys(keys: MoveKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  // A layout effect: the keys work as soon as the page is on the screen.
  useLayoutEffect(() => {
    const listeners = new AbortController();
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(EXCLUDED)) return;
      const { back, forward, start, end, flip } = latest.current;
      const actions: Record<string, (() => void) | undefined> = {
        ArrowLeft: back,
        ArrowRight: forward,
        Home: start,
        End: end,
        f: flip,
      };
      const action = actions[event.key];
      if (!action) return;
      action();
      event.preventDefault();
    };
    document.addEventListener('keydown', press, { signal: listeners.signal });
    return () => listeners.abort();
  }, []);
}
