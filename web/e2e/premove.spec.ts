// Premoves. A premove onto an own piece is a recapture, unless the player says that it is a self-capture.
import type { APIRequestContext, Browser } from '@playwright/test';
import { expect, type Game, test } from './fixture';

/** A game in which the page plays White and the test plays Black's moves through the service. */
async function against(game: Game, browser: Browser, fen: string) {
  const data = {
    variant: 'selfcapture',
    fen,
    white: { kind: 'human' },
    black: { kind: 'human' },
    invite: 'black',
  };
  const made = await (await game.page.request.post('/api/v1/games', { data })).json();
  game.id = made.game.id;
  const context = await browser.newContext({ baseURL: new URL(game.page.url()).origin });
  const black = context.request;
  const joined = await black.post(`/api/v1/games/${game.id}/join`, {
    data: { invitation: made.invitation },
  });
  expect(joined.ok()).toBe(true);
  await game.page.goto(`/game/${game.id}`);
  await expect(game.page.locator('piece').first()).toBeAttached();
  return { play: (uci: string) => play(black, game.id, uci), close: () => context.close() };
}

async function play(request: APIRequestContext, id: string, uci: string): Promise<void> {
  const { version } = await (await request.get(`/api/v1/games/${id}`)).json();
  const answer = await request.post(`/api/v1/games/${id}/moves`, { data: { uci, version } });
  expect(answer.ok()).toBe(true);
}

// White's pawn on d4 is protected by the queen and attacked by Black's knight.
const FEN = '4k3/8/2n5/8/3P4/8/8/3QK3 b - - 0 1';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
});

test('a premove onto an own piece recaptures', async ({ page, game, browser }) => {
  const black = await against(game, browser, FEN);
  await game.drag('d1', 'd4');
  await expect(page.getByText('Recaptures if your piece is captured.')).toBeVisible();
  await black.play('c6d4');
  await game.expectMoves('Nxd4', 'Qxd4');
  await black.close();
});

test('a recapture is not played if the own piece is still there', async ({
  page,
  game,
  browser,
}) => {
  const black = await against(game, browser, FEN);
  await game.drag('d1', 'd4');
  await expect(page.getByText('Recaptures if your piece is captured.')).toBeVisible();
  await black.play('e8f8');
  await game.expectMoves('Kf8');
  await expect(page.getByText('Recaptures if your piece is captured.')).toBeHidden();
  await game.expectPiece('d4', 'white pawn');
  await expect.poll(() => game.squares('current-premove')).toEqual([]);
  await game.expectMoves('Kf8');
  await black.close();
});

test('a premove can be made a self-capture', async ({ page, game, browser }) => {
  const black = await against(game, browser, FEN);
  // By clicks this time.
  await game.click('d1');
  await game.click('d4');
  await page.getByRole('button', { name: 'Capture my own piece instead' }).click();
  await expect(page.locator('.square-note')).toBeHidden();
  await black.play('e8f8');
  await game.expectMoves('Kf8', 'Qxd4');
  await black.close();
});

test('an ordinary premove is played, and can be cancelled', async ({ game, browser }) => {
  const black = await against(game, browser, FEN);
  await game.drag('d1', 'a1');
  await expect.poll(() => game.squares('current-premove')).toEqual(['a1', 'd1']);
  await game.click('h5');
  await expect.poll(() => game.squares('current-premove')).toEqual([]);
  await game.drag('e1', 'e2');
  await expect.poll(() => game.squares('current-premove')).toEqual(['e1', 'e2']);
  await black.play('e8f8');
  await game.expectMoves('Kf8', 'Ke2');
  await black.close();
});
