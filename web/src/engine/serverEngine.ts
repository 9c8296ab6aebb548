// The engine of the service.
import type { Analysis as Report } from '../api/client';
import { answer, api } from '../api/client';
import type { Analysis, Engine, Line } from './engine';
import { events } from './events';

const body = ({ variant, fen, moves }: Line) => ({ variant, fen: fen ?? null, moves: [...moves] });

function fromReport({ depth, nodes, time_ms, lines }: Report): Analysis {
  return {
    depth,
    nodes,
    nps: time_ms > 0 ? Math.round((nodes * 1000) / time_ms) : 0,
    lines: lines.map(({ evaluation: { mate, cp, wdl }, pv }) => {
      const [win = 0, draw = 0, loss = 0] = wdl;
      return { score: mate == null ? { cp: cp ?? 0 } : { mate }, wdl: { win, draw, loss }, pv };
    }),
  };
}

export const serverEngine: Engine = {
  kind: 'server',

  async *analyse(line, { multipv, signal }) {
    try {
      const response = await answer(
        api.POST('/api/v1/analyse', {
          body: { ...body(line), multipv },
          parseAs: 'stream',
          signal,
        }),
      );
      for await (const { data } of events(response as ReadableStream<Uint8Array>)) {
        const analysis = fromReport(JSON.parse(data) as Report);
        if (analysis.lines.length > 0) yield analysis;
      }
    } catch (error) {
      // Whoever aborts an analysis knows that it has ended.
      if (!signal.aborted) throw error;
    }
  },

  async bestMove(line, { movetime, signal }) {
    const request = { body: { ...body(line), limits: { time_ms: movetime } } };
    const { move } = await answer(
      api.POST('/api/v1/bestmove', signal ? { ...request, signal } : request),
    );
    return move ?? undefined;
  },
};
