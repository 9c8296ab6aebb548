// The analysis of a position as a signal.
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import { t } from '../i18n';
import { toast } from '../ui/toast';
import { type Analysis, engine, type Line } from './engine';

export interface Request {
  readonly line: Line;
  readonly multipv: number;
}

/**
 * Analyses what a signal requests, with the engine of the settings. A new request ends the analysis of the one
 * before. Returns the newest state of the search, and a function that ends it for good.
 */
export function followAnalysis(request: ReadonlySignal<Request | undefined>): {
  analysis: ReadonlySignal<Analysis | undefined>;
  dispose(): void;
} {
  const found = signal<{ request: Request; analysis: Analysis } | undefined>(undefined);
  const run = async (request: Request, abort: AbortSignal) => {
    try {
      const options = { multipv: request.multipv, signal: abort };
      for await (const analysis of engine.peek().analyse(request.line, options)) {
        if (abort.aborted) return;
        found.value = { request, analysis };
      }
    } catch {
      if (!abort.aborted) toast(t('engine.failed'));
    }
  };
  const dispose = effect(() => {
    const wanted = request.value;
    // A change of the setting starts the analysis again.
    void engine.value;
    if (!wanted) return;
    const control = new AbortController();
    void run(wanted, control.signal);
    return () => control.abort();
  });
  const analysis = computed(() => {
    const wanted = request.value;
    // A report about another position says nothing about this one.
    return wanted && found.value?.request === wanted ? found.value.analysis : undefined;
  });
  return { analysis, dispose };
}

/** Analyses a position while it is enabled and the component is shown. */
export function useAnalysis(
  line: Line | undefined,
  { multipv, enabled }: { multipv: number; enabled: boolean },
): ReadonlySignal<Analysis | undefined> {
  const { request, analysis, dispose } = useMemo(() => {
    const request = signal<Request | undefined>(undefined);
    return { request, ...followAnalysis(request) };
  }, []);
  const key = line && enabled ? JSON.stringify(line) : undefined;
  useLayoutEffect(() => {
    request.value = key === undefined ? undefined : { line: JSON.parse(key) as Line, multipv };
  }, [request, key, multipv]);
  useEffect(() => dispose, [dispose]);
  return analysis;
}
