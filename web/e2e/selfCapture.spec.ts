// Self-captures: deliberate, and shown as what they are.
import { expect, note, notice, test } from './fixture';

const ROOKS = '4k3/8/8/8/8/8/6PP/6KR w - - 0 1';

test('a drag onto an own piece captures it', async ({ game }) => {
  await game.open({ variant: 'selfcapture' });
  await game.drag('b1', 'd2');
  await game.expectMoves('Nxd2');
  await game.expectPiece('d2', 'white knight');
  await expect(game.page.locator('.move-list .self-capture-mark')).toBeVisible();
  // Own captured pieces are shown apart from the opponent's.
  await expect(game.page.getByLabel('Own pieces captured: pawn')).toBeVisible();
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

test('the first click on an own piece asks, the second captures it', async ({ game }) => {
  await game.open({ variant: 'selfcapture' });
  await game.click('b1');
  await game.click('d2');
  await expect.poll(() => game.squares('armed')).toEqual(['d2']);
  await expect(game.page.locator('.square-note')).toHaveText('Click d2 again to capture it');
  await game.expectMoves();
  await game.click('d2');
  await game.expectMoves('Nxd2');
  await expect.poll(() => game.squares('armed')).toEqual([]);
});

test('a click elsewhere plays another move instead of the self-capture', async ({ game }) => {
  await game.open({ variant: 'selfcapture' });
  await game.click('b1');
  await game.click('d2');
  await expect.poll(() => game.squares('armed')).toEqual(['d2']);
  await game.click('c3');
  await game.expectMoves('Nc3');
});

test('a click on an own piece that cannot be captured selects it', async ({ game }) => {
  await game.open({ variant: 'selfcapture' });
  await game.click('b1');
  await game.click('g1');
  await expect.poll(() => game.squares('selected')).toEqual(['g1']);
  await game.click('f3');
  await game.expectMoves('Nf3');
});

test('with a piece selected, the own piece that it can capture can be dragged', async ({
  game,
}) => {
  await game.open({ variant: 'selfcapture' });
  await game.click('b1');
  await game.drag('d2', 'd4');
  await game.expectMoves('d4');
  await game.expectPiece('d4', 'white pawn');
  await game.expectPiece('b1', 'white knight');
});

test('a king that captures its own rook does not castle', async ({ game }) => {
  await game.open({ variant: 'selfcapture', fen: ROOKS });
  await game.drag('g1', 'h1');
  await game.expectMoves('Kxh1');
  await game.expectPiece('h1', 'white king');
  await game.expectPiece('g1', undefined);
  await game.expectPiece('f1', undefined);
});

test('a king that may castle can capture its rook instead', async ({ game }) => {
  await game.open({ variant: 'selfcapture', fen: '4k3/8/8/8/8/8/8/3RKR2 w - - 0 1' });
  await game.drag('e1', 'f1');
  await game.expectMoves('Kxf1');
  await game.expectPiece('f1', 'white king');
});

test('a pawn that captures an own pawn is seen to move', async ({ page, game }) => {
  await game.open({ variant: 'selfcapture', fen: '4k3/8/8/8/8/4P3/3P4/4K3 w - - 0 1' });
  // Played through the API, so that the page only receives it.
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

test('a pawn promotes by capturing its own piece', async ({ page, game }) => {
  await game.open({ variant: 'selfcapture', fen: '1N2k3/P7/8/8/8/8/8/4K3 w - - 0 1' });
  await game.drag('a7', 'b8');
  const dialog = page.getByRole('dialog', { name: 'Promote to' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await game.expectPiece('a7', 'white pawn');
  await game.drag('a7', 'b8');
  await dialog.getByRole('button', { name: 'Rook' }).click();
  await game.expectMoves('axb8=R+');
  await game.expectPiece('b8', 'white rook');
});

test('a takeback restores the captured own piece', async ({ page, game }) => {
  await game.open({ variant: 'selfcapture' });
  await game.drag('b1', 'd2');
  await game.expectMoves('Nxd2');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('No moves yet.')).toBeVisible();
  await game.expectPiece('d2', 'white pawn');
  await game.expectPiece('b1', 'white knight');
});

test('illegal moves snap back with a reason', async ({ page, game }) => {
  await game.open({ variant: 'selfcapture', fen: '4r1k1/8/8/8/8/8/4R3/3QK3 w - - 0 1' });
  await game.drag('d1', 'e1');
  await expect(notice(page)).toHaveText(/never capture your own king|king cannot be captured/i);
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

const LINE = '4k3/8/8/8/8/8/7P/4K2R w - - 0 1';

test('a self-capture folds its victim, lights up squares and is explained', async ({
  page,
  game,
}) => {
  await game.open({ variant: 'selfcapture', fen: LINE });
  await game.drag('h1', 'h2');
  await game.expectMoves('Rxh2');
  await expect(page.locator('.self-capture-moment .folding.white.pawn')).toBeAttached();
  await expect(page.locator('.self-capture-moment .opened').first()).toBeAttached();
  await expect(note(page)).toContainText('Rook captures its own pawn');
  // The note stays during the reply and disappears with the next move.
  await game.drag('e8', 'e7');
  await game.expectMoves('Rxh2', 'Ke7');
  await expect(note(page)).toContainText('Rook captures its own pawn');
  await game.drag('e1', 'e2');
  await game.expectMoves('Rxh2', 'Ke7', 'Ke2');
  await expect(note(page)).not.toContainText('captures');
});

test('without motion a self-capture has only its highlight and its note', async ({
  page,
  game,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await game.open({ variant: 'selfcapture', fen: LINE });
  await game.drag('h1', 'h2');
  await game.expectMoves('Rxh2');
  await expect(page.locator('.self-capture-moment .opened').first()).toBeAttached();
  await expect(page.locator('.self-capture-moment .folding')).toHaveCount(0);
  await expect(note(page)).toContainText('Rook captures its own pawn');
});

test('an immediate reply of the engine does not hide a self-capture', async ({ page, game }) => {
  await page.addInitScript(() => {
    // When the list first had so many moves.
    const times: number[] = [];
    (window as unknown as { times: number[] }).times = times;
    new MutationObserver(() => {
      const { length } = document.querySelectorAll('.move-list .san');
      while (times.length < length) times.push(performance.now());
    }).observe(document, { subtree: true, childList: true });
  });
  await game.open({ variant: 'selfcapture', black: { kind: 'engine', level: 1 } });
  await game.drag('b1', 'd2');
  await expect(note(page)).toContainText('Knight captures its own pawn');
  await expect(page.locator('.move-list .san')).toHaveCount(2);
  await expect(note(page)).toContainText('Knight captures its own pawn');
  const [played = 0, replied = 0] = await page.evaluate(
    () => (window as unknown as { times: number[] }).times,
  );
  expect(replied - played).toBeGreaterThan(600);
});
