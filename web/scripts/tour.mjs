// Takes the pictures of the README: `node web/scripts/tour.mjs http://127.0.0.1:8787 docs/pictures`.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const [base, folder] = process.argv.slice(2);
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

async function shot(name, size, colorScheme, open) {
  const context = await browser.newContext({ baseURL: base, viewport: size, colorScheme });
  const page = await context.newPage();
  await open(page);
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}

/** Sets up a game with some moves in it. */
async function game(page, settings, moves) {
  const human = { kind: 'human' };
  const data = { variant: 'selfcapture', white: human, black: human, ...settings };
  let { game } = await (await page.request.post('/api/v1/games', { data })).json();
  for (const uci of moves) {
    const move = { uci, version: game.version };
    game = await (await page.request.post(`/api/v1/games/${game.id}/moves`, { data: move })).json();
  }
  await page.goto(`/game/${game.id}`);
  await page.locator('piece').first().waitFor({ state: 'attached' });
  return game.id;
}

async function click(page, square) {
  const box = await page.locator('cg-board').boundingBox();
  const size = box.width / 8;
  const x = box.x + (square.charCodeAt(0) - 97 + 0.5) * size;
  const y = box.y + (8.5 - Number(square[1])) * size;
  await page.mouse.click(x, y);
}

const OPENING = 'e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 b1d2 f8d6 d1e2 e8g8'.split(' ');
const desktop = { width: 1180, height: 800 };
const phone = { width: 390, height: 780 };

await shot('tour-play', desktop, 'light', async (page) => {
  await game(page, { clock: { initial_ms: 600_000, increment_ms: 5_000 } }, OPENING);
  await click(page, 'h1');
  await click(page, 'h2');
});
await shot('tour-analysis', desktop, 'dark', async (page) => {
  const fen = '3r3k/p7/1p3p1P/1Pp1p3/P1b2r2/6R1/3N4/2K4R b - - 0 1';
  const query = new URLSearchParams({ variant: 'selfcapture', fen, moves: 'a7a6,d2c4,d8d1' });
  await page.goto(`/analysis?${query}`);
  await page.getByRole('button', { name: 'Review the whole game' }).click();
  await page.locator('.notes li').nth(1).waitFor();
  await page.locator('.notes button').first().click();
  await page.getByLabel('Engine', { exact: true }).check();
  await page.locator('.engine-lines li').nth(2).waitFor();
});
await shot('tour-learn', phone, 'light', async (page) => {
  await page.goto('/learn');
  await page.locator('piece').first().waitFor({ state: 'attached' });
});
await shot('tour-phone', phone, 'dark', async (page) => {
  await game(page, {}, [...OPENING, 'h1h2', 'd8f6']);
});
await shot('tour-editor', phone, 'light', async (page) => {
  await page.goto('/editor?variant=selfcapture&fen=6rk/5Npp/8/8/8/8/6PP/6K1 b - - 0 1');
  await page.locator('piece').first().waitFor({ state: 'attached' });
});
await browser.close();
