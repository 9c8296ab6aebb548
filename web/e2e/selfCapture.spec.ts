// Self-captures are deliberate, never a slip.
import { expect, notice, test } from './fixture';

const ROOKS = '4k3/8/8/8/8/8/6PP/6KR w - - 0 1';

test('dragging onto an own piece takes it at once', async ({ game }) => {
  await game.open({ variant: 'selfcapture' });
  await game.drag('b1', 'd2');
  await game.expectMoves('Nxd2');
  await game.expectPiece('d2', 'white knight');
  await expect(game.page.locator('.move-list .san.own .own-mark')).toBeVisible();
  // The piece that was taken is shown apart from the enemy's.
  await expect(game.page.getByLabel('has taken its own: pawn')).toBeVisible();
});

test('own targets look different from all others', async ({ game }) => {
  await game.open({ variant: 'selfcapture', fen: '4k3/8/8/3p1P2/4P3/8/8/4K3 w - - 0 1' });
  await game.click('e4');
  await expect.poll(() => game.squares('own-target')).toEqual(['f5']);
  expect(await game.squares('move-dest')).toEqual(['d5', 'e5', 'f5']);
  const outline = (key: string) =>
    game.page.evaluate((key) => {
      const all = [...document.querySelectorAll('cg-board square.move-dest')];
      const square = all.find((s) => (s as unknown as { cgKey: string }).cgKey === key);
      return square ? getComputedStyle(square).outlineStyle : '';
    }, key);
  expect(await outline('f5')).toBe('dashed');
  expect(await outline('d5')).toBe('none');
});

test('by click an own target is armed first and taken by the second click', async ({ game }) => {
  await game.open({ variant: 'selfcapture' });
  await game.click('b1');
  await game.click('d2');
  await expect.poll(() => game.squares('armed')).toEqual(['d2']);
  await expect(game.page.getByText('Click d2 again to take your own piece')).toBeVisible();
  await game.expectMoves();
  await game.click('d2');
  await game.expectMoves('Nxd2');
  await expect.poll(() => game.squares('armed')).toEqual([]);
});

test('an armed target is let go by a click elsewhere', async ({ game }) => {
  await game.open({ variant: 'selfcapture' });
  await game.click('b1');
  await game.click('d2');
  await expect.poll(() => game.squares('armed')).toEqual(['d2']);
  await game.click('c3');
  await game.expectMoves('Nc3');
});

test('pressing another own piece that cannot be taken selects it', async ({ game }) => {
  await game.open({ variant: 'selfcapture' });
  await game.click('b1');
  await game.click('g1');
  await expect.poll(() => game.squares('selected')).toEqual(['g1']);
  await game.click('f3');
  await game.expectMoves('Nf3');
});

test('with one piece selected, another one can be dragged, even a target of the first', async ({
  game,
}) => {
  await game.open({ variant: 'selfcapture' });
  await game.click('b1');
  await game.drag('d2', 'd4');
  await game.expectMoves('d4');
  await game.expectPiece('d4', 'white pawn');
  await game.expectPiece('b1', 'white knight');
});

test('a king that takes its rook is not drawn as castling', async ({ game }) => {
  await game.open({ variant: 'selfcapture', fen: ROOKS });
  await game.drag('g1', 'h1');
  await game.expectMoves('Kxh1');
  await game.expectPiece('h1', 'white king');
  await game.expectPiece('g1', undefined);
  await game.expectPiece('f1', undefined);
});

test('a king at home that may castle can take its rook instead', async ({ game }) => {
  await game.open({ variant: 'selfcapture', fen: '4k3/8/8/8/8/8/8/3RKR2 w - - 0 1' });
  await game.drag('e1', 'f1');
  await game.expectMoves('Kxf1');
  await game.expectPiece('f1', 'white king');
});

test('a pawn that takes a pawn is seen to move', async ({ page, game }) => {
  await game.open({ variant: 'selfcapture', fen: '4k3/8/8/8/8/4P3/3P4/4K3 w - - 0 1' });
  // Another window of the same player plays it, so that this one only hears of it.
  await page.evaluate(() => {
    const seen = window as unknown as { seen: string[] };
    seen.seen = [];
    new MutationObserver(() => {
      for (const piece of document.querySelectorAll('piece.anim')) {
        seen.seen.push((piece as unknown as { cgKey: string }).cgKey);
      }
    }).observe(document.body, { subtree: true, attributes: true, childList: true });
  });
  const data = { uci: 'd2e3', version: 1 };
  expect((await page.request.post(`/api/v1/games/${game.id}/moves`, { data })).ok()).toBe(true);
  await game.expectMoves('dxe3');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { seen: string[] }).seen))
    .toContain('e3');
  await game.expectPiece('e3', 'white pawn');
});

test('a pawn promotes by taking its own piece', async ({ page, game }) => {
  await game.open({ variant: 'selfcapture', fen: '1N2k3/P7/8/8/8/8/8/4K3 w - - 0 1' });
  await game.drag('a7', 'b8');
  const dialog = page.getByRole('dialog', { name: 'Promote to' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await game.expectPiece('a7', 'white pawn');
  await game.drag('a7', 'b8');
  await dialog.getByRole('button', { name: 'rook' }).click();
  await game.expectMoves('axb8=R+');
  await game.expectPiece('b8', 'white rook');
});

test('a self-capture is taken back with the piece it took', async ({ page, game }) => {
  await game.open({ variant: 'selfcapture' });
  await game.drag('b1', 'd2');
  await game.expectMoves('Nxd2');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('No moves yet.')).toBeVisible();
  await game.expectPiece('d2', 'white pawn');
  await game.expectPiece('b1', 'white knight');
});

test('refused moves snap back and say why', async ({ page, game }) => {
  await game.open({ variant: 'selfcapture', fen: '4r1k1/8/8/8/8/8/4R3/3QK3 w - - 0 1' });
  await game.drag('d1', 'e1');
  await expect(notice(page)).toHaveText(/king cannot be captured/i);
  await game.expectPiece('d1', 'white queen');
  await game.drag('e2', 'a2');
  await expect(notice(page)).toHaveText(/pinned|king would be in check/i);
  await game.expectPiece('e2', 'white rook');
  await game.expectMoves();
});

test('no self-captures are offered in chess', async ({ page, game }) => {
  await game.open({ variant: 'chess' });
  await game.drag('b1', 'd2');
  await expect(notice(page)).toBeVisible();
  await game.expectPiece('b1', 'white knight');
  await game.click('b1');
  await game.click('d2');
  await expect.poll(() => game.squares('selected')).toEqual(['d2']);
  expect(await game.squares('own-target')).toEqual([]);
});
