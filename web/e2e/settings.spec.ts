// Settings: they take effect at once, survive a reload, and only what was chosen is loaded.
import type { Page } from '@playwright/test';
import { expect, test } from './fixture';

const openSettings = (page: Page) => page.getByRole('button', { name: 'Settings' }).click();

test('board, pieces, theme and coordinates are changed and kept', async ({ page }) => {
  await page.goto('/learn');
  await openSettings(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Blue' }).check({ force: true });
  await dialog.getByRole('radio', { name: 'Solid' }).check({ force: true });
  await dialog.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await dialog.getByRole('switch', { name: 'Board coordinates' }).uncheck();
  await dialog.getByRole('switch', { name: 'Sound' }).uncheck();
  await dialog.getByLabel('Display name').fill('Ada');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const check = async () => {
    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-board', 'blue');
    await expect(root).toHaveAttribute('data-pieces', 'solid');
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('piece.white.king')).toHaveCSS('background-image', /white-king/);
    await expect(page.locator('.cg-wrap coords')).toHaveCount(0);
  };
  await check();
  await page.reload();
  await check();
  await openSettings(page);
  await expect(dialog.getByLabel('Display name')).toHaveValue('Ada');
  await expect(dialog.getByRole('switch', { name: 'Sound' })).not.toBeChecked();
});

test('moves have figurines, or letters if the settings say so', async ({ page }) => {
  await page.goto('/analysis?variant=chess&moves=g1f3');
  const move = page.locator('.tree .san');
  await expect(move).toHaveText('Nf3');
  await expect(move).toHaveCSS('font-family', /^Figurines/);
  const loaded = () =>
    [...document.fonts].some((font) => font.family === 'Figurines' && font.status === 'loaded');
  await page.waitForFunction(loaded);
  await openSettings(page);
  await page.getByLabel('Move notation').selectOption('Letter (K, Q, R, B, N)');
  await page.keyboard.press('Escape');
  await expect(move).toHaveCSS('font-family', /^Inter/);
  await page.reload();
  await expect(move).toHaveCSS('font-family', /^Inter/);
});

test('the language is that of the browser, can be switched, and is the only one loaded', async ({
  browser,
  service,
}) => {
  const context = await browser.newContext({ baseURL: service.address, locale: 'de-AT' });
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('h1')).toContainText('eigene Figuren schlagen');
  await expect(page).toHaveTitle(/Schach/);
  const catalogues = () => scripts.filter((path) => /\/(en|de|es)-[\w-]+\.js$/.test(path));
  expect(catalogues()).toHaveLength(1);
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByLabel('Sprache').selectOption('Español');
  await expect(page.locator('h1')).toContainText('capturar tus propias piezas');
  await expect(page.getByRole('dialog')).toContainText('Idioma');
  expect(catalogues()).toHaveLength(2);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await context.close();
});

test('only the pictures of the chosen piece set are loaded', async ({ page }) => {
  const pieces = new Set<string>();
  page.on('request', (request) => {
    const picture = /(white|black)-(\w+)-[\w-]+\.svg$/.exec(request.url());
    if (picture) pieces.add(picture[0]);
  });
  await page.goto('/learn', { waitUntil: 'networkidle' });
  expect(pieces.size).toBe(12);
});

test('the menu of a phone opens, leads to a page and closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await expect(page).toHaveURL('/learn');
  await expect(page.getByRole('link', { name: 'Learn', exact: true })).toBeHidden();
});

test('every page has a title of its own', async ({ page }) => {
  const titles = {
    '/': 'Ouro • Chess where you can capture your own pieces',
    '/learn': 'Learn self-capture chess • Ouro',
    '/games': 'Your games • Ouro',
    '/statistics': 'Self-capture statistics • Ouro',
    '/nowhere': 'Page not found • Ouro',
  };
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
  }
});
