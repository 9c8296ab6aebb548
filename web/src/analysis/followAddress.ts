// Keeps the address of the page up to date with the state of the analysis.
import { effect, type ReadonlySignal } from '@preact/signals';
import { replaceUrl, route } from '../app/router';
import { type AnalysisState, toAddress } from './address';

/** Milliseconds between two changes of the address. Browsers refuse too many. */
const INTERVAL = 300;

/** Writes the state to the address whenever it changes. Returns a function that ends this. */
export function followAddress(state: ReadonlySignal<AnalysisState>): () => void {
  const opened = route.peek();
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    last = performance.now();
    // Another page, or another analysis, has its own address.
    if (route.peek() === opened) replaceUrl(toAddress(state.peek()));
  };
  const flush = () => {
    if (timer !== undefined) write();
  };
  const stop = effect(() => {
    void state.value;
    if (timer !== undefined) return;
    const wait = last + INTERVAL - performance.now();
    if (wait <= 0) write();
    else timer = setTimeout(write, wait);
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
