// The engine as the page sees it. Another one, such as one inside the browser, goes beside the server's.
import { type Analysis, answer, api, type Line } from '../api/client';
import { events } from './events';

export interface Hint {
  uci: string;
  san: string;
}

export interface Engine {
  /** Analyses a position until it is stopped or has nothing more to say. */
  analyse(line: Line, lines: number, report: (analysis: Analysis) => void): Promise<void> & Stop;
  /** A move for somebody who would like some help. */
  hint(line: Line): Promise<Hint | undefined>;
}

export interface Stop {
  stop(): void;
}

/** The engine behind the service. */
export const server: Engine = {
  analyse(line, lines, report) {
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

  async hint(line) {
    const body = { ...line, limits: { time_ms: 500 } };
    const best = await answer(api.POST('/api/v1/bestmove', { body }));
    return best.move && best.san ? { uci: best.move, san: best.san } : undefined;
  },
};
