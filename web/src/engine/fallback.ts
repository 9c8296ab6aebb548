// Two engines as one: if the first fails, the second takes over.
import type { Engine } from './engine';

/**
 * Returns an engine that uses the second one for every search that the first one cannot do. The reason is
 * reported once, not with every search.
 */
export function withFallback(
  first: Engine,
  second: Engine,
  report: (error: unknown) => void,
): Engine {
  let reported = false;
  const failed = (error: unknown) => {
    if (!reported) report(error);
    reported = true;
  };
  return {
    kind: first.kind,

    async *analyse(line, options) {
      try {
        yield* first.analyse(line, options);
        return;
      } catch (error) {
        if (options.signal.aborted) return;
        failed(error);
      }
      yield* second.analyse(line, options);
    },

    async bestMove(line, options) {
      try {
        return await first.bestMove(line, options);
      } catch (error) {
        options.signal?.throwIfAborted();
        failed(error);
      }
      return second.bestMove(line, options);
    },
  };
}
