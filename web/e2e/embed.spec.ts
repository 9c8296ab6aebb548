// The page that other sites embed, and the isolation of all other pages.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Page, request } from '@playwright/test';
import { expect, test } from './fixture';

const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** A site of another origin, with one page that contains a frame. */
async function site(frame: string, headers: Record<string, string> = {}): Promise<Server> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', ...headers });
    response.end(`<!doctype html><title>Blog</title>
      <link rel="icon" href="data:," />
      <iframe src="${frame}" width="640" height="480" title="Game"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function openSite(page: Page, server: Server): Promise<void> {
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
}

/** Returns the names of the requests and responses of a page that carry cookies. */
function watchCookies(page: Page): string[] {
  const found: string[] = [];
  page.on('request', async (sent) => {
    if ((await sent.allHeaders()).cookie) found.push(`sent to ${sent.url()}`);
  });
  page.on('response', async (received) => {
    if ((await received.allHeaders())['set-cookie']) found.push(`set by ${received.url()}`);
  });
  return found;
}

for (const [kind, headers] of [
  ['a plain', {}],
  ['an isolated', ISOLATED],
] as const) {
  test(`a game is replayed inside ${kind} page of another origin, without cookies`, async ({
    page,
    service,
  }) => {
    const player = await request.newContext({ baseURL: service.address });
    const sides = { white: { kind: 'human' }, black: { kind: 'human' } };
    const data = { variant: 'selfcapture', ...sides };
    const { game } = await (await player.post('/api/v1/games', { data })).json();
    let version = game.version;
    for (const uci of ['b1d2', 'e7e5', 'd2b1']) {
      const path = `/api/v1/games/${game.id}/moves`;
      ({ version } = await (await player.post(path, { data: { uci, version } })).json());
    }

    const cookies = watchCookies(page);
    const server = await site(`${service.address}/embed?game=${game.id}`, headers);
    await openSite(page, server);
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('.move-list .san')).toHaveText(['Nxd2', 'e5', 'Nb1']);
    await expect(frame.locator('[aria-current]')).toHaveCount(0);
    await frame.getByRole('button', { name: 'Next move' }).click();
    await expect(frame.locator('[aria-current]')).toHaveText('Nxd2');
    await expect(frame.locator('cg-board piece')).toHaveCount(31);
    await page.keyboard.press('End');
    await expect(frame.locator('[aria-current]')).toHaveText('Nb1');
    await page.keyboard.press('Home');
    await expect(frame.locator('cg-board piece')).toHaveCount(32);
    const link = frame.getByRole('link', { name: 'Analyse on Ouro' });
    await expect(link).toHaveAttribute('href', `/analysis?game=${game.id}`);

    expect(await page.evaluate(() => crossOriginIsolated)).toBe(headers === ISOLATED);
    expect(cookies).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    server.close();
    await player.dispose();
  });
}

test('a position is shown from the chosen side and in the chosen colours', async ({ page }) => {
  const fen = encodeURIComponent('6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1');
  await page.goto(`/embed?fen=${fen}&variant=selfcapture&orientation=black&theme=dark`);
  await expect(page.locator('cg-board piece')).toHaveCount(6);
  await expect(page.locator('.cg-wrap')).toHaveClass(/orientation-black/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('.move-list')).toHaveCount(0);
});

test('a game in PGN starts at the chosen move', async ({ page }) => {
  const pgn = encodeURIComponent('[White "Ann"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 (2. f4) Nc6 1-0');
  await page.goto(`/embed?pgn=${pgn}&ply=3`);
  await expect(page.locator('.embed-players')).toHaveText('Ann1-0Ben');
  await expect(page.locator('[aria-current]')).toHaveText('Nf3');
  const link = page.getByRole('link', { name: 'Analyse on Ouro' });
  await expect(link).toHaveAttribute('href', /variant=chess.*moves=e2e4%2Ce7e5%2Cg1f3$/);
});

test('what cannot be shown is explained', async ({ page, complaints }) => {
  await page.goto('/embed?fen=8/8/8/8/8/8/8/8');
  await expect(page.getByRole('alert')).toHaveText(/six fields/);
  await page.goto('/embed?pgn=nothing');
  await expect(page.getByRole('alert')).toHaveText('This game cannot be read.');
  await page.goto('/embed?game=nothing');
  await expect(page.getByRole('alert')).toHaveText('Not found.');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('404')]);
});

for (const locale of ['en', 'de', 'es']) {
  test(`the buttons fit a phone, ${locale}`, async ({ browser, service }) => {
    const phone = { viewport: { width: 390, height: 600 }, isMobile: true, hasTouch: true };
    const context = await browser.newContext({ baseURL: service.address, locale, ...phone });
    const page = await context.newPage();
    await page.goto('/embed?pgn=1.+e4+e5');
    for (const width of [360, 390, 460, 470]) {
      await page.setViewportSize({ width, height: 600 });
      const box = await page.locator('.embed-bar > a').boundingBox();
      expect((box?.x ?? width) + (box?.width ?? 0), `${width} px`).toBeLessThanOrEqual(width);
    }
    await context.close();
  });
}

test('the board fits its frame at every size', async ({ page }) => {
  const pgn = encodeURIComponent('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7');
  await page.goto(`/embed?pgn=${pgn}`);
  for (const [width, height] of [
    [240, 300],
    [320, 400],
    [400, 600],
    [600, 400],
    [800, 500],
    [1200, 300],
  ]) {
    await page.setViewportSize({ width: width as number, height: height as number });
    const overflow = () =>
      page.evaluate(() => {
        const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
        return [scrollWidth - clientWidth, scrollHeight - clientHeight];
      });
    await expect.poll(overflow).toEqual([0, 0]);
    for (const part of ['.board', '.embed-bar']) {
      const box = await page.locator(part).boundingBox();
      expect(box && box.x >= 0 && box.y >= 0, `${part} at ${width}×${height}`).toBe(true);
      expect(box && box.x + box.width <= (width as number) + 1, `${part} at ${width}`).toBe(true);
      expect(box && box.y + box.height <= (height as number) + 1, `${part} at ${height}`).toBe(
        true,
      );
    }
  }
});

test('pages of the app are isolated and cannot be framed', async ({
  page,
  service,
  complaints,
}) => {
  await page.goto('/learn');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const server = await site(`${service.address}/learn`);
  await openSite(page, server);
  await expect.poll(() => complaints.join()).toContain('frame-ancestors');
  complaints.length = 0;
  server.close();
});

test('the documentation of the API works under its policy', async ({ page }) => {
  await page.goto('/docs/');
  await expect(page.getByText('/api/v1/board.png')).toBeVisible();
});
