// The typed interface of the engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Engine } from '../dist/engine.js';
import { Game, init, Position } from '../dist/index.js';

await init();

test('bestMove returns the mating move and its score', async () => {
  const engine = await Engine.start();
  const fen = '7k/8/6K1/8/8/8/8/R7 w - - 0 1';
  const { move, analysis } = await engine.bestMove({ fen }, { limits: { depth: 4 } });
  assert.equal(move, 'a1a8');
  assert.deepEqual(analysis.lines[0].score, { type: 'mate', value: 1 });
  engine.close();
});

test('a game of the weakest level in every variant has legal moves only', async () => {
  const engine = await Engine.start({ hash: 1 });
  for (const variant of ['chess', 'chess960', 'selfcapture']) {
    await engine.newGame();
    const game = new Game(variant === 'chess960' ? Position.chess960(11) : { variant });
    while (!game.outcome() && game.plies < 40) {
      const { move } = await engine.bestMove(game, { level: 1 });
      game.play(move);
    }
    assert.ok(game.plies > 4, variant);
  }
  engine.close();
});

test('analyse reports several lines until its signal aborts it', async () => {
  const engine = await Engine.start();
  const controller = new AbortController();
  let last;
  for await (const analysis of engine.analyse(Position.start('selfcapture'), {
    multipv: 3,
    signal: controller.signal,
  })) {
    last = analysis;
    if (analysis.depth >= 6 && analysis.lines.length === 3) {
      controller.abort();
    }
  }
  assert.equal(last.lines.length, 3);
  assert.ok(last.lines.every((line) => Position.start('selfcapture').parseMove(line.pv[0])));
  engine.close();
});

test('leaving the loop ends the analysis, so that the next search can begin', async () => {
  const engine = await Engine.start();
  for await (const analysis of engine.analyse({})) {
    if (analysis.depth >= 5) {
      break;
    }
  }
  assert.ok((await engine.bestMove({}, { limits: { nodes: 1_000 } })).move);
  engine.close();
});

test('bad input and an aborted search are errors with one sentence', async () => {
  const engine = await Engine.start();
  await assert.rejects(engine.bestMove({ fen: 'x' }), /a FEN has six fields/);
  await assert.rejects(engine.bestMove({ moves: ['e2e5'] }), /e2e5 is not legal/);
  await assert.rejects(engine.bestMove({}, { level: 11 }), /level must be/);
  await assert.rejects(engine.bestMove({}, { limits: { depth: 0 } }), /depth must be/);
  await assert.rejects(engine.bestMove({}, { signal: AbortSignal.abort() }), {
    name: 'AbortError',
  });
  assert.equal((await engine.bestMove({ fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' })).move, undefined);
  engine.close();
  await assert.rejects(engine.bestMove({}), /the engine is closed/);
});

test('a missing network is reported', async () => {
  const engine = await Engine.start({
    networkUrls: { chess: new URL('./none.nn', import.meta.url) },
  });
  await assert.rejects(engine.bestMove({}), /failed to load .*none\.nn/);
  engine.close();
});

test('prepare throws if the network cannot be loaded, and after close', async () => {
  const engine = await Engine.start({
    networkUrls: { selfcapture: new URL('./none.nn', import.meta.url) },
  });
  await engine.prepare();
  await assert.rejects(engine.prepare('selfcapture'), {
    kind: 'engine',
    message: /failed to load .*none\.nn/,
  });
  const waiting = engine.prepare('selfcapture');
  engine.close();
  await assert.rejects(waiting, /the engine is closed/);
  await assert.rejects(engine.prepare(), /the engine is closed/);
});

test('an analysis without limits ends if there is nothing to search', async () => {
  const engine = await Engine.start();
  const iterate = async (input) => {
    for await (const analysis of engine.analyse(input)) {
      assert.deepEqual(analysis.lines, []);
    }
  };
  await assert.rejects(iterate({ fen: 'x' }), /a FEN has six fields/);
  await iterate({ fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' });
  engine.close();
});

/** Returns a worker that answers `go` with lines, and then fails if it has to. */
function fakeWorker(lines, failure) {
  const worker = {
    terminate() {},
    postMessage(message) {
      if (String(message).startsWith('go ')) {
        for (const line of lines) {
          worker.onmessage({ data: line });
        }
        if (failure) {
          worker.onerror({ message: failure, preventDefault() {} });
        }
      }
    },
  };
  return worker;
}

const INFO = 'info depth 1 seldepth 1 multipv 1 score cp 10 nodes 20 nps 1 time 1 pv e2e4';

test('a failure or close during a search is an error, not the end of a game', async () => {
  for (const worker of [
    fakeWorker([INFO], 'out of memory'),
    fakeWorker([INFO, 'info string out of memory', 'bestmove 0000']),
  ]) {
    const engine = await Engine.start({ worker: () => worker });
    await assert.rejects(engine.bestMove({}), { kind: 'engine', message: /out of memory/ });
  }
  const engine = await Engine.start();
  await assert.rejects(
    async () => {
      for await (const _ of engine.analyse({})) {
        engine.close();
      }
    },
    { kind: 'engine', message: /the engine is closed/ },
  );
});

test('a slow reader gets the newest report only', async () => {
  const lines = [1, 2, 3].map((depth) => INFO.replace('depth 1 ', `depth ${depth} `));
  const worker = fakeWorker([...lines, 'bestmove e2e4']);
  const engine = await Engine.start({ worker: () => worker });
  const depths = [];
  for await (const { depth } of engine.analyse({})) {
    depths.push(depth);
  }
  assert.deepEqual(depths, [3]);
});

test('a call that waits for its turn can be aborted, and close ends the wait', async () => {
  const engine = await Engine.start();
  const running = engine.analyse({});
  await running.next();
  const controller = new AbortController();
  const { signal } = controller;
  const aborted = engine.bestMove({}, { signal });
  const analysis = engine.analyse({}, { signal }).next();
  const next = engine.bestMove({}, { limits: { depth: 1 } });
  controller.abort();
  await assert.rejects(aborted, { name: 'AbortError' });
  assert.ok((await analysis).done);
  // The call behind them still waits for the first one.
  await running.return();
  assert.ok((await next).move);

  await engine.analyse({}).next();
  const waiting = engine.bestMove({});
  engine.close();
  await assert.rejects(waiting, /the engine is closed/);
});

test('the size of the hash table is checked', async () => {
  for (const hash of [0, 1.5, 1025, Number.NaN]) {
    await assert.rejects(Engine.start({ hash }), /hash must be/);
  }
});
