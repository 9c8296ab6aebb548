// Several browsers on one game, and what survives a lost connection.
import type { Browser, Page } from '@playwright/test';
import { expect, Game, note, Service, test, watch } from './fixture';

/** Creates a game with an invitation for Black and returns the link. */
async function invite(page: Page): Promise<string> {
  const human = { kind: 'human' };
  const data = { variant: 'selfcapture', white: human, black: human, invite: 'black' };
  const made = await (await page.request.post('/api/v1/games', { data })).json();
  return `/game/${made.game.id}?invite=${made.invitation}`;
}

async function openPage(browser: Browser, service: Service, complaints: string[]): Promise<Page> {
  const context = await browser.newContext({ baseURL: service.address });
  const page = await context.newPage();
  watch(page, complaints);
  return page;
}

test('two people and a spectator see the same game', async ({
  page,
  browser,
  service,
  complaints,
}) => {
  const link = await invite(page);
  const path = link.split('?')[0] ?? '';
  await page.goto(path);
  await expect(note(page)).toHaveText('Waiting for your opponent to join');
  const white = new Game(page);

  const other = await openPage(browser, service, complaints);
  await other.goto(link);
  await other.getByRole('button', { name: 'Join the game' }).click();
  const black = new Game(other);
  await expect(other.locator('.cg-wrap')).toHaveClass(/orientation-black/);

  const third = await openPage(browser, service, complaints);
  await third.goto(path);
  const watcher = new Game(third);
  await expect(note(third)).toHaveText('You are watching · White to move');

  await expect(page.locator('.game-card')).toBeHidden();
  await white.drag('b1', 'd2');
  for (const one of [white, black, watcher]) await one.expectMoves('Nxd2');
  // Spectators cannot move.
  await watcher.drag('e7', 'e5');
  await black.drag('e7', 'e5');
  for (const one of [white, black, watcher]) await one.expectMoves('Nxd2', 'e5');

  // A takeback needs consent.
  await other.getByRole('button', { name: 'Ask to take back a move' }).click();
  await expect(note(other)).toHaveText('You asked to take back a move');
  await expect(note(page)).toContainText('Your opponent asks to take back a move');
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(note(other)).toHaveText('Your opponent declined the takeback');
  await black.expectMoves('Nxd2', 'e5');
  await white.drag('e2', 'e4');
  await black.expectMoves('Nxd2', 'e5', 'e4');
  await page.getByRole('button', { name: 'Ask to take back a move' }).click();
  await other.getByRole('button', { name: 'Accept' }).click();
  for (const one of [white, black, watcher]) await one.expectMoves('Nxd2', 'e5');

  // So does a draw.
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await page.getByRole('button', { name: 'Confirm: Offer a draw' }).click();
  await expect(note(page)).toHaveText('You offered a draw');
  await expect(note(other)).toContainText('Your opponent offers a draw');
  await other.getByRole('button', { name: 'Decline' }).click();
  await expect(note(page)).toHaveText('Your draw offer was declined');
  await other.getByRole('button', { name: 'Offer a draw' }).click();
  await other.getByRole('button', { name: 'Confirm: Offer a draw' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  for (const one of [page, other, third]) await expect(note(one)).toContainText('1/2-1/2');

  // An invitation works once.
  const late = await openPage(browser, service, complaints);
  await late.goto(link);
  await expect(note(late)).toContainText('1/2-1/2');
  await expect(late.getByRole('button', { name: 'Join the game' })).toBeHidden();
  for (const one of [other, third, late]) await one.context().close();
});

test('a rematch brings both players into one game with colours reversed', async ({
  page,
  browser,
  service,
  complaints,
}) => {
  const link = await invite(page);
  await page.goto(link.split('?')[0] ?? '');
  const other = await openPage(browser, service, complaints);
  await other.goto(link);
  await other.getByRole('button', { name: 'Join the game' }).click();
  await expect(other.locator('.cg-wrap')).toHaveClass(/orientation-black/);
  await new Game(page).drag('e2', 'e4');
  await new Game(other).expectMoves('e4');
  await new Game(other).drag('e7', 'e5');
  await new Game(page).expectMoves('e4', 'e5');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Confirm: Resign' }).click();
  await expect(note(other)).toContainText('You won.');

  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(note(page)).toHaveText('Waiting for your opponent to accept the rematch');
  await expect(note(other)).toHaveText('Your opponent wants a rematch');
  await expect(other).toHaveTitle(/^Your opponent wants a rematch/);
  await other.getByRole('button', { name: 'Accept rematch' }).click();
  await expect(page.locator('.cg-wrap')).toHaveClass(/orientation-black/);
  await expect(other.locator('.cg-wrap')).toHaveClass(/orientation-white/);
  await expect(note(page)).toHaveText('Your opponent has joined');
  expect(new URL(page.url()).pathname).toBe(new URL(other.url()).pathname);
  await new Game(other).drag('e2', 'e4');
  await new Game(page).expectMoves('e4');
  await other.context().close();
});

test('the invitation link is found again', async ({ page }) => {
  const human = { kind: 'human' };
  const data = { white: human, black: human, invite: 'black' };
  const made = await (await page.request.post('/api/v1/games', { data })).json();
  await page.goto(`/game/${made.game.id}`);
  const field = page.getByRole('textbox', { name: 'Invitation link' });
  const link = await field.inputValue();
  expect(link).toContain(`/game/${made.game.id}?invite=${made.invitation}`);
  await page.goto('/games');
  await page.goto(`/game/${made.game.id}`);
  await expect(field).toHaveValue(link);
});

test('a reload loses nothing, nor does a killed server', async ({ browser }) => {
  const service = await Service.start();
  const context = await browser.newContext({ baseURL: service.address });
  const page = await context.newPage();
  const game = new Game(page);
  await game.open({ variant: 'selfcapture' });
  await game.drag('b1', 'd2');
  await game.expectMoves('Nxd2');
  const stored = () => page.request.get(`/api/v1/games/${game.id}`).then((got) => got.json());
  await expect.poll(async () => (await stored()).moves.length).toBe(1);
  await page.reload();
  await game.expectMoves('Nxd2');
  await game.expectPiece('d2', 'white knight');

  await service.kill();
  await expect(note(page)).toHaveText('Connection lost. Reconnecting…');
  // A move made meanwhile stays on the board and is sent when the server is back.
  await game.drag('e7', 'e5');
  await game.expectMoves('Nxd2', 'e5');
  await expect(note(page)).toHaveText('Your move has not arrived yet. Trying again…');
  await service.run();
  await expect.poll(async () => (await stored()).moves.length).toBe(2);
  await expect(note(page)).toContainText('captures its own pawn');
  await game.drag('e2', 'e4');
  await game.expectMoves('Nxd2', 'e5', 'e4');
  await context.close();
  await service.remove();
});
