// The engine's thoughts about the position on the board.
import { useEffect, useState } from 'preact/hooks';
import { type Analysis, answer, api, type Line, words } from '../api/client';
import { events } from '../engine/events';
import { sentence, tell } from '../ui/announce';

export function useAnalysis(
  line: Line | undefined,
  lines: number,
  on: boolean,
): Analysis | undefined {
  const [found, setFound] = useState<{ key: string; analysis: Analysis }>();
  const key = line && JSON.stringify(line);
  useEffect(() => {
    if (!on || !key) return;
    const run = server.analyse(JSON.parse(key) as Line, lines, (analysis) =>
      setFound({ key, analysis }),
    );
    run.catch((error) => tell(sentence(words(error))));
    return () => run.stop();
  }, [key, lines, on]);
  // What was found about another position says nothing about this one.
  return on && found && found.key === key ? found.analysis : undefined;
}

/** The engine behind the service. */
export const server = {
  analyse(line: Line, lines: number, report: (analysis: Analysis) => void) {
    const control = new AbortController();
    const run = async () => {
      const response = await fetch('/api/v1/analyse', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...line, multipv: lines }),
        signal: control.signal,
      });
      await answer(
        Promise.resolve({
          data: true,
          ...(response.ok ? {} : { error: await response.json() }),
          response,
        }),
      );
      if (!response.body) return;
      for await (const event of events(response.body)) report(JSON.parse(event.data) as Analysis);
    };
    const done = run().catch((error: unknown) => {
      // Whoever stops it does not want to hear of it.
      if (!control.signal.aborted) throw error;
    });
    return Object.assign(done, { stop: () => control.abort() });
  },

  async hint(line: Line) {
    const body = { ...line, limits: { time_ms: 500 } };
    const best = await answer(api.POST('/api/v1/bestmove', { body }));
    return best.move && best.san ? { uci: best.move, san: best.san } : undefined;
  },
};
