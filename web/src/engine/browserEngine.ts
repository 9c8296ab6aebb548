// The engine in a worker of the page. One worker serves all pages; it starts with the first search.
import type { Analysis as Report, Engine as Worker } from 'ouro-chess/engine';
import type { Variant } from '../rules';
import type { Analysis, Engine } from './engine';

/** MiB of the hash table. */
const HASH = 32;

let starting: Promise<Worker> | undefined;

async function start(): Promise<Worker> {
  const { Engine: Ouro } = await import('ouro-chess/engine');
  return Ouro.start({ hash: HASH });
}

/** Returns the worker. It starts again if it failed before. */
function worker(): Promise<Worker> {
  starting ??= start().catch((error) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

/** Forgets a worker that has failed, so that the next search starts another. */
function discard(): void {
  void starting?.then((engine) => engine.close());
  starting = undefined;
}

/** Starts the engine and loads the network of a variant ahead of the first search. */
export async function prepareEngine(variant: Variant): Promise<void> {
  await (await worker()).prepare(variant);
}

/** Returns the analysis of a report. Lines with a bound come from unfinished searches of a move. */
function fromReport({ depth, nodes, nps, lines }: Report): Analysis {
  return {
    depth,
    nodes,
    nps,
    lines: lines.map(({ score, wdl, pv }) => ({
      score: score.type === 'cp' ? { cp: score.value } : { mate: score.value },
      wdl: wdl ?? { win: 0, draw: 1000, loss: 0 },
      pv,
    })),
  };
}

export const browserEngine: Engine = {
  kind: 'browser',

  async *analyse(line, { multipv, signal }) {
    const engine = await worker();
    try {
      for await (const report of engine.analyse(line, { multipv, signal })) {
        if (report.lines.length > 0 && !signal.aborted) yield fromReport(report);
      }
    } catch (error) {
      discard();
      throw error;
    }
  },

  async bestMove(line, { movetime, signal }) {
    const engine = await worker();
    try {
      const limits = { movetime };
      const { move } = await engine.bestMove(line, signal ? { limits, signal } : { limits });
      return move;
    } catch (error) {
      if (!signal?.aborted) discard();
      throw error;
    }
  },
};
