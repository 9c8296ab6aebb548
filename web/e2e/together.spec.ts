// Several browsers on one game, and what survives a lost connection.
import { expect, Game, Service, test, watch } from './fixture';

test('two people and a spectator see the same game', async ({
  page,
  browser,
  service,
  complaints,
}) => {
  await page.goto('/');
  await page.getByRole('radio', { name: /^A friend/ }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
  const white = new Game(page);

  const friend = await browser.newContext({ baseURL: service.address });
  const other = await friend.newPage();
  watch(other, complaints);
  await other.goto(link);
  await other.getByRole('button', { name: 'Join the game' }).click();
  const black = new Game(other);
  await expect(other.locator('.cg-wrap')).toHaveClass(/orientation-black/);

  const crowd = await browser.newContext({ baseURL: service.address });
  const third = await crowd.newPage();
  watch(third, complaints);
  await third.goto(link.split('?')[0] ?? '');
  await expect(third.getByText('You are watching')).toBeVisible();
  const watcher = new Game(third);

  await expect(page.locator('.invite')).toBeHidden();
  await white.drag('b1', 'd2');
  for (const one of [white, black, watcher]) await one.expectMoves('Nxd2');
  // Whoever watches moves nothing.
  await watcher.drag('e7', 'e5');
  await black.drag('e7', 'e5');
  for (const one of [white, black, watcher]) await one.expectMoves('Nxd2', 'e5');

  // Taking back needs consent, and so does a draw.
  await other.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('Black would like to take back.')).toBeVisible();
  await page.getByRole('button', { name: 'Accept' }).click();
  for (const one of [white, black, watcher]) await one.expectMoves('Nxd2');
  await black.drag('d7', 'd5');
  await white.expectMoves('Nxd2', 'd5');
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await expect(other.getByText('White offers a draw.')).toBeVisible();
  await other.getByRole('button', { name: 'Accept' }).click();
  for (const one of [page, other, third])
    await expect(one.locator('.result')).toContainText('1/2-1/2');

  // A rematch brings both into one game, with colours reversed.
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page.getByText('Waiting for your opponent to accept the rematch.')).toBeVisible();
  await other.getByRole('button', { name: 'Accept rematch' }).click();
  await expect(page.locator('.cg-wrap')).toHaveClass(/orientation-black/);
  await expect(other.locator('.cg-wrap')).toHaveClass(/orientation-white/);
  await black.drag('e2', 'e4');
  await white.expectMoves('e4');
  expect(new URL(page.url()).pathname).toBe(new URL(other.url()).pathname);

  // An invitation works once.
  const late = await crowd.newPage();
  await late.goto(link);
  await expect(late.getByRole('button', { name: 'Join the game' })).toBeHidden();
  await friend.close();
  await crowd.close();
});

test('a reload loses nothing, nor does a killed server', async ({ browser }) => {
  const service = await Service.start();
  const context = await browser.newContext({ baseURL: service.address });
  const page = await context.newPage();
  const game = new Game(page);
  await game.open({ variant: 'selfcapture' });
  await game.drag('b1', 'd2');
  await game.expectMoves('Nxd2');
  await page.reload();
  await game.expectMoves('Nxd2');
  await game.expectPiece('d2', 'white knight');

  await service.kill();
  await expect(page.getByText('Connection lost, trying again…')).toBeVisible();
  // A move meanwhile is refused in words, and the piece goes back.
  await game.drag('e7', 'e5');
  await expect(page.locator('.notice')).toHaveText('The server cannot be reached.');
  await game.expectPiece('e7', 'black pawn');
  await service.run();
  await expect(page.getByText('Connection lost, trying again…')).toBeHidden();
  await game.drag('e7', 'e5');
  await game.expectMoves('Nxd2', 'e5');
  await context.close();
  await service.remove();
});

test('stored games are listed, filtered, reopened, continued and deleted', async ({
  page,
  game,
}) => {
  await game.open({ variant: 'chess' });
  await game.drag('e2', 'e4');
  await game.expectMoves('e4');
  await game.open({ variant: 'selfcapture' });
  await page.getByRole('link', { name: 'Games' }).click();
  const items = page.locator('.games li');
  await expect(items).toHaveCount(2);
  await page.getByLabel(/^Game/).selectOption('chess');
  await expect(items).toHaveCount(1);
  await items.first().getByRole('link').click();
  await game.expectMoves('e4');
  await game.drag('e7', 'e5');
  await game.expectMoves('e4', 'e5');
  await page.goBack();
  page.once('dialog', (dialog) => dialog.accept());
  await items
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(items).toHaveCount(1);
  await page.getByLabel('State').selectOption('finished');
  await expect(page.getByText('There is nothing here yet.')).toBeVisible();
});
