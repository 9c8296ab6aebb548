// Takes the pictures of the README: `node web/scripts/tour.mjs http://127.0.0.1:8787 docs/pictures`.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { analysisPath, clickSquare, openGame, PAGES } from './pages.mjs';

const [base, folder] = process.argv.slice(2);
if (!base || !folder) throw new Error('usage: tour.mjs <address> <folder>');
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

const desktop = { width: 1180, height: 760 };
const phone = { width: 390, height: 780 };

async function shot(name, viewport, colorScheme, open) {
  const context = await browser.newContext({
    baseURL: base,
    viewport,
    colorScheme,
    locale: 'en',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  // The font is in the cache on the second visit.
  await page.goto('/', { waitUntil: 'networkidle' });
  await open(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}

await shot('tour-home', desktop, 'light', PAGES.home);
await shot('tour-play', desktop, 'light', PAGES.gameArmed);
await shot('tour-analysis', desktop, 'dark', async (page) => {
  await page.goto(analysisPath);
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.locator('.review-sides').waitFor({ timeout: 120_000 });
  await page.locator('.review-notes').getByRole('button', { name: 'Rxh6#' }).first().click();
});
await shot('tour-puzzle', desktop, 'light', async (page) => {
  await page.goto('/puzzles?theme=lineOpening');
  const solution = page.getByRole('button', { name: 'View the solution' });
  await solution.waitFor();
  await page.locator('.move-list .san').waitFor();
  await solution.click();
  await page.getByRole('button', { name: 'Show on the board' }).waitFor();
  await page.waitForTimeout(4_000);
  await page.getByRole('button', { name: 'Show on the board' }).click();
});
await shot('tour-learn', phone, 'light', async (page) => {
  await PAGES.learn(page);
  await clickSquare(page, 'h1');
  await clickSquare(page, 'h6');
  await clickSquare(page, 'h6');
  await page.locator('.lesson-task .right').waitFor();
});
await shot('tour-phone', phone, 'dark', async (page) => {
  await openGame(page, {}, 'e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 b1d2 f8d6 d1e2 e8g8 h1h2'.split(' '));
});
await shot('tour-editor', phone, 'light', async (page) => {
  await page.goto('/editor?variant=selfcapture&fen=6rk/5Npp/8/8/8/8/6PP/6K1 b - - 0 1');
  await page.locator('piece').first().waitFor({ state: 'attached' });
});
await browser.close();
