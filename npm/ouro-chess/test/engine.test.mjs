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
