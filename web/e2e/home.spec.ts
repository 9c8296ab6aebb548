// The home page: the rule on a board, one click to a game, and everything else behind the options.
import { expect, Game, notice, test } from './fixture';

test('the rule is learned by playing three moves', async ({ page }) => {
  await page.goto('/');
  const game = new Game(page);
  const note = page.locator('.mate-or-not-note');
  await expect(note).toContainText('Mate or not?');
  await game.drag('h1', 'g2');
  await expect(note).toContainText('King captures its own pawn: the king escapes.');
  await page.getByRole('button', { name: 'Next position' }).click();
  // Every way out counts.
  await game.drag('g1', 'h2');
  await expect(note).toContainText('King captures its own pawn');
  await page.getByRole('button', { name: 'Next position' }).click();
  // What does not escape snaps back with the reason.
  await game.drag('e1', 'd2');
  await expect(notice(page)).toHaveText('Your king would be in check on d2.');
  await game.drag('e1', 'd1');
  await expect(note).toContainText('Now you know the rule.');
  await page.getByRole('button', { name: 'Start over' }).click();
  await game.expectPiece('h1', 'white king');
});

test('one click starts a game, which can be resumed', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Continue your game' })).toBeHidden();
  await page.getByRole('button', { name: 'Play Ouro Level 3' }).click();
  await expect(page).toHaveURL(/\/game\//);
  const url = page.url();
  await page.goto('/');
  await page.getByRole('link', { name: /Continue your game.*You vs Ouro \(level 3\)/ }).click();
  await expect(page).toHaveURL(url);
});

test('headline, board and Play are on the first screen of a phone', async ({
  browser,
  service,
}) => {
  for (const locale of ['en', 'de', 'es']) {
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({ baseURL: service.address, viewport, locale });
    const page = await context.newPage();
    await page.goto('/');
    for (const part of ['h1', 'cg-board', '.button.primary.large']) {
      const box = await page.locator(part).boundingBox();
      expect(box && box.y + box.height, `${part} in ${locale}`).toBeLessThanOrEqual(844);
    }
    const lines = await page.locator('h1').evaluate((headline) => {
      const { height } = headline.getBoundingClientRect();
      return Math.round(height / Number.parseFloat(getComputedStyle(headline).lineHeight));
    });
    expect(lines, `lines of the headline in ${locale}`).toBe(2);
    await context.close();
  }
});

test('engines that play each other wait a second before each move', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(page).toHaveURL(/\/game\//);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const game = await (await page.request.get(`/api/v1/games/${id}`)).json();
  expect(game.delay_ms).toBe(1_000);
  await page.request.post(`/api/v1/games/${id}/actions`, { data: { action: 'pause' } });
});

test('a game is set up with the options, and a bad position is explained in words', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByText('Options').click();
  await expect(page.getByRole('button', { name: /^Play Ouro/ })).toBeHidden();
  const [board, task] = [page.locator('.mate-or-not .board'), page.locator('.mate-or-not-note')];
  const [above, below] = [await board.boundingBox(), await task.boundingBox()];
  if (!above || !below) throw new Error('the board or its task is not shown');
  expect(below.y - above.y - above.height).toBeLessThan(32);
  await page.getByRole('radio', { name: 'Chess', exact: true }).check({ force: true });
  await page.getByLabel('Opponent').selectOption('On this device');
  await page.getByLabel('Time control').selectOption('3 minutes + 2 seconds per move');
  const fen = page.getByLabel('Start from position (FEN)');
  const start = page.getByRole('button', { name: 'Start game' });
  await fen.fill('8/8/8/8/8/8/8/4K3 w - - 0 1');
  await start.click();
  await expect(page.locator('.options .problem')).toHaveText('Black has no king.');
  await fen.fill('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
  await start.click();
  await expect(page).toHaveURL(/\/game\//);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const game = await (await page.request.get(`/api/v1/games/${id}`)).json();
  expect(game).toMatchObject({
    variant: 'chess',
    start_fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1',
    you: ['white', 'black'],
    clock: { white_ms: 180_000 },
  });
});

test('a notice about an illegal move goes away with the next move', async ({ page, game }) => {
  // Notices stay until something removes them.
  await page.addInitScript(() => {
    const wait = window.setTimeout;
    const skip = (handler: TimerHandler, delay?: number) =>
      delay === 5_000 ? 0 : wait(handler, delay);
    window.setTimeout = skip as typeof setTimeout;
  });
  await page.goto('/');
  await expect(page.locator('piece').first()).toBeAttached();
  await game.drag('h1', 'f1');
  await expect(notice(page)).toHaveText('The king does not move like that.');
  await game.drag('h1', 'h2');
  await game.expectPiece('h2', 'white king');
  await expect(notice(page)).toBeHidden();
});

test('a request that the server cannot read is explained without its internals', async ({
  page,
  complaints,
}) => {
  const detail = 'missing field `variant` at line 1 column 2';
  const json = { type: 'about:blank', title: 'Bad Request', code: 'bad_request', detail };
  await page.route('**/api/v1/games', (route) => route.fulfill({ status: 400, json }));
  await page.goto('/');
  await page.getByRole('button', { name: /^Play Ouro/ }).click();
  await expect(notice(page)).toHaveText('The server did not understand this request.');
  // The browser reports the status.
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('400');
});
