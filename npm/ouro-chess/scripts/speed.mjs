// Measures, in one run, the nodes per second of the engine in Node.js and in Chromium, next to the native program
// and to other engines that are classic workers: `npm run speed -- [--native OURO] [WORKER.js…]`. Run it on an idle
// machine.
import { spawn } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { chromium } from 'playwright-core';
import { Conversation, measureSpeed, measureStops } from '../test/native.mjs';
import { serve } from '../test/server.mjs';

const RUNS = 5;

const { values, positionals: peers } = parseArgs({
  options: { native: { type: 'string' } },
  allowPositionals: true,
});

const print = (name, nps, delays) => {
  const stops = delays ? `; stop after ${delays.join(' ')} ms` : '';
  console.log(`${name}: ${nps.join(' ')} nodes per second${stops}`);
};

if (values.native) {
  const program = spawn(values.native, { stdio: ['pipe', 'pipe', 'inherit'] });
  const conversation = new Conversation((line) => program.stdin.write(`${line}\n`));
  createInterface({ input: program.stdout }).on('line', (line) => conversation.receive(line));
  print('native', await measureSpeed(conversation, RUNS), await measureStops(conversation, RUNS));
  conversation.send('quit');
}

const worker = new Worker(new URL('../dist/worker.js', import.meta.url));
const conversation = new Conversation((line) => worker.postMessage(line));
worker.on('message', (line) => conversation.receive(line));
print('Node.js', await measureSpeed(conversation, RUNS), await measureStops(conversation, RUNS));
conversation.send('quit');

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

/** Measures a classic worker of a folder on a page of its own. Other engines may not be able to stop. */
async function inBrowser(name, folder, script, { isolated, stops }) {
  const texts = { '/index.html': '<!doctype html><title>Speed</title>' };
  const [engine, tests] = await Promise.all([
    serve(folder, { isolated, texts }),
    serve(fileURLToPath(new URL('../test', import.meta.url)), { open: true }),
  ]);
  const page = await browser.newPage();
  await page.goto(`${engine.url}/index.html`);
  const result = await page.evaluate(
    async ([module, script, runs, stops]) => {
      const { Conversation, measureSpeed, measureStops } = await import(module);
      const worker = new Worker(script);
      const conversation = new Conversation((line) => worker.postMessage(line));
      worker.onmessage = (event) => conversation.receive(event.data);
      const nps = await measureSpeed(conversation, runs);
      const delays = stops ? await measureStops(conversation, runs) : undefined;
      worker.terminate();
      return [nps, delays];
    },
    [`${tests.url}/native.mjs`, script, RUNS, stops],
  );
  print(name, ...result);
  await page.close();
  engine.close();
  tests.close();
}

const dist = fileURLToPath(new URL('../dist', import.meta.url));
await inBrowser('Chromium, with SharedArrayBuffer', dist, '/ouro.js', {
  isolated: true,
  stops: true,
});
await inBrowser('Chromium, without SharedArrayBuffer', dist, '/ouro.js', {
  isolated: false,
  stops: true,
});
for (const peer of peers) {
  await inBrowser(`Chromium, ${basename(peer)}`, dirname(peer), `/${basename(peer)}`, {
    isolated: true,
    stops: false,
  });
}
await browser.close();
