// Addresses of the page: a path and a query, kept in the browser's history.
import { signal } from '@preact/signals';

export interface Place {
  path: string;
  query: URLSearchParams;
}

const here = (): Place => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
});

export const place = signal<Place>(here());

window.addEventListener('popstate', () => {
  place.value = here();
});

/** Goes to another address of the page. */
export function go(address: string): void {
  if (address !== location.pathname + location.search) history.pushState(null, '', address);
  place.value = here();
  window.scrollTo(0, 0);
}

/** Changes the address without leaving the view. */
export function rename(address: string): void {
  history.replaceState(null, '', address);
}

/** Follows links inside the page without loading it again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.('a');
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download'))
    return;
  if (link.pathname.startsWith('/api/') || link.pathname.startsWith('/docs')) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search);
}
