// Every page in several sizes, both themes and all languages: accessible, without overflow, without layout shift.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, Game, test } from './fixture';

const FEN = encodeURIComponent('3r3k/p7/1p3p1P/1Pp1p3/P1b2r2/6R1/3N4/2K4R w - - 0 1');
const boardShown = (page: Page) => expect(page.locator('piece').first()).toBeAttached();

async function openGame(page: Page): Promise<void> {
  const game = new Game(page);
  await game.open({ variant: 'selfcapture', clock: { initial_ms: 600_000, increment_ms: 5_000 } });
  for (const [i, move] of ['b1d2', 'e7e5', 'd2b1', 'f8c5'].entries()) {
    await game.drag(move.slice(0, 2), move.slice(2, 4));
    await expect(page.locator('.move-list .san')).toHaveCount(i + 1);
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await boardShown(page);
}

const PAGES: Record<string, (page: Page) => Promise<unknown>> = {
  home: (page) => open(page, '/'),
  game: openGame,
  analysis: (page) => open(page, `/analysis?variant=selfcapture&fen=${FEN}&moves=d2c4,d8d1`),
  explorer: async (page) => {
    await open(page, '/analysis?variant=selfcapture');
    await page.getByRole('tab').nth(1).click();
    await expect(page.locator('.explorer-table')).toBeVisible();
  },
  editor: (page) => open(page, '/editor'),
  learn: (page) => open(page, '/learn'),
  puzzles: (page) => open(page, '/puzzles'),
  puzzleSolved: async (page) => {
    await open(page, '/puzzles/daily');
    await page.locator('.puzzle-controls .button').nth(1).click();
    await expect(page.locator('.rating-change')).toBeVisible();
  },
  puzzleThemes: async (page) => {
    await page.goto('/puzzles/themes');
    await expect(page.locator('.theme-count').first()).not.toBeEmpty();
  },
  puzzleHistory: async (page) => {
    await page.goto('/puzzles/history');
    await expect(page.locator('.puzzle-history dd').first()).toContainText('±');
  },
  mateOrNot: async (page) => {
    await open(page, '/puzzles/mate-or-not');
    await page.keyboard.press('n');
    await expect(page.locator('.puzzle-status')).toHaveClass(/right|wrong/);
  },
  settings: async (page) => {
    await open(page, '/learn');
    await page.locator('.header-actions button').click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  games: (page) => page.goto('/games'),
  statistics: (page) => page.goto('/statistics'),
  login: async (page) => {
    // A server without a token lets everybody in; this is what a private one replies.
    const problem = { code: 'unauthorized', detail: 'a token is required' };
    await page.route('**/api/v1/games*', (route) => route.fulfill({ status: 401, json: problem }));
    await page.goto('/games');
    await expect(page.locator('input[type=password]')).toBeVisible();
  },
  options: async (page) => {
    await open(page, '/');
    await page.locator('.home-play summary').click();
    await expect(page.locator('.options')).toBeVisible();
  },
  share: async (page) => {
    await open(page, '/analysis?moves=b1d2');
    await page.locator('.analysis-tools .icon-button').nth(1).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  embed: (page) => open(page, `/embed?variant=selfcapture&fen=${FEN}`),
  notFound: (page) => page.goto('/nowhere'),
};

const SIZES: [width: number, height: number, scheme: 'light' | 'dark', locale: string][] = [
  [360, 640, 'light', 'de'],
  [844, 390, 'dark', 'es'],
  [820, 1100, 'light', 'en'],
  [1440, 900, 'dark', 'en'],
];

/** Collects layout shifts that no input has caused. */
function observeShifts(): void {
  const shifts = { value: 0 };
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as unknown as { value: number; hadRecentInput: boolean };
      if (!shift.hadRecentInput) shifts.value += shift.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

for (const [name, show] of Object.entries(PAGES)) {
  for (const [width, height, colorScheme, locale] of SIZES) {
    const what = `${name} at ${width}×${height}, ${colorScheme}, ${locale}`;
    test(what, async ({ browser, service }) => {
      const context = await browser.newContext({
        baseURL: service.address,
        viewport: { width, height },
        colorScheme,
        locale,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.addInitScript(observeShifts);
      await show(page);
      await page.waitForLoadState('networkidle');
      const { violations } = await new AxeBuilder({ page }).analyze();
      const grave = violations.filter(
        ({ impact }) => impact === 'serious' || impact === 'critical',
      );
      expect(grave.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, 'horizontal overflow in pixels').toBeLessThanOrEqual(0);
      const shift = await page.evaluate(
        () => (window as unknown as { shifts: { value: number } }).shifts.value,
      );
      expect(shift, 'layout shift').toBeLessThanOrEqual(0.02);
      await context.close();
    });
  }
}

test('on a phone the boards fill the width, with squares of whole pixels', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ['home', 'game', 'analysis', 'editor', 'learn', 'puzzles']) {
    await PAGES[name]?.(page);
    const box = await page.locator('cg-container').first().boundingBox();
    expect(box, name).toMatchObject({ x: 3, width: 384 });
  }
});

/** Returns how many elements are on the screen above the bar with the buttons of an analysis. */
async function countAboveBar(page: Page, selector: string): Promise<number> {
  return page.evaluate((selector) => {
    const bar = document.querySelector('.analysis-bar')?.getBoundingClientRect();
    const shown = [...document.querySelectorAll(selector)].map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const list = element.closest('.tree, .explorer')?.getBoundingClientRect();
      return top >= (list?.top ?? 0) && bottom <= Math.min(bar?.top ?? 0, list?.bottom ?? 0) + 1;
    });
    return shown.filter(Boolean).length;
  }, selector);
}

for (const [width, height] of [
  [768, 1024],
  [820, 1180],
] as const) {
  test(`a tablet of ${width} × ${height} shows board, moves and explorer`, async ({
    browser,
    service,
  }) => {
    const viewport = { width, height };
    const options = { baseURL: service.address, viewport, hasTouch: true, isMobile: true };
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6', 'b5a4', 'g8f6', 'd2d3', 'd7d6'];
    await open(page, `/analysis?variant=chess&moves=${moves}`);
    expect(await countAboveBar(page, '.tree .san')).toBe(moves.length);
    const board = await page.locator('cg-board').first().boundingBox();
    expect(board?.width).toBeGreaterThanOrEqual(0.5 * height);
    await PAGES.explorer?.(page);
    expect(await countAboveBar(page, '.explorer-table li')).toBeGreaterThanOrEqual(4);
    await context.close();
  });
}

test('the smallest phone shows lines of the engine and moves of the explorer', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await PAGES.explorer?.(page);
  expect(await countAboveBar(page, '.explorer-table li')).toBeGreaterThanOrEqual(2);
  await page.getByRole('tab').first().click();
  await page.getByRole('switch').first().click();
  await expect(page.locator('.engine-lines li')).toHaveCount(3);
  const bar = await page.locator('.analysis-bar').boundingBox();
  const line = await page.locator('.engine-lines li').first().boundingBox();
  expect((line?.y ?? 640) + (line?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test('a button does not stay marked after a tap', async ({ browser, service }) => {
  const viewport = { width: 390, height: 844 };
  const options = { baseURL: service.address, viewport, hasTouch: true, isMobile: true };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await open(page, '/analysis');
  const flip = page.getByRole('button', { name: 'Flip board' });
  const colour = () => flip.evaluate((button) => getComputedStyle(button).backgroundColor);
  const before = await colour();
  await flip.tap();
  await expect(page.locator('.cg-wrap.orientation-black')).toBeVisible();
  expect(await colour()).toBe(before);
  await context.close();
});

test('the home page is interactive after at most 260 kB', async ({ page }) => {
  const requests: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    requests.push(
      request.sizes().then(
        ({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize,
        () => 0,
      ),
    );
  });
  await open(page, '/');
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(requests);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(100_000);
  expect(total).toBeLessThan(260_000);
});
