// The address of the current page, kept in the browser's history.
import { type ReadonlySignal, signal } from '@preact/signals';

export interface Route {
  readonly path: string;
  readonly query: URLSearchParams;
}

const read = (): Route => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
});

const current = signal<Route>(read());

/** The current route. */
export const route: ReadonlySignal<Route> = current;

window.addEventListener('popstate', () => {
  current.value = read();
});

/** Goes to another address of the app. */
export function navigate(url: string): void {
  if (url !== location.pathname + location.search) history.pushState(null, '', url);
  current.value = read();
  window.scrollTo(0, 0);
}

/** Changes the address without a new entry in the history and without leaving the page. */
export function replaceUrl(url: string): void {
  history.replaceState(null, '', url);
}

/** Handles clicks on links inside the app, so that they do not reload it. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.('a');
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download'))
    return;
  if (/^\/(api|docs|embed)(\/|$)/.test(link.pathname)) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}
