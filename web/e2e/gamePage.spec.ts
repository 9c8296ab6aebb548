// The game page: what is visible, where it is, and that nothing moves.
import { boxOf, expect, Game, note, notice, test } from './fixture';

async function playMoves(game: Game, moves: readonly string[]): Promise<void> {
  const url = `/api/v1/games/${game.id}`;
  let { version } = await (await game.page.request.get(url)).json();
  for (const uci of moves) {
    const response = await game.page.request.post(`${url}/moves`, { data: { uci, version } });
    ({ version } = await response.json());
  }
}

// Pawn moves of both sides, one after the other: 32 moves without repetition.
const PAWN_MOVES = 'abcdefgh'
  .split('')
  .flatMap((file) => [`${file}2${file}3`, `${file}7${file}6`])
  .concat('abcdefgh'.split('').flatMap((file) => [`${file}3${file}4`, `${file}6${file}5`]));

for (const [name, viewport] of [
  ['a desktop', { width: 1280, height: 700 }],
  ['a small phone', { width: 360, height: 640 }],
  ['a phone held sideways', { width: 844, height: 390 }],
] as const) {
  test(`the current move is always visible on ${name}`, async ({ page, game }) => {
    await page.setViewportSize(viewport);
    await game.open({ variant: 'chess' });
    await playMoves(game, PAWN_MOVES);
    await expect(page.locator('.move-list .san')).toHaveCount(PAWN_MOVES.length);
    const isCurrentVisible = async () => {
      const list = await boxOf(page.locator('.move-list'));
      const current = await boxOf(page.locator('.san[aria-current]'));
      return (
        current.y >= list.y - 1 &&
        current.y + current.height <= list.y + list.height + 1 &&
        current.x >= list.x - 1 &&
        current.x + current.width <= list.x + list.width + 1
      );
    };
    await expect.poll(isCurrentVisible).toBe(true);
    for (let ply = PAWN_MOVES.length; ply > 1; ply -= 1) {
      await page.keyboard.press('ArrowLeft');
      await expect(page.locator('.san[aria-current]')).toHaveText(/./);
      expect(await isCurrentVisible(), `ply ${ply - 1}`).toBe(true);
    }
    await page.keyboard.press('End');
    await expect.poll(isCurrentVisible).toBe(true);
    // Only the list has scrolled.
    expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);
  });
}

test('the engine answers a draw offer visibly', async ({ page, game }) => {
  await game.open({ variant: 'chess', black: { kind: 'engine', level: 1 } });
  await game.drag('e2', 'e4');
  await expect(page.locator('.move-list .san')).toHaveCount(2);
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await page.getByRole('button', { name: 'Confirm: Offer a draw' }).click();
  await expect(note(page)).toHaveText('Ouro declined your draw offer');
  await game.drag('d2', 'd4');
  await expect(note(page)).not.toContainText('declined');
});

test('a hint goes away when the game ends', async ({ page, game }) => {
  await game.open({ variant: 'chess', black: { kind: 'engine', level: 1 } });
  await game.drag('e2', 'e4');
  await expect(page.locator('.move-list .san')).toHaveCount(2);
  await page.getByRole('button', { name: 'Hint' }).click();
  const arrow = page.locator('.cg-shapes g[cgHash] line');
  await expect(arrow).toHaveCount(1);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Confirm: Resign' }).click();
  await expect(note(page)).toContainText('You lost.');
  await expect(arrow).toHaveCount(0);
});

test('a missing game is reported once, without attempts to reconnect', async ({
  page,
  complaints,
}) => {
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/games/')) requests += 1;
  });
  await page.clock.install();
  await page.goto('/game/AAAAAAAAAAAAAAAAAAAAAA');
  await expect(page.getByRole('heading', { name: 'Game not found' })).toBeVisible();
  await page.clock.fastForward(60_000);
  expect(requests).toBe(1);
  expect(sockets).toEqual([]);
  // The browser reports the response to the page and to its request.
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('404');
});

test('the keyboard cursor is a frame that covers neither piece nor square', async ({
  page,
  game,
}) => {
  await game.open({ variant: 'chess' });
  await page.getByRole('application').focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => game.squares('selected')).toEqual(['e2']);
  const style = await page.locator('.board-cursor').evaluate((cursor) => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(cursor);
    return { backgroundColor, backgroundImage, opacity };
  });
  expect(style).toEqual({
    backgroundColor: 'rgba(0, 0, 0, 0)',
    backgroundImage: 'none',
    opacity: '1',
  });
  // No highlighted square is above the pieces.
  const heights = await page
    .locator('cg-board square')
    .evaluateAll((squares) => squares.map((square) => getComputedStyle(square).zIndex));
  for (const height of heights) expect(['auto', '0', '1']).toContain(height);
  const cursor = await boxOf(page.locator('.board-cursor'));
  const { x, y } = await game.at('e2');
  expect(Math.abs(cursor.x + cursor.width / 2 - x)).toBeLessThan(3);
  expect(Math.abs(cursor.y + cursor.height / 2 - y)).toBeLessThan(3);
});

test('the note and the tab tell whose turn it is', async ({ page, game }) => {
  await game.open({ variant: 'chess', black: { kind: 'engine', level: 1 } });
  await expect(note(page)).toHaveText('Your turn');
  await expect(page).toHaveTitle(/^Your turn/);
  await game.drag('e2', 'e4');
  await expect(page.locator('.move-list .san')).toHaveCount(2);
  await expect(note(page)).toHaveText('Your turn');
  await expect(page.locator('.player-bar.bottom .name')).toHaveText('You');
  await expect(page.locator('.player-bar.top .name')).toHaveText('Ouro (level 1)');
});

test('players are called by the name that they have chosen', async ({ page, game }) => {
  await page.addInitScript(() => localStorage.setItem('ouro.displayName', 'Ada'));
  await game.open({ variant: 'chess', black: { kind: 'engine', level: 1 } });
  await expect(page.locator('.player-bar.bottom .name')).toHaveText('Ada');
  await expect(page.locator('h1')).toHaveText('Ada vs Ouro (level 1)');
});

test('the self-capture mark has a tooltip and a legend', async ({ page, game }) => {
  await game.open({ variant: 'selfcapture' });
  await game.drag('b1', 'd2');
  await game.expectMoves('Nxd2');
  const mark = page.locator('.move-list .self-capture-mark');
  await expect(mark).toHaveAttribute('title', 'Self-capture');
  expect((await boxOf(mark)).width).toBe(12);
  await expect(page.locator('.legend')).toHaveText('Self-capture');
});

test.describe('layout', () => {
  const sizes: [number, number, number][] = [
    [360, 640, 352],
    [390, 844, 384],
    [844, 390, 380],
    [768, 1024, 640],
    [1440, 900, 700],
    [1920, 1080, 880],
  ];
  for (const [width, height, least] of sizes) {
    test(`everything is on one screen of ${width} × ${height}`, async ({ browser, service }) => {
      const isMobile = Math.min(width, height) < 500;
      const context = await browser.newContext({
        baseURL: service.address,
        viewport: { width, height },
        isMobile,
        hasTouch: isMobile,
      });
      const page = await context.newPage();
      const game = new Game(page);
      await game.open({ variant: 'selfcapture', clock: { initial_ms: 300_000, increment_ms: 0 } });
      await game.drag('b1', 'd2');
      await game.drag('e7', 'e5');
      await game.expectMoves('Nxd2', 'e5');
      expect((await boxOf(page.locator('cg-board'))).width).toBeGreaterThanOrEqual(least);
      const parts = ['.player-bar.top', '.player-bar.bottom', '.game-note', '.move-list'];
      for (const name of ['Take back', 'Hint', 'Resign', 'More', 'Previous move', 'Next move']) {
        parts.push(`button[aria-label="${name}"]`);
      }
      for (const part of parts) {
        const box = await boxOf(page.locator(part));
        expect(box.x, part).toBeGreaterThanOrEqual(0);
        expect(box.y, part).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width, part).toBeLessThanOrEqual(width + 0.5);
        expect(box.y + box.height, part).toBeLessThanOrEqual(height + 0.5);
      }
      const overflow = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth - innerWidth, scrollHeight - innerHeight];
      });
      expect(overflow[0]).toBeLessThanOrEqual(0);
      expect(overflow[1]).toBeLessThanOrEqual(0);
      await context.close();
    });
  }

  test('neither the evaluation nor a confirmation moves anything', async ({ page, game }) => {
    await game.open({ variant: 'chess', black: { kind: 'engine', level: 1 } });
    await game.drag('e2', 'e4');
    await expect(page.locator('.move-list .san')).toHaveCount(2);
    const board = page.locator('cg-board');
    const before = await boxOf(board);
    const menu = await boxOf(page.getByRole('button', { name: 'More' }));
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Show evaluation' }).click();
    await expect(page.getByRole('meter')).toHaveAttribute('aria-valuetext', /\d/);
    expect(await boxOf(board)).toEqual(before);
    // The label of the evaluation is not cut off.
    const label = page.locator('.evaluation-bar .label');
    const [inner, outer] = [await boxOf(label), await boxOf(page.getByRole('meter'))];
    expect(inner.x).toBeGreaterThanOrEqual(outer.x - 0.5);
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width + 0.5);
    expect(await label.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);

    const draw = await boxOf(page.getByRole('button', { name: 'Offer a draw' }));
    await page.getByRole('button', { name: 'Resign' }).click();
    await expect(page.getByRole('button', { name: 'Confirm: Resign' })).toBeVisible();
    expect(await boxOf(page.getByRole('button', { name: 'Offer a draw' }))).toEqual(draw);
    expect(await boxOf(page.getByRole('button', { name: 'More' }))).toEqual(menu);
    expect(await boxOf(board)).toEqual(before);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Resign' })).toBeVisible();
    await expect(notice(page)).toBeHidden();
  });

  test('a confirmation says what it asks, and anything else cancels it', async ({ page, game }) => {
    await game.open({ variant: 'chess' });
    await game.drag('e2', 'e4');
    await game.drag('e7', 'e5');
    await game.expectMoves('e4', 'e5');
    const question = page.locator('.confirmation');
    await page.getByRole('button', { name: 'Resign' }).click();
    await expect(question).toHaveText('Resign?ResignCancel');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Agree to a draw' }).click();
    await expect(question).toHaveText('Agree to a draw?Agree to a drawCancel');
    await game.drag('g1', 'f3');
    await game.expectMoves('e4', 'e5', 'Nf3');
    await expect(question).toBeHidden();
    await expect(notice(page)).toBeHidden();
  });
});
