// Lists that are loaded page by page.
import { useEffect, useState } from 'preact/hooks';
import { showError } from './showError';

/** A part of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** Where the next page starts, if there is one. */
  readonly next: string | undefined;
}

interface Pages<T> {
  /** Everything that is loaded; `undefined` until the first page is there. */
  readonly items: readonly T[] | undefined;
  /** Loads the next page; missing if there is none. */
  readonly more: (() => void) | undefined;
  /** Changes what is loaded, such as after a deletion. */
  change(change: (items: readonly T[]) => readonly T[]): void;
}

/** Loads a list, and again when its filter changes. */
export function usePages<T, F>(
  filter: F,
  load: (filter: F, after?: string) => Promise<ListPage<T>>,
): Pages<T> {
  const [loaded, setLoaded] = useState<ListPage<T>>();
  useEffect(() => {
    let current = true;
    load(filter).then(
      (page) => current && setLoaded(page),
      (error) => current && showError(error),
    );
    return () => {
      current = false;
    };
  }, [filter]);
  const next = loaded?.next;
  const append = (after: string) =>
    load(filter, after).then(
      ({ items, next }) =>
        setLoaded((before) => ({ items: [...(before?.items ?? []), ...items], next })),
      showError,
    );
  return {
    items: loaded?.items,
    more: next === undefined ? undefined : () => void append(next),
    change: (change) => setLoaded((before) => before && { ...before, items: change(before.items) }),
  };
}
