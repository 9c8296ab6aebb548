import { useEffect, useState } from 'preact/hooks';

interface Loaded<T> {
  /** What was loaded; `undefined` until it is there. */
  readonly value: T | undefined;
  /** Why it could not be loaded. */
  readonly problem: unknown;
  reload(): void;
}

/** Loads something for a page when it opens, and again on request. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [value, setValue] = useState<T>();
  const [problem, setProblem] = useState<unknown>();
  const reload = () => {
    setProblem(undefined);
    load().then((loaded) => setValue(() => loaded), setProblem);
  };
  useEffect(reload, []);
  return { value, problem, reload };
}
