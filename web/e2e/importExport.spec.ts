// Games and positions into the analysis and out of it.
import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { decode } from 'modern-gif';
import { expect, test } from './fixture';

const ANNOTATED = `[Event "Club championship"]
[Site "Berlin"]
[Date "2026.11.18"]
[Round "3"]
[White "Kramnik, Vladimir"]
[Black "Anand, Viswanathan"]
[Result "1-0"]
[WhiteElo "2750"]

{A miniature.} 1. e4 $1 {best by test} 1... e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Qh5 $2
Nc6 3. Bc4 Nf6 $4 4. Qxf7# 1-0
`;

const currentMove = (page: Page) => page.locator('.tree [aria-current]');
const remarks = (page: Page) => page.locator('.import-remarks');

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load FEN or PGN' }).click();
}

async function load(page: Page, text: string): Promise<void> {
  await page.getByLabel('Paste a FEN or PGN, or drop a file').fill(text);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
}

async function openShare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share and export' }).click();
}

async function saved(page: Page, button: string): Promise<Buffer> {
  const download: Promise<Download> = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFileSync(await (await download).path());
}

test('PGN is shown and saved with players, result, glyphs, comments and variations', async ({
  page,
}) => {
  await page.goto('/analysis?variant=chess');
  await openImport(page);
  await load(page, ANNOTATED);
  const panel = page.getByRole('complementary');
  await expect(panel).toContainText('Kramnik, Vladimir (2750) – Anand, Viswanathan');
  await expect(panel.locator('.analysis-players')).toContainText('1–0');
  await expect(panel).toContainText('Club championship · Berlin · 2026.11.18');
  const tree = page.locator('.tree');
  await expect(tree).toContainText('A miniature.');
  await expect(tree).toContainText('e4!');
  await expect(tree).toContainText('best by test');
  await expect(tree.locator('.variation')).toContainText('(2.c3d5)');
  await expect(tree).toContainText('Nf6??');
  await openShare(page);
  const pgn = (await saved(page, 'Download PGN')).toString('utf8');
  const words = (text: string) => text.split(/\s+/).filter(Boolean).join(' ');
  expect(words(pgn)).toBe(words(ANNOTATED));
});

test('a file is opened by button and by drop, and a text by paste', async ({ page }) => {
  await page.goto('/analysis?variant=chess');
  await openImport(page);
  await page.locator('input[type=file]').setInputFiles({
    name: 'game.pgn',
    mimeType: 'text/plain',
    // Windows-1252, as older programs write it.
    buffer: Buffer.from('[White "M\xfcller"]\n\n1. d4 d5 2. c4 *', 'latin1'),
  });
  await expect(page.getByText('Müller')).toBeVisible();
  await expect(page.locator('.tree')).toContainText('c4');

  const files = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['1. g3 g6 *'], 'dropped.pgn'));
    return data;
  });
  await page.locator('.analysis').dispatchEvent('drop', { dataTransfer: files });
  await expect(page.locator('.tree')).toContainText('g3');

  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '8/8/8/8/8/4k3/4p3/4K3 w - - 0 1');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await expect(page.locator('cg-board piece:not(.ghost)')).toHaveCount(3);
  await page.goBack();
  await expect(page.locator('.tree')).toContainText('g3');
});

test('a PGN without a variant is chess, and a FEN has the variant on the board', async ({
  page,
}) => {
  await page.goto('/analysis?variant=selfcapture');
  const variant = page.getByRole('complementary').getByLabel('Variant');
  await openImport(page);
  await load(page, '8/8/8/8/8/4k3/4p3/4K3 w - - 0 1');
  await expect(page.locator('cg-board piece:not(.ghost)')).toHaveCount(3);
  await expect(variant).toHaveValue('selfcapture');
  await openImport(page);
  await load(page, '1. e4 e5 *');
  await expect(page.locator('.tree')).toContainText('e5');
  await expect(variant).toHaveValue('chess');
  await openImport(page);
  await load(page, '[Variant "Self-capture"]\n\n1. e4 Nxd7 *');
  await expect(page.locator('.tree')).toContainText('Nxd7');
  await expect(variant).toHaveValue('selfcapture');
});

test('players without a name are anonymous, and the engine has its level', async ({ page }) => {
  await page.goto('/analysis?variant=chess');
  await openImport(page);
  await load(page, '[White "?"]\n[Black "Ouro, level 3"]\n\n1. e4 e5 *');
  await expect(page.locator('.analysis-players')).toContainText('Anonymous – Ouro (level 3)');
});

test('what is wrong with a text is said, and what can be read is offered', async ({ page }) => {
  await page.goto('/analysis?variant=chess');
  await openImport(page);
  await load(page, '8/8/8/8/8/8/8/4K3 w - - 0 1');
  await expect(remarks(page)).toContainText('Black has no king.');
  await load(page, '1. e4 e5 2. Ke3 *');
  await expect(remarks(page)).toContainText(
    'Game 1, line 1: after 1... e5: Ke3 is not a legal move',
  );
  await load(page, 'hello');
  await expect(remarks(page)).not.toBeEmpty();
  await load(page, '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *');
  await page.getByRole('button', { name: 'B – Anonymous' }).click();
  await expect(page.locator('.tree')).toContainText('d4');
  await openImport(page);
  await load(page, 'r3k3/8/8/8/8/8/8/4K3 b kq - 0 1');
  await expect(page.locator('.notice')).toContainText('A castling right was removed.');
  await expect(page.locator('cg-board piece:not(.ghost)')).toHaveCount(3);
});

test('a position is saved as PNG and a game as animated GIF, without the server', async ({
  page,
}) => {
  await page.goto('/analysis?variant=selfcapture&moves=e2e4,b8d7,g1f3');
  await expect(currentMove(page)).toHaveText('Nf3');
  await openShare(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const png = await saved(page, 'Position as PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([960, 960]);
  const gif = decode(new Uint8Array(await saved(page, 'Game as GIF')));
  expect([gif.width, gif.height]).toEqual([400, 400]);
  expect(gif.frames).toHaveLength(4);
  expect(gif.frames.map(({ delay }) => delay)).toEqual([900, 900, 900, 3000]);
  expect(requests.filter((path) => path.startsWith('/api'))).toEqual([]);
  // The picture has the coordinates if the board has them.
  await page.evaluate(() => localStorage.setItem('ouro.coordinates', 'false'));
  await page.reload();
  await openShare(page);
  expect((await saved(page, 'Position as PNG')).equals(png)).toBe(false);
});

test('the link, the FEN and the PGN are copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/analysis?variant=chess&moves=e2e4');
  await openShare(page);
  const copied = async (button: string) => {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('button', { name: button })).toHaveCount(0);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied('Copy FEN')).toBe(
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
  );
  expect(await copied('Copy PGN')).toContain('1. e4 *');
  expect(await copied('Copy link')).toContain('/analysis?variant=chess&moves=e2e4');
});
