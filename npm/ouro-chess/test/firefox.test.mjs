// A smoke test in Debian's Firefox, which no driver is needed for: the page posts its results.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SIGNATURE } from './files.mjs';
import { serve } from './server.mjs';

const FIREFOX = '/usr/bin/firefox-esr';
const skip = existsSync(FIREFOX) ? false : 'firefox-esr is not installed';
const folder = fileURLToPath(new URL('..', import.meta.url));

/** The bench in the classic worker, a search that is stopped in the module worker, and a perft. */
const PAGE = `<!doctype html><title>Ouro</title><script type="module">
  import { init, Position } from '/dist/index.js';
  import { benchSignature, Conversation, stopInfiniteSearch } from '/test/native.mjs';
  const start = (worker) => {
    const conversation = new Conversation((line) => worker.postMessage(line));
    worker.onmessage = (event) => conversation.receive(event.data);
    return conversation;
  };
  const results = async () => {
    await init();
    const nodes = await benchSignature(start(new Worker('/dist/ouro.js')));
    const worker = new Worker('/dist/worker.js', { type: 'module' });
    const { move } = await stopInfiniteSearch(start(worker));
    const legal = Position.start().play('e2e4').parseMove(move).color === 'black';
    return { nodes, legal, perft: Position.start('selfcapture').perft(4), isolated: crossOriginIsolated };
  };
  const found = await results().catch((error) => ({ error: String(error) }));
  await fetch('/results', { method: 'POST', body: JSON.stringify(found) });
</script>`;

for (const isolated of [true, false]) {
  const where = `${isolated ? 'with' : 'without'} SharedArrayBuffer`;
  test(`Firefox ${where}: rules, bench signature and stop`, { skip }, async () => {
    const profile = await mkdtemp(join(tmpdir(), 'ouro-firefox-'));
    let receive;
    const results = new Promise((resolve) => {
      receive = resolve;
    });
    const texts = { '/index.html': PAGE };
    const server = await serve(folder, { isolated, texts, onPost: receive });
    const options = ['--headless', '--no-remote', '--profile', profile];
    const firefox = spawn(FIREFOX, [...options, `${server.url}/index.html`], { stdio: 'ignore' });
    const ended = once(firefox, 'exit').then(() => '{"error":"Firefox has ended"}');
    try {
      const found = JSON.parse(await Promise.race([results, ended]));
      assert.deepEqual(found, { nodes: SIGNATURE, legal: true, perft: 2_598_922, isolated });
    } finally {
      firefox.kill('SIGKILL');
      await ended;
      server.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}
