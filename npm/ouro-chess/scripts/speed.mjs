// Measures the bench and the delay of `stop` in Chromium and in Node.js. Run it on an idle machine.
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { chromium } from 'playwright-core';
import { Conversation, measureSpeed } from '../test/native.mjs';
import { serve } from '../test/server.mjs';

const RUNS = 5;

const print = (where, { nps, delays }) =>
  console.log(`${where}: nps ${nps.join(' ')}; stop after ${delays.join(' ')} ms`);

const worker = new Worker(new URL('../dist/worker.js', import.meta.url));
const conversation = new Conversation((line) => worker.postMessage(line));
worker.on('message', (line) => conversation.receive(line));
print('Node.js', await measureSpeed(conversation, RUNS));
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
  const result = await page.evaluate(async (runs) => {
    const { Conversation, measureSpeed } = await import('/test/native.mjs');
    const worker = new Worker('/dist/ouro.js');
    const conversation = new Conversation((line) => worker.postMessage(line));
    worker.onmessage = (event) => conversation.receive(event.data);
    return measureSpeed(conversation, runs);
  }, RUNS);
  print(`Chromium, ${isolated ? 'with' : 'without'} SharedArrayBuffer`, result);
  await page.close();
  server.close();
}
await browser.close();
