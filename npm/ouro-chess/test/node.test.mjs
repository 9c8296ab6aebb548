// Rules and engine in Node.js, compared with the native ones.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import * as ouro from '../dist/index.js';
import { perftTable, randomGames, SIGNATURE } from './files.mjs';
import {
  benchSignature,
  Conversation,
  comparePerftTable,
  compareRandomGames,
  PERFT_TABLES,
  stopInfiniteSearch,
} from './native.mjs';

await ouro.init();

function startWorker() {
  const worker = new Worker(new URL('../dist/worker.js', import.meta.url));
  const conversation = new Conversation((line) => worker.postMessage(line));
  worker.on('message', (line) => conversation.receive(line));
  return { worker, conversation };
}

test('20,000 random positions of each variant are the same as in the native library', () => {
  const compared = compareRandomGames(ouro, randomGames());
  assert.deepEqual(compared, { chess: 20_000, chess960: 20_000, selfcapture: 20_000 });
});

for (const { file, variant, depth, least } of PERFT_TABLES) {
  test(`the counts of ${file} match in ${variant} to depth ${depth}`, () => {
    assert.ok(comparePerftTable(ouro, perftTable(file), variant, depth) > least);
  });
}

test('the bench signature is that of the native engine', async () => {
  const { conversation } = startWorker();
  assert.equal(await benchSignature(conversation), SIGNATURE);
  conversation.send('quit');
});

test('the worker answers uci before it loads a network, and isready and stop during a search', async () => {
  const { conversation } = startWorker();
  await conversation.ask('uci', /^uciok$/);
  assert.ok(conversation.lines.some((line) => line.startsWith('id name Ouro ')));
  assert.ok(conversation.lines.includes('option name Threads type spin default 1 min 1 max 1'));
  const { move } = await stopInfiniteSearch(conversation);
  const reply = ouro.Position.start().play('e2e4').parseMove(move);
  assert.equal(reply.color, 'black');
  conversation.send('quit');
});

test('stop before the search has begun ends it with a legal move', async () => {
  const { conversation } = startWorker();
  conversation.send('position startpos');
  conversation.send('go infinite');
  const line = await conversation.ask('stop', /^bestmove /);
  assert.ok(ouro.Position.start().parseMove(line.split(' ')[1]));
  conversation.send('quit');
});

test('time limits end a search, and ponderhit starts them', async () => {
  const { conversation } = startWorker();
  await conversation.ask('go movetime 50', /^bestmove /);
  await conversation.ask('go ponder wtime 1000 btime 1000', /^info depth 8 /);
  assert.equal(conversation.lines.filter((line) => line.startsWith('bestmove')).length, 1);
  await conversation.ask('ponderhit', /^bestmove /);
  conversation.send('quit');
});

test('a command during a search interrupts it, as in the native engine', async () => {
  const { conversation } = startWorker();
  await conversation.ask('go infinite', /^info depth 6 /);
  const first = conversation.next(/^bestmove /);
  conversation.send('position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1');
  await first;
  const mate = await conversation.ask('go depth 4', /^bestmove /);
  assert.equal(mate.split(' ')[1], 'a1a8');
  conversation.send('quit');
});

test('bad commands are answered with one sentence', async () => {
  const { conversation } = startWorker();
  const answers = [
    ['setoption name Hash value 9999999\nisready', 'Hash must be a number from 1 to 1024'],
    ['position fen 8/8/8/8 w - - 0 1', 'the board has eight ranks'],
    ['nonsense', "unknown command 'nonsense'"],
  ];
  for (const [command, text] of answers) {
    const line = await conversation.ask(command, /^info string/);
    assert.ok(line.includes(text), line);
  }
  assert.equal(await conversation.ask('go depth 3', /^bestmove/), 'bestmove 0000');
  conversation.send('quit');
});

test('go infinite without a position is answered at once', async () => {
  const { conversation } = startWorker();
  conversation.send('position fen x');
  assert.equal(await conversation.ask('go infinite', /^bestmove/), 'bestmove 0000');
  conversation.send('quit');
});

test('a command interrupts all searches before it, also while the network is loaded', async () => {
  const { conversation } = startWorker();
  const last = conversation.next(/^info depth 8 .* pv [a-h][78]/);
  for (const moves of ['', ' moves e2e4', ' moves d2d4']) {
    conversation.send(`position startpos${moves}`);
    conversation.send('go infinite');
  }
  await last;
  await conversation.ask('stop', /^bestmove /);
  assert.equal(conversation.lines.filter((line) => line.startsWith('bestmove')).length, 3);
  conversation.send('quit');
});

test('isready is answered when the search before it begins', async () => {
  const { conversation } = startWorker();
  conversation.send('go infinite');
  await conversation.ask('isready', /^readyok$/);
  await conversation.ask('stop', /^bestmove /);
  conversation.send('quit');
});

test('empty lines, debug and ucinewgame need no session', async () => {
  const { conversation } = startWorker();
  for (const line of ['', 'debug on', 'ucinewgame', 'uci\n']) {
    conversation.send(line);
  }
  await conversation.ask('isready', /^readyok$/);
  assert.equal(conversation.lines.filter((line) => line === 'uciok').length, 1);
  conversation.send('quit');
});

test('a rejected option leaves the earlier value, also before the network is loaded', async () => {
  const { conversation } = startWorker();
  conversation.send('setoption name UCI_Chess960 value true');
  conversation.send('setoption name UCI_Variant value selfcapture');
  conversation.send('position fen 4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1');
  await conversation.ask('go depth 2', /^bestmove [a-h]/);
  conversation.send('quit');
});

test('ponderhit belongs to the latest search', async () => {
  const { conversation } = startWorker();
  await conversation.ask('go ponder wtime 1000 btime 1000', /^info depth 6 /);
  const first = conversation.next(/^bestmove /);
  conversation.send('position startpos moves e2e4');
  conversation.send('go ponder movetime 50');
  conversation.send('ponderhit');
  await first;
  await conversation.next(/^bestmove /);
  conversation.send('quit');
});

test('quit ends a worker whose search worker is being started', async () => {
  for (const delay of [0, 20, 60, 120]) {
    const { worker, conversation } = startWorker();
    const exit = once(worker, 'exit');
    conversation.send('isready');
    await setTimeout(delay);
    conversation.send('quit');
    await exit;
  }
});
