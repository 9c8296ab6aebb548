#!/usr/bin/env node
// The engine as a UCI program for Node.js: `npx ouro-chess`.

import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';

const worker = new Worker(new URL('./worker.js', import.meta.url));
worker.on('message', (line) => process.stdout.write(`${line}\n`));
worker.on('error', (error) => {
  process.stderr.write(`ouro-chess: ${error instanceof Error ? error.message : error}\n`);
});
worker.on('exit', (code) => process.exit(code));

const input = createInterface({ input: process.stdin });
input.on('line', (line) => worker.postMessage(line));
input.on('close', () => worker.postMessage('quit'));
