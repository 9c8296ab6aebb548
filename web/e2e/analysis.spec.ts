// Analysis, review, editor, and texts in and out.
import { readFileSync } from 'node:fs';
import { expect, Game, test } from './fixture';

const MATE = '3r3k/p7/1p3p1P/1Pp1p3/P1b2r2/6R1/3N4/2K4R';

test('the engine shows lines, arrows and what a self-capture is for', async ({ page }) => {
  await page.goto(`/analysis?variant=selfcapture&fen=${encodeURIComponent(`${MATE} w - - 0 1`)}`);
  await page.getByLabel('Engine', { exact: true }).check();
  await expect(page.locator('.engine-lines li')).toHaveCount(3);
  await expect(page.locator('.engine-lines li').first()).toContainText('Rxh6#');
  await expect(page.locator('.engine-lines li').first()).toContainText('clears the h-file');
  await expect(page.locator('.cg-shapes g[cgHash]').first()).toBeAttached();
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuetext', '#1');
});

test('moves become a tree with variations', async ({ page }) => {
  await page.goto('/analysis?variant=chess');
  const game = new Game(page);
  await expect(page.locator('piece').first()).toBeAttached();
  const tree = page.locator('.tree');
  const play = async (from: string, to: string, san: string) => {
    await game.drag(from, to);
    await expect(page.locator('.san[aria-current]')).toHaveText(san);
  };
  await play('e2', 'e4', 'e4');
  await play('e7', 'e5', 'e5');
  await page.getByRole('button', { name: 'One move back' }).click();
  await expect(page.locator('.san[aria-current]')).toHaveText('e4');
  await play('c7', 'c5', 'c5');
  await expect(tree).toHaveText(/1\.\s*e4\s*e5\s*\(1…\s*c5\s*\)/);
  await page.getByRole('button', { name: 'Make it the main line' }).click();
  await expect(tree).toHaveText(/1\.\s*e4\s*c5\s*\(1…\s*e5\s*\)/);
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await expect(tree).toHaveText(/1\.\s*e4\s*e5/);
  await expect(tree).not.toContainText('c5');
});

test('a game is reviewed, with blunders and moments of self-capture', async ({ page }) => {
  const fen = encodeURIComponent(`${MATE} b - - 0 1`);
  await page.goto(`/analysis?variant=selfcapture&fen=${fen}&moves=a7a6,d2c4`);
  await page.getByRole('button', { name: 'Review the whole game' }).click();
  const notes = page.locator('.notes li');
  await expect(notes).toHaveCount(2);
  await expect(notes.first()).toContainText('allows Rxh6#: clears the h-file, mates by force');
  await expect(notes.last()).toContainText('missed Rxh6#');
  await expect(page.locator('.tree .san.blunder').first()).toBeVisible();
  await expect(page.getByLabel('Evaluation of the game, move by move')).toBeVisible();
  await notes.first().getByRole('button').click();
  await expect(page.locator('.san[aria-current]')).toContainText('a6');
});

test('FEN and PGN are loaded, and what is wrong with them is told', async ({ page }) => {
  await page.goto('/analysis?variant=chess');
  await page.getByText('Load a FEN or PGN').click();
  const text = page.getByLabel('Paste here, or drop a file');
  const load = page.getByRole('button', { name: 'Load', exact: true });
  await text.fill('8/8/8/8/8/8/8/4K3 w - - 0 1');
  await load.click();
  await expect(page.locator('.import .problem')).toContainText(/king/i);
  await text.fill('1. e4 e5 2. Ke3 *');
  await load.click();
  await expect(page.locator('.import .problem')).toContainText('Game 1, line 1:');
  await text.fill('[Variant "Self-capture"]\n\n1. Nxd2 {bold} e5 (1... d5) 2. e4 *');
  await load.click();
  await expect(page.locator('.tree')).toContainText('Nxd2');
  await expect(page.locator('.tree')).toContainText('bold');
  await expect(page.locator('.tree .variation')).toContainText('d5');
  await text.fill('r3k3/8/8/8/8/8/8/4K3 b kq - 0 1');
  await load.click();
  await expect(page.locator('.import .problem')).toContainText('Repaired');
  // By file too.
  await page.locator('input[type=file]').setInputFiles({
    name: 'game.pgn',
    mimeType: 'text/plain',
    buffer: Buffer.from('1. d4 d5 2. c4 *'),
  });
  await expect(page.locator('.tree')).toContainText('c4');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PGN' }).click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain('1. d4 d5 2. c4');
});

test('the editor says what is wrong, in the words of the service', async ({ page }) => {
  await page.goto('/editor');
  const game = new Game(page);
  await expect(page.locator('.fen')).toContainText(
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq',
  );
  await page.getByRole('button', { name: 'Clear the board' }).click();
  await expect(page.locator('.problem')).toContainText(/king/i);
  await expect(page.getByRole('button', { name: 'Play from here' })).toBeDisabled();
  await page.getByRole('button', { name: 'white king' }).click();
  await game.click('e1');
  await page.getByRole('button', { name: 'black king' }).click();
  await game.click('e8');
  await page.getByRole('button', { name: 'white rook' }).click();
  await game.click('h1');
  await page.getByLabel('White, king’s side').check();
  await expect(page.locator('.fen')).toContainText('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
  await page.getByRole('button', { name: 'Analyse' }).click();
  await expect(page).toHaveURL(/\/analysis\?/);
  await game.drag('e1', 'g1');
  await expect(page.locator('.tree')).toContainText('O-O');
});

test('the lessons can be tried', async ({ page }) => {
  await page.goto('/learn');
  const lesson = page.locator('.lesson').nth(2);
  await lesson.scrollIntoViewIfNeeded();
  const board = lesson.locator('cg-board');
  await expect(lesson.locator('piece').first()).toBeAttached();
  await expect(lesson.getByText('Black to move.')).toBeVisible();
  const box = await board.boundingBox();
  if (!box) throw new Error('there is no board');
  const size = box.width / 8;
  // Black is below: h8 is the left corner, g7 beside and above it.
  await page.mouse.move(box.x + size / 2, box.y + 7.5 * size);
  await page.mouse.down();
  await page.mouse.move(box.x + 1.5 * size, box.y + 6.5 * size, { steps: 4 });
  await page.mouse.up();
  await expect(lesson.locator('.said')).toHaveText(
    'Kxg7 takes its own pawn: the king escapes through its own army.',
  );
});

test('statistics count the self-captures of the reader', async ({ page, game }) => {
  await game.open({ variant: 'selfcapture' });
  await game.drag('b1', 'd2');
  await game.expectMoves('Nxd2');
  await page.getByRole('link', { name: 'Statistics' }).click();
  await expect(
    page.getByText('1 of 1 games of self-capture chess had one; 1 in all.'),
  ).toBeVisible();
  await expect(page.locator('.bars').first()).toContainText('knight');
});
