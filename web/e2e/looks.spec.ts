// Every page at three widths and in both themes: no accessibility faults, nothing that jumps or overflows.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, Game, test } from './fixture';

const FEN = encodeURIComponent('3r3k/p7/1p3p1P/1Pp1p3/P1b2r2/6R1/3N4/2K4R w - - 0 1');

async function openGame(page: Page): Promise<void> {
  const game = new Game(page);
  await game.open({ variant: 'selfcapture', clock: { initial_ms: 600_000, increment_ms: 5_000 } });
  for (const move of ['b1d2', 'e7e5', 'd2b1', 'f8c5']) {
    await game.drag(move.slice(0, 2), move.slice(2, 4));
    await expect(page.locator('.san[aria-current]')).toBeVisible();
  }
  await game.click('d1');
}

const PAGES: [string, (page: Page) => Promise<unknown>][] = [
  ['home', (page) => page.goto('/')],
  ['game', openGame],
  [
    'analysis',
    async (page) => {
      await page.goto(`/analysis?variant=selfcapture&fen=${FEN}&moves=d2c4,d8d1`);
      await page.getByRole('button', { name: 'Review the whole game' }).click();
      await expect(page.locator('.notes li').first()).toBeVisible();
    },
  ],
  ['editor', (page) => page.goto('/editor')],
  ['learn', (page) => page.goto('/learn')],
  ['games', (page) => page.goto('/games')],
  ['statistics', (page) => page.goto('/statistics')],
  ['nothing', (page) => page.goto('/nowhere')],
];

const SIZES: [string, number, number][] = [
  ['phone', 360, 740],
  ['tablet', 820, 1100],
  ['desktop', 1440, 900],
];

for (const [name, open] of PAGES) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`${name} in ${scheme}`, async ({ browser, service }, info) => {
      for (const [size, width, height] of SIZES) {
        const context = await browser.newContext({
          baseURL: service.address,
          viewport: { width, height },
          colorScheme: scheme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await page.addInitScript(() => {
          const shifts = { value: 0 };
          (window as unknown as { shifts: { value: number } }).shifts = shifts;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
              const shift = entry as unknown as { value: number; hadRecentInput: boolean };
              if (!shift.hadRecentInput) shifts.value += shift.value;
            }
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await open(page);
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: info.outputPath(`${name}-${size}-${scheme}.png`) });
        const found = await new AxeBuilder({ page }).analyze();
        const grave = found.violations.filter(
          ({ impact }) => impact === 'serious' || impact === 'critical',
        );
        expect(grave.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide, `${name} is too wide on a ${size}`).toBeLessThanOrEqual(0);
        const shift = await page.evaluate(
          () => (window as unknown as { shifts: { value: number } }).shifts.value,
        );
        expect(shift, `${name} jumps on a ${size}`).toBeLessThanOrEqual(0.02);
        await context.close();
      }
    });
  }
}

test('the first load is small and from one place', async ({ page }) => {
  let size = 0;
  page.on('response', async (response) => {
    const sizes = await response
      .request()
      .sizes()
      .catch(() => undefined);
    size += sizes?.responseBodySize ?? 0;
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(size).toBeGreaterThan(10_000);
  expect(size).toBeLessThan(120_000);
});
