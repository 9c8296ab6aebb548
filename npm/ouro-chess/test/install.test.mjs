// The packed package in empty projects: types, Node.js, and Vite in development and in production.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { newPage, serve } from './server.mjs';

const run = promisify(execFile);
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
const skip = executablePath ? false : 'Chromium is not installed';

/** A program that uses rules and engine with their types; it ends with a line of its results. */
const PROGRAM = `
import { Game, init, type Move, Position } from 'ouro-chess';
import { type Analysis, Engine } from 'ouro-chess/engine';

export async function results(): Promise<string> {
  await init();
  const game = new Game({ variant: 'selfcapture' });
  const move: Move = game.play('Nxd2');
  const engine = await Engine.start();
  let last: Analysis | undefined;
  for await (const analysis of engine.analyse(game, { depth: 6 })) {
    last = analysis;
  }
  const best = await engine.bestMove(Position.fromFen('7k/8/6K1/8/8/8/8/R7 w - - 0 1'), {
    limits: { depth: 4 },
  });
  engine.close();
  return [move.captured?.color, last?.depth, best.move].join(' ');
}
`;
const RESULTS = 'white 6 a1a8';

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    lib: ['ES2022', 'DOM'],
    types: [],
    strict: true,
    outDir: 'out',
  },
  include: ['src'],
};

let folder;
let tarball;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ouro-chess-'));
  const source = fileURLToPath(new URL('..', import.meta.url));
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: source,
  });
  tarball = join(folder, stdout.trim());
});
after(() => rm(folder, { recursive: true, force: true }));

/** Creates an empty project with the package and others. */
async function project(name, packages) {
  const path = join(folder, name);
  await mkdir(join(path, 'src'), { recursive: true });
  await writeFile(join(path, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const install = ['install', '--silent', '--prefer-offline', '--no-audit', '--no-fund', tarball];
  await run('npm', [...install, ...packages], { cwd: path });
  await writeFile(join(path, 'src/results.ts'), PROGRAM);
  return path;
}

test('an empty Node.js project compiles the types and uses the package', async () => {
  const path = await project('node', ['typescript@5']);
  await writeFile(join(path, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  await writeFile(
    join(path, 'src/main.ts'),
    "import { results } from './results.js';\nresults().then((text) => console.log(text));\n",
  );
  await run('npx', ['tsc'], { cwd: path });
  const { stdout } = await run('node', ['out/main.js'], { cwd: path });
  assert.equal(stdout.trim(), RESULTS);
  const files = await readdir(join(path, 'node_modules/ouro-chess'));
  assert.deepEqual(files.sort(), ['LICENSE', 'README.md', 'dist', 'package.json']);
});

test('an empty Vite project uses the package in development and in production', {
  skip,
}, async () => {
  const path = await project('vite', ['vite@8']);
  await writeFile(
    join(path, 'vite.config.js'),
    "export default { optimizeDeps: { exclude: ['ouro-chess'] }, worker: { format: 'es' } };\n",
  );
  await writeFile(
    join(path, 'index.html'),
    '<!doctype html><title>Ouro</title><script type="module" src="/src/main.ts"></script>',
  );
  await writeFile(
    join(path, 'src/main.ts'),
    "import { results } from './results';\nresults().then((text) => { document.title = text; });\n",
  );
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await newPage(browser);
    const expectResults = async (url) => {
      await page.goto(url);
      await page.waitForFunction((text) => document.title === text, RESULTS);
    };
    const vite = spawn('node', ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1'], {
      cwd: path,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const url = await new Promise((resolve) => {
        let text = '';
        vite.stdout.on('data', (data) => {
          text += data;
          const match = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
          if (match) {
            resolve(match[0]);
          }
        });
      });
      await expectResults(`${url}/`);
    } finally {
      vite.kill();
    }
    await run('node', ['node_modules/vite/bin/vite.js', 'build'], { cwd: path });
    const server = await serve(join(path, 'dist'));
    try {
      await expectResults(`${server.url}/index.html`);
    } finally {
      server.close();
    }
  } finally {
    await browser.close();
  }
});
