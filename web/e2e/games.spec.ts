// The list of games and the statistics.
import { expect, test } from './fixture';

test('stored games are listed, filtered, reopened, continued and deleted', async ({
  page,
  game,
}) => {
  await game.open({ variant: 'chess' });
  await game.drag('e2', 'e4');
  await game.expectMoves('e4');
  await game.open({ variant: 'selfcapture', black: { kind: 'engine', level: 3 } });
  await page.goto('/games');
  const rows = page.locator('.game-row');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('You vs Ouro (level 3)');
  await expect(rows.first()).toContainText('In progress');
  await page.getByLabel('Variant').selectOption('Chess');
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole('link').click();
  await game.expectMoves('e4');
  await game.drag('e7', 'e5');
  await game.expectMoves('e4', 'e5');
  await page.goBack();
  await rows
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click();
  await rows.first().getByRole('button', { name: 'Cancel' }).click();
  await expect(rows).toHaveCount(2);
  await rows
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('button', { name: 'Delete game' }).click();
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Status').selectOption('Finished');
  await expect(page.getByText('No games here yet.')).toBeVisible();
});

test('a finished game is listed with its result', async ({ page, game }) => {
  await game.open({ variant: 'chess', black: { kind: 'engine', level: 1 } });
  const resign = { data: { action: 'resign' } };
  expect((await page.request.post(`/api/v1/games/${game.id}/actions`, resign)).ok()).toBe(true);
  await page.goto('/games');
  const row = page.locator('.game-row', { hasText: '0–1' }).first();
  await expect(row).toContainText('You lost');
  const result = await row.getByText('You lost').boundingBox();
  if (!result) throw new Error('the result is not shown');
  await page.mouse.click(result.x + result.width / 2, result.y + result.height / 2);
  await expect(page).toHaveURL(`/game/${game.id}`);
});

test('statistics count the self-captures of the reader', async ({ page, game }) => {
  await game.open({ variant: 'selfcapture' });
  await game.drag('b1', 'd2');
  await game.expectMoves('Nxd2');
  await page.goto('/statistics');
  await expect(page.locator('.figure').nth(2)).toHaveText('Self-captures1');
  await expect(page.locator('.bars').first()).toContainText('knight');
});
