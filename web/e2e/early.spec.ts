// Moves made before the service has answered. None is lost and none is put back without a word.
import type { Page } from '@playwright/test';
import { expect, Game, notice, test } from './fixture';

/** Holds back the answers to requests to an address, after the first `passed` of them, until `release`. */
async function hold(page: Page, address: string, passed = 0) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let count = 0;
  await page.route(address, async (route) => {
    count += 1;
    if (count > passed) await released;
    await route.continue();
  });
  return { release };
}

const LEGAL_MOVES = '**/api/v1/legal-moves';
const APPLY = '**/api/v1/apply';
const current = (page: Page) => page.locator('.tree .san[aria-current]');
const waits = (page: Page, move: string) =>
  expect(page.locator('.board-notes .chip')).toContainText(`${move} waits for the server`);

/** Waits until the board knows the legal moves, or until it waits for the server. */
const expectBusy = (page: Page, busy: boolean) =>
  expect(page.locator('.board-area')).toHaveAttribute('aria-busy', String(busy));

/** Opens a position for analysis and holds back its legal moves. */
async function analyse(page: Page, query: string) {
  // The page asks once to load the position, and again for the moves on its board.
  const { release } = await hold(page, LEGAL_MOVES, 1);
  await page.goto(`/analysis?${query}`);
  await expect(page.locator('piece').first()).toBeAttached();
  return { game: new Game(page), release };
}

test('a piece dragged before the legal moves are known moves when they are', async ({ page }) => {
  const { game, release } = await analyse(page, 'variant=chess');
  await game.drag('e2', 'e4');
  await waits(page, 'e2–e4');
  release();
  await expect(current(page)).toHaveText('e4');
  await game.expectPiece('e4', 'white pawn');
  await expect(page.locator('.board-notes .chip')).toBeHidden();
});

test('a piece moved by clicks before the legal moves are known moves when they are', async ({
  page,
}) => {
  const { game, release } = await analyse(page, 'variant=chess');
  await game.click('g1');
  await game.click('f3');
  await waits(page, 'g1–f3');
  release();
  await expect(current(page)).toHaveText('Nf3');
});

test('a self-capture dragged before the legal moves are known is played', async ({ page }) => {
  const { game, release } = await analyse(page, 'variant=selfcapture');
  await game.drag('b1', 'd2');
  await waits(page, 'b1–d2');
  release();
  await expect(current(page)).toHaveText('Nxd2');
  await game.expectPiece('d2', 'white knight');
});

test('an early promotion still asks for the piece', async ({ page }) => {
  const fen = encodeURIComponent('8/P3k3/8/8/8/8/8/4K3 w - - 0 1');
  const { game, release } = await analyse(page, `variant=chess&fen=${fen}`);
  await game.drag('a7', 'a8');
  await waits(page, 'a7–a8');
  release();
  await page.getByRole('dialog', { name: 'Promote to' }).getByLabel('rook').click();
  await expect(current(page)).toHaveText('a8=R');
});

test('an early move that turns out to be illegal goes back and says why', async ({ page }) => {
  const { game, release } = await analyse(page, 'variant=chess');
  await game.drag('e2', 'e5');
  await waits(page, 'e2–e5');
  release();
  await expect(notice(page)).toHaveText(/pawn/i);
  await game.expectPiece('e2', 'white pawn');
  await expect(page.locator('.board-notes .chip')).toBeHidden();
  await game.drag('e2', 'e4');
  await expect(current(page)).toHaveText('e4');
});

test('a reply made before the move is confirmed follows it', async ({ page }) => {
  await page.goto('/analysis?variant=chess');
  const game = new Game(page);
  await expect(page.locator('piece').first()).toBeAttached();
  await expectBusy(page, false);
  const answers = await hold(page, APPLY);
  await game.drag('e2', 'e4');
  await expectBusy(page, true);
  await game.expectPiece('e4', 'white pawn');
  await game.drag('e7', 'e5');
  await waits(page, 'e7–e5');
  await game.expectPiece('e4', 'white pawn');
  answers.release();
  await expect(page.locator('.tree')).toHaveText(/1\.\s*e4\s*e5/);
});

test('an early move is forgotten when it is cancelled or another position is opened', async ({
  page,
}) => {
  await page.goto('/analysis?variant=chess');
  const game = new Game(page);
  await expect(page.locator('piece').first()).toBeAttached();
  await game.drag('e2', 'e4');
  await expect(current(page)).toHaveText('e4');
  await game.drag('e7', 'e5');
  await expect(current(page)).toHaveText('e5');
  await expectBusy(page, false);
  const answers = await hold(page, LEGAL_MOVES);
  await game.drag('g1', 'f3');
  await expect(current(page)).toHaveText('Nf3');
  await game.drag('b8', 'c6');
  await waits(page, 'b8–c6');
  await page.locator('.board-notes').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.board-notes .chip')).toBeHidden();
  await game.drag('b8', 'a6');
  await waits(page, 'b8–a6');
  await page.getByRole('button', { name: 'One move back' }).click();
  await expect(page.locator('.board-notes .chip')).toBeHidden();
  await page.getByRole('button', { name: 'One move on' }).click();
  answers.release();
  // What can be played next is known when a move is.
  await game.drag('g8', 'f6');
  await expect(page.locator('.tree')).toHaveText(/1\.\s*e4\s*e5\s*2\.\s*Nf3\s*Nf6$/);
});

test('an early move waits until the server can be reached again', async ({ page, complaints }) => {
  let requests = 0;
  await page.route(LEGAL_MOVES, (route) => {
    requests += 1;
    return requests === 2 ? route.abort() : route.continue();
  });
  await page.goto('/analysis?variant=chess');
  const game = new Game(page);
  await expect(notice(page)).toHaveText('The server cannot be reached.');
  await game.drag('e2', 'e4');
  await expect(current(page)).toHaveText('e4');
  // The browser reports the request that was aborted on purpose.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
});

test('a failed move drops the reply made to it', async ({ page, complaints }) => {
  await page.goto('/analysis?variant=chess');
  const game = new Game(page);
  await expect(page.locator('piece').first()).toBeAttached();
  await game.drag('d2', 'd4');
  await expect(current(page)).toHaveText('d4');
  await expectBusy(page, false);
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(APPLY, async (route) => {
    await failed;
    await route.abort();
  });
  await game.drag('d7', 'd5');
  await expectBusy(page, true);
  await game.drag('c2', 'c4');
  await waits(page, 'c2–c4');
  fail();
  await expect(notice(page)).toHaveText('The server cannot be reached.');
  await expect(page.locator('.board-notes .chip')).toBeHidden();
  await game.expectPiece('d7', 'black pawn');
  await game.expectPiece('c2', 'white pawn');
  // The browser reports the request that was aborted on purpose.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
});

test('on one board a reply made before the move is confirmed follows it', async ({
  page,
  game,
}) => {
  await game.open({ variant: 'chess' });
  const answers = await hold(page, '**/api/v1/games/*/moves');
  await game.drag('e2', 'e4');
  await expectBusy(page, true);
  await game.drag('e7', 'e5');
  await waits(page, 'e7–e5');
  await game.expectPiece('e4', 'white pawn');
  answers.release();
  await game.expectMoves('e4', 'e5');
});
