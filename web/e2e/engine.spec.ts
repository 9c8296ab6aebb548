// The engine in the page and its fallbacks.
import type { Page } from '@playwright/test';
import { expect, test } from './fixture';

const engineSwitch = (page: Page) => page.getByRole('switch', { name: 'Engine' });
const lines = (page: Page) => page.locator('.engine-lines .line');

/** The depth of the search on the screen; 0 if there is none. */
const depth = async (page: Page) =>
  Number(/Depth (\d+)/.exec((await page.locator('.engine-state').textContent()) ?? '')?.[1] ?? 0);

/** Searches deeply, stops, and checks that the next search starts from a low depth. */
async function stopDeepSearch(page: Page): Promise<void> {
  await expect(page.locator('cg-board piece').first()).toBeVisible();
  await engineSwitch(page).check();
  await expect.poll(() => depth(page), { timeout: 40_000 }).toBeGreaterThan(12);
  await engineSwitch(page).uncheck();
  await expect(lines(page)).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(page.locator('.tree [aria-current]')).toHaveText('e5');
  await engineSwitch(page).check();
  await expect(lines(page).first()).toContainText('2.');
  // While it searches, another position replaces the search.
  await page.keyboard.press('Home');
  await expect(lines(page).first()).toContainText('1.');
}

const ADDRESS = '/analysis?variant=chess#pgn=1.+e4+e5+*';

test('a deep search is stopped through shared memory on an isolated page', async ({ page }) => {
  await page.goto(ADDRESS);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await stopDeepSearch(page);
});

test('a deep search is stopped on a page that is not isolated', async ({ page }) => {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const headers = response.headers();
    delete headers['cross-origin-embedder-policy'];
    delete headers['cross-origin-opener-policy'];
    return route.fulfill({ response, headers });
  });
  await page.goto(ADDRESS);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await stopDeepSearch(page);
});

test('the server analyses if the settings say so', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('ouro.engine', 'server'));
  await page.goto('/analysis?variant=chess');
  const request = page.waitForRequest('**/api/v1/analyse');
  await engineSwitch(page).check();
  await request;
  await expect(lines(page)).toHaveCount(3);
});

test.describe('with failures that the console reports', () => {
  // Not the page of the fixture: the browser itself logs requests that fail.
  let page: Page;
  test.beforeEach(async ({ context }) => {
    page = await context.newPage();
  });

  test('a busy server is replaced by the engine in the page', async () => {
    await page.addInitScript(() => localStorage.setItem('ouro.engine', 'server'));
    await page.route('**/api/v1/analyse', (route) =>
      route.fulfill({ status: 503, json: { code: 'busy', detail: 'the server is busy' } }),
    );
    await page.goto('/analysis?variant=chess');
    await engineSwitch(page).check();
    await expect(page.locator('.notice')).toContainText('runs in your browser instead');
    await expect(lines(page)).toHaveCount(3);
  });

  test('an engine that cannot be loaded is replaced by the server', async () => {
    await page.route('**/engine*.wasm', (route) => route.abort());
    await page.goto('/analysis?variant=chess');
    await engineSwitch(page).check();
    await expect(page.locator('.notice')).toContainText('The server analyses instead');
    await expect(lines(page)).toHaveCount(3);
  });

  test('analysis, editor and lessons work without the server', async () => {
    await page.goto('/analysis?variant=selfcapture');
    await expect(page.locator('cg-board piece').first()).toBeVisible();
    // The engine and the other pages are loaded; then the server stops.
    await engineSwitch(page).check();
    await expect(lines(page)).toHaveCount(3);
    for (const name of ['Editor', 'Learn', 'Analysis']) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page.locator('cg-board piece').first()).toBeVisible();
    }
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('button', { name: 'Load FEN or PGN' }).click();
    await page
      .getByLabel('Paste a FEN or PGN, or drop a file')
      .fill('[Variant "Self-capture"]\n\n1. Nxd2 e5 2. e4 (2. g3) *');
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.tree [aria-current]')).toContainText('Nxd2');
    await expect(lines(page)).toHaveCount(3);
    await page.getByRole('link', { name: 'Editor', exact: true }).click();
    await page.getByRole('button', { name: 'Clear board' }).click();
    await expect(page.locator('.editor-problems')).toContainText('has no king');
    await page.getByRole('link', { name: 'Learn', exact: true }).click();
    await expect(page.locator('cg-board piece').first()).toBeVisible();
  });
});
