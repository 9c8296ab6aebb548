// Moves on their way to the server: refused, lost, duplicated, and a server that fails.
import type { Page, Route } from '@playwright/test';
import { expect, type Game, note, notice, test } from './fixture';

const MOVES = '**/api/v1/games/*/moves';

/** Handles the requests that send moves with one function each; the rest goes to the server. */
async function handle(page: Page, ...handlers: ((route: Route) => Promise<void>)[]) {
  const versions: number[] = [];
  await page.route(MOVES, async (route) => {
    versions.push(route.request().postDataJSON().version);
    const handler = handlers.shift();
    await (handler ? handler(route) : route.continue());
  });
  return versions;
}

async function storedMoves(game: Game): Promise<string[]> {
  const response = await game.page.request.get(`/api/v1/games/${game.id}`);
  const { moves } = await response.json();
  return moves.map(({ san }: { san: string }) => san);
}

test('a move that the server refuses is rolled back with the reason', async ({
  page,
  game,
  complaints,
}) => {
  await game.open({ variant: 'chess' });
  const problem = { code: 'illegal_move', detail: 'your king would be in check', status: 422 };
  await handle(page, (route) =>
    route.fulfill({ status: 422, contentType: 'application/problem+json', json: problem }),
  );
  await game.drag('e2', 'e4');
  await expect(notice(page)).toBeVisible();
  await game.expectMoves();
  await game.expectPiece('e2', 'white pawn');
  // The next move is sent as usual.
  await game.drag('d2', 'd4');
  await game.expectMoves('d4');
  await expect.poll(() => storedMoves(game)).toEqual(['d4']);
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
});

test('a lost move stays on the board and is sent again with the same version', async ({
  page,
  game,
  complaints,
}) => {
  await game.open({ variant: 'chess' });
  const versions = await handle(page, (route) => route.abort());
  await game.drag('e2', 'e4');
  await game.expectMoves('e4');
  await game.expectPiece('e4', 'white pawn');
  await expect.poll(() => storedMoves(game)).toEqual(['e4']);
  await expect(note(page)).not.toContainText('Trying again');
  expect(versions).toEqual([1, 1]);
  await game.expectMoves('e4');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
});

test('a move whose confirmation is lost is played once', async ({ page, game, complaints }) => {
  await game.open({ variant: 'chess' });
  // Only the request to play moves works: the page cannot learn from the socket that it has arrived.
  await page.routeWebSocket('**/ws*', () => {});
  await page.reload();
  await expect(page.locator('piece').first()).toBeAttached();
  const versions = await handle(page, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await game.drag('e2', 'e4');
  await game.expectMoves('e4');
  await expect.poll(() => versions).toEqual([1, 1]);
  await expect(note(page)).not.toContainText('Trying again');
  await expect(notice(page)).toBeHidden();
  await game.expectMoves('e4');
  expect(await storedMoves(game)).toEqual(['e4']);
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/ERR_FAILED|409/);
});

test('a move outlives a server that fails', async ({ page, game, complaints }) => {
  await game.open({ variant: 'chess' });
  const fail = (route: Route) => route.fulfill({ status: 503, body: 'down for maintenance' });
  let recover = () => {};
  const recovered = new Promise<void>((resolve) => {
    recover = resolve;
  });
  const versions = await handle(page, fail, async (route) => {
    await recovered;
    await fail(route);
  });
  await game.drag('e2', 'e4');
  await expect(note(page)).toHaveText('Your move has not arrived yet. Trying again…');
  await game.expectPiece('e4', 'white pawn');
  recover();
  await expect.poll(() => storedMoves(game)).toEqual(['e4']);
  await expect(note(page)).not.toContainText('Trying again');
  expect(versions).toEqual([1, 1, 1]);
  await game.expectMoves('e4');
  expect(complaints.splice(0)).toHaveLength(2);
});

test('a move to which the game has changed is sent again if it is still possible', async ({
  page,
  game,
  complaints,
}) => {
  await game.open({ variant: 'chess' });
  const versions = await handle(page, async (route) => {
    const stale = { code: 'stale', detail: 'the game has changed', status: 409 };
    await route.fulfill({ status: 409, contentType: 'application/problem+json', json: stale });
  });
  await game.drag('e2', 'e4');
  await expect.poll(() => storedMoves(game)).toEqual(['e4']);
  expect(versions).toHaveLength(2);
  await game.expectMoves('e4');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
});

test('a move is void if the same player has played another one elsewhere', async ({
  page,
  game,
  complaints,
}) => {
  await game.open({ variant: 'chess' });
  await handle(page, async (route) => {
    const data = { uci: 'd2d4', version: 1 };
    const other = await page.request.post(`/api/v1/games/${game.id}/moves`, { data });
    expect(other.ok()).toBe(true);
    await route.continue();
  });
  await game.drag('e2', 'e4');
  await expect(notice(page)).toHaveText('The game has changed. Your move was not played.');
  await game.expectMoves('d4');
  await game.expectPiece('d4', 'white pawn');
  await game.expectPiece('e2', 'white pawn');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
});
