// The board editor.
import { expect, Game, test } from './fixture';

const fen = 'FEN';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Editor', exact: true }).click();
  await expect(page.locator('.editor cg-board piece').first()).toBeVisible();
});

test('the rules in the page say what is wrong and mark the squares', async ({ page }) => {
  const game = new Game(page);
  const problems = page.locator('.editor-problems');
  await expect(page.getByLabel(fen)).toHaveValue(
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  );
  await page.getByRole('button', { name: 'Clear board' }).click();
  await expect(problems).toContainText('White has no king.');
  await expect(page.getByRole('button', { name: 'Analyse' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Play from here' })).toBeDisabled();
  await page.getByRole('button', { name: 'white king' }).click();
  await game.click('e1');
  await page.getByRole('button', { name: 'black king' }).click();
  await game.click('e8');
  await page.getByRole('button', { name: 'white rook' }).click();
  await game.click('h1');
  await page.getByLabel('White O-O', { exact: true }).check();
  await expect(page.getByLabel(fen)).toHaveValue('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
  await expect(problems).toBeEmpty();
  await page.getByRole('button', { name: 'white pawn' }).click();
  await game.click('a8');
  await expect(problems).toContainText('Pawns cannot stand on the first or eighth rank');
  expect(await game.squares('problem')).toEqual(['a8']);
  await page.getByRole('button', { name: 'Eraser' }).click();
  await game.click('a8');
  await page.getByRole('button', { name: 'Analyse' }).click();
  await expect(page).toHaveURL(/\/analysis\?/);
  await game.drag('e1', 'g1');
  await expect(page.locator('.tree')).toContainText('O-O');
});

test('pieces are dragged from the palette, around the board and off it', async ({ page }) => {
  const game = new Game(page);
  await page.getByRole('button', { name: 'Clear board' }).click();
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
  };
  const box = await page.getByRole('button', { name: 'black queen' }).boundingBox();
  if (!box) throw new Error('there is no palette');
  const queen = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await drag(queen, await game.at('d5'));
  await expect(page.getByLabel(fen)).toHaveValue(/^8\/8\/8\/3q4\/8\/8\/8\/8 /);
  await drag(await game.at('d5'), await game.at('h1'));
  await expect(page.getByLabel(fen)).toHaveValue(/^8\/8\/8\/8\/8\/8\/8\/7q /);
  await drag(await game.at('h1'), queen);
  await expect(page.getByLabel(fen)).toHaveValue(/^8\/8\/8\/8\/8\/8\/8\/8 /);
});

test('a FEN sets up the board, with turn, castling and en passant', async ({ page }) => {
  const game = new Game(page);
  await page.getByLabel(fen).fill('rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3');
  await game.expectPiece('e5', 'white pawn');
  await expect(page.getByLabel('En passant')).toHaveValue('f6');
  await expect(page.getByLabel('Black O-O-O')).toBeChecked();
  await page.getByLabel('En passant').selectOption('d6');
  await expect(page.getByLabel(fen)).toHaveValue(/ w KQkq d6 /);
  await page.getByRole('radio', { name: 'Black' }).check();
  await expect(page.getByLabel(fen)).toHaveValue(/ b KQkq - /);
  await page.getByLabel(fen).fill('4k3/8/8/8/8/8/8/4K3 x - - 0 1');
  await expect(page.locator('.fen-field .problem')).toContainText('The side to move is');
});

test('a missing king is the only problem of a side that had castling rights', async ({ page }) => {
  await page.getByLabel(fen).fill('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1');
  await expect(page.locator('.editor-problems .problem')).toHaveText(['White has no king.']);
});

test('the board flips, and the address keeps the position', async ({ page }) => {
  const game = new Game(page);
  await page.keyboard.press('f');
  await expect(page.locator('.cg-wrap.orientation-black')).toBeVisible();
  await page.getByRole('button', { name: 'Flip board' }).click();
  await expect(page.locator('.cg-wrap.orientation-white')).toBeVisible();
  await page.getByLabel(fen).fill('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
  await page.getByLabel('Variant').selectOption('chess');
  await page.reload();
  await game.expectPiece('h1', 'white rook');
  await expect(page.getByLabel('Variant')).toHaveValue('chess');
  await page.getByRole('button', { name: 'Starting position' }).click();
  await expect(page.locator('cg-board piece:not(.ghost)')).toHaveCount(32);
});
