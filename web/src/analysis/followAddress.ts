// Keeps the address of the page up to date with the state of the analysis.
import { effect, type ReadonlySignal } from '@preact/signals';
import { replaceUrl, route } from '../app/router';
import { type AnalysisState, toAddress } from './address';

// Browsers refuse too many changes: Safari more than 100 in ten seconds. Changes are written at once unless there
// have been many, as when a key is held down.

/** Changes within `WINDOW` that are written at once. */
const BURST = 20;
/** Milliseconds. */
const WINDOW = 5_000;
/** Milliseconds between two changes after a burst. */
const INTERVAL = 300;

/** Writes the state to the address whenever it changes. Returns a function that ends this. */
export function followAddress(state: ReadonlySignal<AnalysisState>): () => void {
  const opened = route.peek();
  let written: number[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const now = performance.now();
    written = [...written.filter((time) => time > now - WINDOW), now];
    // Another page, or another analysis, has its own address.
    if (route.peek() === opened) replaceUrl(toAddress(state.peek()));
  };
  const flush = () => {
    if (timer !== undefined) write();
  };
  const stop = effect(() => {
    void state.value;
    if (timer !== undefined) return;
    const since = performance.now() - WINDOW;
    if (written.filter((time) => time > since).length < BURST) write();
    else timer = setTimeout(write, INTERVAL);
  });
  // Links are followed after this.
  document.addEventListener('click', flush, { capture: true });
  window.addEventListener('pagehide', flush);
  return () => {
    stop();
    clearTimeout(timer);
    document.removeEventListener('click', flush, { capture: true });
    window.removeEventListener('pagehide', flush);
  };
}
