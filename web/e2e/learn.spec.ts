// The lessons run in the page: right and wrong moves, without a server.
import { expect, Game, notice, Service, spoken, test } from './fixture';

const task = '.lesson-task';

test('a lesson says whether a move is right', async ({ page }) => {
  await page.goto('/learn/line');
  const game = new Game(page);
  await expect(page.locator(task)).toContainText('White to play and checkmate in one');
  await game.drag('d2', 'c4');
  await expect(page.locator(task)).toContainText('Not this one. That is not checkmate.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await game.expectPiece('d2', 'white knight');
  await game.drag('h1', 'h6');
  await expect(page.locator(task)).toContainText('Correct! Rook captures its own pawn:');
  await expect(page.locator(task)).toContainText('the h-file is open');
  await expect(page.locator(task)).toContainText('Checkmate. White wins.');
  await expect(page.getByText('1 of 6 completed')).toBeVisible();
  await page.getByRole('button', { name: 'Next lesson' }).click();
  await expect(page).toHaveURL(/\/learn\/escape$/);
  await page.goBack();
  await expect(page.getByText('1 of 6 completed')).toBeVisible();
});

test('the lesson about promotion is solved by capturing the knight', async ({ page }) => {
  await page.goto('/learn/promotion');
  const game = new Game(page);
  await game.drag('a7', 'a8');
  await page.getByRole('button', { name: /queen/i }).click();
  await expect(page.locator(task)).toContainText('Not this one.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await game.drag('a7', 'b8');
  await page.getByRole('button', { name: /queen/i }).click();
  await expect(page.locator(task)).toContainText('Correct! Pawn captures its own knight');
});

test('the lesson about the old rules explains why a king cannot be captured', async ({ page }) => {
  await page.goto('/learn/castling');
  const game = new Game(page);
  await game.drag('h1', 'e1');
  await expect(notice(page)).toHaveText('You can never capture your own king.');
  await game.drag('e1', 'g1');
  await expect(page.locator(task)).toContainText('Correct!');
  await expect(page.getByText('You know all the rules.')).toBeVisible();
});

test('the solution can be shown', async ({ page }) => {
  await page.goto('/learn/mate');
  await page.getByRole('button', { name: 'View the solution' }).click();
  await expect(page.locator('.cg-shapes g[cgHash]').first()).toBeAttached();
});

test('all lessons work with the server stopped', async ({ browser }) => {
  const service = await Service.start();
  const page = await browser.newPage({ baseURL: service.address });
  await page.goto('/learn');
  await expect(page.locator('piece').first()).toBeAttached();
  await service.kill();
  const game = new Game(page);
  const moves = ['b1d2', 'h1h6', 'h8g7', 'a7b8', 'c3g7', 'e1c1'];
  for (const [i, move] of moves.entries()) {
    await game.drag(move.slice(0, 2), move.slice(2, 4));
    if (move === 'a7b8') await page.getByRole('button', { name: /queen/i }).click();
    await expect(page.locator(task)).toContainText('Correct!');
    await expect(page.getByText(`${i + 1} of 6 completed`)).toBeVisible();
    if (i < moves.length - 1) await page.getByRole('button', { name: 'Next lesson' }).click();
  }
  await page.close();
  await service.run();
  await service.remove();
});

test('moves keep their spelling wherever they are shown or said', async ({ page }) => {
  await page.goto('/learn/capture');
  const game = new Game(page);
  await game.drag('e2', 'e4');
  await expect(page.locator(task)).toContainText('That is an ordinary move.');
  await expect(page.locator('main')).not.toContainText('E4');
  await expect(spoken(page)).not.toContainText('E4');
});
