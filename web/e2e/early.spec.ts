// Moves made as early as a hand can make them.
import { expect, Game, hold, test } from './fixture';

test('a drag right after the board appears is not lost', async ({ page, browserName, service }) => {
  expect(browserName).toBe('chromium');
  const data = { white: { kind: 'human' }, black: { kind: 'human' } };
  const made = await page.request.post(`${service.address}/api/v1/games`, { data });
  const { game: created } = await made.json();
  // The server says nothing more than the game itself.
  const moves = await hold(page, '**/api/v1/games/*/moves');
  await page.routeWebSocket('**/ws*', () => {});
  await page.goto(`/game/${created.id}`, { waitUntil: 'commit' });
  await page.locator('piece').first().waitFor({ state: 'attached' });
  const game = new Game(page);
  await game.drag('e2', 'e4');
  await game.expectMoves('e4');
  await game.expectPiece('e4', 'white pawn');
  moves.release();
  const moved = () => page.request.get(`/api/v1/games/${created.id}`).then((got) => got.json());
  await expect.poll(async () => (await moved()).moves.length).toBe(1);
});

test('a key pressed in the same moment in which the board appears is not lost', async ({
  page,
  service,
}) => {
  await page.addInitScript(() => {
    const keys = ['ArrowUp', 'ArrowUp', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter'];
    const changes = new MutationObserver(() => {
      const board = document.querySelector('.board.cg-wrap');
      if (!board) return;
      changes.disconnect();
      for (const key of keys) board.dispatchEvent(new KeyboardEvent('keydown', { key }));
    });
    const options = { childList: true, subtree: true, attributes: true };
    changes.observe(document, options);
  });
  const data = { white: { kind: 'human' }, black: { kind: 'human' } };
  const made = await page.request.post(`${service.address}/api/v1/games`, { data });
  const { game: created } = await made.json();
  await page.goto(`/game/${created.id}`);
  await new Game(page).expectMoves('e4');
});

test('on one board the next move can be made before the last one is confirmed', async ({
  page,
  game,
}) => {
  await game.open({ variant: 'chess' });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/moves')) sent.push(request.postDataJSON().uci);
  });
  const moves = await hold(page, '**/api/v1/games/*/moves');
  await game.drag('e2', 'e4');
  await game.drag('e7', 'e5');
  await game.expectMoves('e4', 'e5');
  // One move is in flight at a time.
  expect(sent).toEqual(['e2e4']);
  moves.release();
  await expect.poll(() => sent).toEqual(['e2e4', 'e7e5']);
  const stored = () => page.request.get(`/api/v1/games/${game.id}`).then((got) => got.json());
  await expect.poll(async () => (await stored()).moves.length).toBe(2);
  await game.expectMoves('e4', 'e5');
});
