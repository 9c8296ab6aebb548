// The opening explorer: book and games, one click plays a move.
import type { Page } from '@playwright/test';
import { expect, test } from './fixture';

const moves = (page: Page) => page.locator('.explorer-table button');

test('the explorer shows book and games, and plays a move', async ({ page }) => {
  await page.goto('/analysis?variant=selfcapture');
  await page.getByRole('tab', { name: 'Explorer' }).click();
  await expect(moves(page).first()).toBeVisible();
  await expect(page.locator('.explorer-table .headings > span')).toHaveText([
    'Move',
    'Book',
    'Games',
    'White / Draw / Black',
    '',
  ]);
  const first = moves(page).first();
  await expect(first.locator('.score')).toHaveText(/^[+−]?\d+\.\d\d$/);
  const san = (await first.locator('.san').textContent())?.trim() ?? '';
  await first.click();
  await expect(page.locator('.tree [aria-current]')).toContainText(san);
  // The moves are those of the next position.
  await expect(moves(page).first()).toHaveAccessibleName(/^[a-hKQRBN]/);
  await page.keyboard.press('ArrowLeft');
  await expect(moves(page).first().locator('.san')).toHaveText(san);
});

test('the explorer names the opening', async ({ page }) => {
  await page.goto('/analysis?variant=chess&moves=e2e4,e7e5,g1f3,b8c6,f1b5');
  await page.getByRole('tab', { name: 'Explorer' }).click();
  await expect(page.locator('.explorer-opening')).toHaveText('C60 Ruy Lopez');
});

test('games of this server are counted, with the share of those with a self-capture', async ({
  page,
  game,
}) => {
  await game.open({ variant: 'selfcapture' });
  await game.drag('g1', 'e2');
  await game.drag('e7', 'e5');
  await game.expectMoves('Nxe2', 'e5');
  // White is to move.
  const data = { action: 'resign' };
  const response = await page.request.post(`/api/v1/games/${game.id}/actions`, { data });
  expect(response.ok()).toBe(true);
  await page.goto('/analysis?variant=selfcapture');
  await page.getByRole('tab', { name: 'Explorer' }).click();
  await page.getByText('My games').click();
  const played = moves(page).filter({ hasText: 'Nxe2' });
  await expect(played.locator('.count')).toHaveText('1');
  await expect(played).toHaveAccessibleName(/1 game, White 0%, draws 0%, Black 100%/);
  await expect(played.locator('.explorer-share')).toHaveText('100%');
  await expect(page.locator('.explorer-summary')).toContainText('1 game');
});

test('a position without book and games says so, and an unreachable server can be asked again', async ({
  page,
  complaints,
}) => {
  await page.goto(
    `/analysis?variant=chess&fen=${encodeURIComponent('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1')}`,
  );
  await page.getByRole('tab', { name: 'Explorer' }).click();
  await expect(page.locator('.explorer')).toContainText('No game has reached this position');
  await page.route('**/api/v1/explorer*', (route) => route.abort());
  await page.getByText('All games').click();
  await expect(page.locator('.explorer')).toContainText('The server cannot be reached.');
  await page.unroute('**/api/v1/explorer*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.explorer')).toContainText('No game has reached this position');
  // The browser reports the aborted request.
  complaints.splice(0);
});
