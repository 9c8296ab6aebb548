// Rules and engine in Chromium, compared with the native ones, with and without SharedArrayBuffer.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { documentedPage, perftTable, randomGames, SIGNATURE } from './files.mjs';
import { PERFT_TABLES } from './native.mjs';
import { newPage, serve } from './server.mjs';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
const skip = executablePath ? false : 'Chromium is not installed';
const folder = fileURLToPath(new URL('..', import.meta.url));

/** A page that imports the package and the comparisons; tests call them by `evaluate`. */
const PAGE = `<!doctype html><title>Ouro</title><script type="module">
  import * as ouro from '/dist/index.js';
  import { Engine } from '/dist/engine.js';
  import * as native from '/test/native.mjs';
  const start = (worker) => {
    const conversation = new native.Conversation((line) => worker.postMessage(line));
    worker.onmessage = (event) => conversation.receive(event.data);
    return conversation;
  };
  const module = () => start(new Worker('/dist/worker.js', { type: 'module' }));
  const classic = () => start(new Worker('/dist/ouro.js'));
  await ouro.init();
  window.tests = { ouro, Engine, native, module, classic };
</script>`;

let browser;
before(async () => {
  if (executablePath) {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }
});
after(() => browser?.close());

/** Opens the page and runs a function in it. */
async function inPage(isolated, call, argument) {
  const texts = { '/index.html': PAGE, '/games.txt': randomGames() };
  const server = await serve(folder, { isolated, texts });
  const page = await newPage(browser);
  try {
    await page.goto(`${server.url}/index.html`);
    await page.waitForFunction(() => window.tests !== undefined);
    assert.equal(await page.evaluate(() => window.crossOriginIsolated), isolated);
    return await page.evaluate(call, argument);
  } finally {
    await page.close();
    server.close();
  }
}

test('20,000 random positions of each variant are the same as in the native library', {
  skip,
}, async () => {
  const compared = await inPage(false, async () => {
    const text = await (await fetch('/games.txt')).text();
    return window.tests.native.compareRandomGames(window.tests.ouro, text);
  });
  assert.deepEqual(compared, { chess: 20_000, chess960: 20_000, selfcapture: 20_000 });
});

test('the perft tables match to the depths of the quick tests', { skip }, async () => {
  const tables = PERFT_TABLES.map((table) => ({ ...table, text: perftTable(table.file) }));
  const counts = await inPage(
    false,
    (tables) =>
      tables.map(({ text, variant, depth }) =>
        window.tests.native.comparePerftTable(window.tests.ouro, text, variant, depth),
      ),
    tables,
  );
  assert.ok(counts.every((count, i) => count > tables[i].least));
});

for (const isolated of [true, false]) {
  for (const kind of ['module', 'classic']) {
    const where = `${kind} worker, ${isolated ? 'with' : 'without'} SharedArrayBuffer`;

    test(`${where}: the bench signature is that of the native engine`, { skip }, async () => {
      const nodes = await inPage(
        isolated,
        (kind) => window.tests.native.benchSignature(window.tests[kind]()),
        kind,
      );
      assert.equal(nodes, SIGNATURE);
    });

    test(`${where}: stop is answered with a legal move, and the next search works`, {
      skip,
    }, async () => {
      const moves = await inPage(
        isolated,
        async (kind) => {
          const { native, ouro } = window.tests;
          const conversation = window.tests[kind]();
          await conversation.ask('uci', /^uciok$/);
          conversation.send('setoption name UCI_Variant value selfcapture');
          const first = await native.stopInfiniteSearch(conversation);
          const again = await native.stopInfiniteSearch(conversation);
          const position = ouro.Position.start('selfcapture').play('e2e4');
          // The variant and the position are still those from before the restart.
          const third = await conversation.ask('go depth 4', /^bestmove /);
          return [first.move, again.move, third.split(' ')[1]].map(
            (move) => position.parseMove(move).color,
          );
        },
        kind,
      );
      assert.deepEqual(moves, ['black', 'black', 'black']);
    });

    test(`${where}: settings, position and flip are the same after stop`, { skip }, async () => {
      const [before, after] = await inPage(
        isolated,
        async (kind) => {
          const conversation = window.tests[kind]();
          const variant = 'setoption name UCI_Variant value';
          conversation.send(`${variant} selfcapture`);
          conversation.send('position startpos moves b1d2');
          conversation.send(`${variant} selfcapture`);
          conversation.send(`${variant} atomic`);
          conversation.send('flip');
          const before = await conversation.ask('d', /^Fen: /);
          await conversation.ask('go infinite', /^info depth 4 /);
          await conversation.ask('stop', /^bestmove /);
          return [before, await conversation.ask('d', /^Fen: /)];
        },
        kind,
      );
      assert.match(before, /PPPNPPPP\/R1BQKBNR w /);
      assert.equal(after, before);
    });

    test(`${where}: stop reaches a search that has not begun, also after a restart`, {
      skip,
    }, async () => {
      const answers = await inPage(
        isolated,
        async (kind) => {
          const conversation = window.tests[kind]();
          for (let i = 0; i < 5; i++) {
            const answer = conversation.next(/^bestmove /);
            conversation.send('go infinite');
            conversation.send('stop');
            await answer;
          }
          const answer = conversation.next(/^bestmove /);
          conversation.send('go ponder wtime 100 btime 100');
          conversation.send('ponderhit');
          await answer;
          return conversation.lines.filter((line) => line.startsWith('bestmove')).length;
        },
        kind,
      );
      assert.equal(answers, 6);
    });

    test(`${where}: a page that drives lozza.js drives Ouro`, { skip }, async () => {
      const lines = await inPage(
        isolated,
        (kind) => {
          const options = kind === 'module' ? { type: 'module' } : {};
          const script = kind === 'module' ? '/dist/worker.js' : '/dist/ouro.js';
          const engine = new Worker(script, options);
          const lines = [];
          return new Promise((resolve) => {
            engine.onmessage = (event) => {
              lines.push(event.data);
              if (event.data.startsWith('bestmove')) {
                resolve(lines);
              }
            };
            for (const command of ['uci', 'ucinewgame', 'position startpos', 'go movetime 200']) {
              engine.postMessage(command);
            }
          });
        },
        kind,
      );
      assert.ok(lines.indexOf('uciok') > 0);
      assert.ok(lines.some((line) => /^info depth \d+ .* score cp -?\d+ .* pv /.test(line)));
    });

    test(`${where}: every search is answered once`, { skip }, async () => {
      const answers = await inPage(
        isolated,
        async (kind) => {
          const conversation = window.tests[kind]();
          for (let i = 0; i < 50; i++) {
            conversation.send('position startpos');
            await conversation.ask('go depth 3', /^bestmove /);
          }
          // `stop` comes before the search, during it, at its end or after it.
          for (let i = 0; i < 20; i++) {
            const answer = conversation.next(/^bestmove /);
            conversation.send('go movetime 20');
            await new Promise((resolve) => setTimeout(resolve, 2 * i));
            conversation.send('stop');
            await answer;
          }
          await conversation.ask('isready', /^readyok$/);
          return conversation.lines.filter((line) => line.startsWith('bestmove')).length;
        },
        kind,
      );
      assert.equal(answers, 70);
    });

    test(`${where}: ponderhit starts the clock`, { skip }, async () => {
      const line = await inPage(
        isolated,
        async (kind) => {
          const conversation = window.tests[kind]();
          await conversation.ask('go ponder wtime 2000 btime 2000', /^info depth 6 /);
          return conversation.ask('ponderhit', /^bestmove /);
        },
        kind,
      );
      assert.match(line, /^bestmove [a-h][1-8][a-h][1-8]/);
    });
  }

  test(`typed interface ${isolated ? 'with' : 'without'} SharedArrayBuffer`, { skip }, async () => {
    const found = await inPage(isolated, async () => {
      const { Engine, ouro } = window.tests;
      const engine = await Engine.start();
      const controller = new AbortController();
      let depth = 0;
      for await (const analysis of engine.analyse(ouro.Position.start(), {
        signal: controller.signal,
      })) {
        depth = analysis.depth;
        if (depth >= 8) {
          controller.abort();
        }
      }
      const { move } = await engine.bestMove(
        { fen: '7k/8/6K1/8/8/8/8/R7 w - - 0 1' },
        { limits: { depth: 4 } },
      );
      engine.close();
      return { depth, move };
    });
    assert.ok(found.depth >= 8);
    assert.equal(found.move, 'a1a8');
  });
}

test('the page of docs/browser.md has at most 15 lines and plays a game', { skip }, async () => {
  const html = documentedPage();
  assert.ok(html.trim().split('\n').length <= 15);
  const texts = { '/index.html': html.replaceAll('./ouro/', './dist/') };
  const server = await serve(folder, { texts });
  const page = await newPage(browser);
  try {
    await page.goto(`${server.url}/index.html`);
    await page.waitForFunction(
      () => document.querySelector('#log').textContent.split(' ').length > 10,
    );
    assert.ok(await page.locator('#board svg').isVisible());
  } finally {
    await page.close();
    server.close();
  }
});
