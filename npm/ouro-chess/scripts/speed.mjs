// Measures the bench and the delay of `stop` in Chromium and in Node.js. Run it on an idle machine.
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { chromium } from 'playwright-core';
import { Conversation, stopInfiniteSearch } from '../test/native.mjs';
import { serve } from '../test/server.mjs';

const RUNS = 5;

/** Returns the nodes per second of each bench and the delays of `stop` in milliseconds. */
async function measure(conversation, stop, runs) {
  const nps = [];
  const delays = [];
  for (let i = 0; i < runs; i++) {
    nps.push(Number((await conversation.ask('bench', /nodes \d+ nps$/)).split(' ')[2]));
    delays.push(Math.round((await stop(conversation)).milliseconds));
  }
  return { nps, delays };
}

const print = (where, { nps, delays }) =>
  console.log(`${where}: nps ${nps.join(' ')}; stop after ${delays.join(' ')} ms`);

const worker = new Worker(new URL('../dist/worker.js', import.meta.url));
const conversation = new Conversation((line) => worker.postMessage(line));
worker.on('message', (line) => conversation.receive(line));
print('Node.js', await measure(conversation, stopInfiniteSearch, RUNS));
conversation.send('quit');

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const isolated of [true, false]) {
  const texts = { '/index.html': '<!doctype html><title>Ouro</title>' };
  const server = await serve(fileURLToPath(new URL('..', import.meta.url)), { isolated, texts });
  const page = await browser.newPage();
  await page.goto(`${server.url}/index.html`);
  const result = await page.evaluate(
    async ([runs, source]) => {
      const native = await import('/test/native.mjs');
      const worker = new Worker('/dist/ouro.js');
      const conversation = new native.Conversation((line) => worker.postMessage(line));
      worker.onmessage = (event) => conversation.receive(event.data);
      const measure = new Function(`return (${source})`)();
      return measure(conversation, native.stopInfiniteSearch, runs);
    },
    [RUNS, measure.toString()],
  );
  print(`Chromium, ${isolated ? 'with' : 'without'} SharedArrayBuffer`, result);
  await page.close();
  server.close();
}
await browser.close();
