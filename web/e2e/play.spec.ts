// Whole games, by every kind of hand.
import { expect, notice, spoken, test } from './fixture';

const FOOLS_MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
// With self-captures of both sides.
const SELF_CAPTURE_GAME = 'e2e4 e8f7 g1f3 f8g7 f3g5 f7f6 d1f3 f6g7 f3f7 g7h6 h1h2 h6g5 f7f5'.split(
  ' ',
);

for (const [variant, moves, end] of [
  ['chess', FOOLS_MATE, 'Black wins by checkmate'],
  ['selfcapture', SELF_CAPTURE_GAME, 'White wins by checkmate'],
] as const) {
  test(`a whole game of ${variant} by drag`, async ({ page, game }) => {
    await game.open({ variant });
    for (const [i, move] of moves.entries()) {
      await game.drag(move.slice(0, 2), move.slice(2, 4));
      await expect(page.locator('.move-list .san')).toHaveCount(i + 1);
    }
    await expect(page.locator('.result')).toContainText(end);
  });

  test(`a whole game of ${variant} by clicks`, async ({ page, game }) => {
    await game.open({ variant });
    for (const [i, move] of moves.entries()) {
      const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
      const own = (await game.piece(from))?.split(' ')[0] === (await game.piece(to))?.split(' ')[0];
      await game.click(from);
      await game.click(to);
      if (own) {
        await expect.poll(() => game.squares('armed')).toEqual([to]);
        await game.click(to);
      }
      await expect(page.locator('.move-list .san')).toHaveCount(i + 1);
    }
    await expect(page.locator('.result')).toContainText(end);
  });

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    test(`a whole game of ${variant} by touch`, async ({ page, game }) => {
      await game.open({ variant });
      for (const [i, move] of moves.entries()) {
        const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
        const own =
          (await game.piece(from))?.split(' ')[0] === (await game.piece(to))?.split(' ')[0];
        await game.tap(from);
        await game.tap(to);
        if (own) {
          await expect.poll(() => game.squares('armed')).toEqual([to]);
          await game.tap(to);
        }
        await expect(page.locator('.move-list .san')).toHaveCount(i + 1);
      }
      await expect(page.locator('.result')).toContainText(end);
    });
  });
}

test('the board takes a move as soon as the list shows the one before', async ({ page, game }) => {
  await game.open({});
  // Earlier than any hand could be: in the same turn of the page in which the list has changed. By keys, since
  // presses that no hand has made are not heard.
  await page.evaluate(() => {
    const keys = ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowDown', 'ArrowDown', 'Enter'];
    const changes = new MutationObserver(() => {
      if (!document.querySelector('.move-list .san')) return;
      changes.disconnect();
      const board = document.querySelector('.board');
      for (const key of keys) board?.dispatchEvent(new KeyboardEvent('keydown', { key }));
    });
    changes.observe(document.body, { childList: true, subtree: true });
  });
  await page.locator('.board').focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter']) {
    await page.keyboard.press(key);
  }
  await game.expectMoves('e4', 'e5');
});

test('a game by keyboard alone, with what is spoken', async ({ page, game }) => {
  await game.open({ variant: 'selfcapture' });
  const board = page.getByRole('application');
  await board.focus();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // The cursor begins on the king's square.
  await press('ArrowUp');
  await expect(spoken(page)).toHaveText('e1, white king');
  await press('ArrowUp');
  await expect(spoken(page)).toHaveText('e2, white pawn');
  await press('Enter', 'ArrowUp', 'ArrowUp', 'Enter');
  await expect(spoken(page)).toHaveText('White: pawn to e4');
  await game.expectMoves('e4');
  // Black's king takes its own pawn: once to arm, once to take.
  for (let i = 0; i < 4; i += 1) await press('ArrowUp');
  await expect(spoken(page)).toHaveText('e8, black king');
  await press('Enter', 'ArrowDown', 'ArrowRight', 'Enter');
  await expect(spoken(page)).toHaveText('f7: press again to take your own piece');
  await press('Enter');
  await expect(spoken(page)).toHaveText('Black: king takes its own pawn on f7');
  await game.expectMoves('e4', 'Kxf7');
  // The rest by typing.
  const input = page.getByLabel('Type a move');
  await input.focus();
  const rest = [
    'Nf3',
    'Bxg7',
    'g5',
    'Ng5+',
    'Kf6',
    'Qf3+',
    'f6g7',
    'Qf7+',
    'Kh6',
    'Rxh2',
    'Kxg5',
    'Qf5',
  ];
  for (const move of rest) {
    await page.keyboard.type(move);
    await page.keyboard.press('Enter');
    if (move === 'g5') {
      await expect(notice(page)).toHaveText('g5 is not a move here.');
      await input.fill('');
    } else if (move !== 'Qf5') {
      await expect(input).toHaveValue('');
    }
  }
  await expect(spoken(page)).toHaveText('White: queen to f5, checkmate. White wins by checkmate');
});

test('a game against the engine is taken back, helped and resigned', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('radio', { name: /^Chess/ }).check();
  await page.getByRole('radio', { name: 'Black' }).check();
  await page.getByLabel(/^Level/).fill('1');
  await page.getByRole('button', { name: 'Start the game' }).click();
  const moves = page.locator('.move-list .san');
  await expect(moves).toHaveCount(1);
  await expect(page.locator('.cg-wrap')).toHaveClass(/orientation-black/);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(notice(page)).toHaveText(/^Ouro would play /);
  await page.getByLabel('Type a move').fill('a6');
  await page.keyboard.press('Enter');
  await expect(moves).toHaveCount(3);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(moves).toHaveCount(1);
  await page.getByLabel('Type a move').fill('a5');
  await page.keyboard.press('Enter');
  await expect(moves).toHaveCount(3);
  await page.getByLabel('Show the evaluation').check();
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuetext', /^[+-]?\d|^0|^#/);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await expect(page.locator('.result')).toContainText('White wins by resignation');
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page.locator('.cg-wrap')).toHaveClass(/orientation-white/);
});

test('a move list is walked with clicks and arrow keys', async ({ page, game }) => {
  await game.open({ variant: 'chess' });
  for (const [i, move] of ['e2e4', 'e7e5', 'g1f3'].entries()) {
    await game.drag(move.slice(0, 2), move.slice(2, 4));
    await expect(page.locator('.move-list .san')).toHaveCount(i + 1);
    await expect(page.locator('.san[aria-current]')).toHaveCount(1);
  }
  await game.expectMoves('e4', 'e5', 'Nf3');
  await page.locator('h1').click();
  await page.keyboard.press('ArrowLeft');
  await game.expectPiece('g1', 'white knight');
  await page.getByRole('button', { name: 'e4' }).click();
  await game.expectPiece('e7', 'black pawn');
  await page.keyboard.press('End');
  await game.expectPiece('f3', 'white knight');
  await page.getByRole('button', { name: 'Flip' }).click();
  await expect(page.locator('.cg-wrap')).toHaveClass(/orientation-black/);
});

test('castling is never offered after the rook was captured, moved or taken by its own side', async ({
  page,
  game,
}) => {
  const lost: [string, string[]][] = [
    // Captured by a bishop.
    ['r3k2r/6b1/8/8/8/8/8/R3K2R b KQkq - 0 1', ['g7a1']],
    // Moved and returned.
    ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', ['a1b1', 'h8g8', 'b1a1', 'g8h8']],
    // Taken by its own bishop, which then leaves.
    ['r3k2r/8/8/8/8/2B5/8/R3K2R w KQkq - 0 1', ['c3a1', 'h8g8', 'a1c3', 'g8h8']],
  ];
  for (const [fen, moves] of lost) {
    await game.open({ variant: 'selfcapture', fen });
    for (const [i, move] of moves.entries()) {
      await game.drag(move.slice(0, 2), move.slice(2, 4));
      await expect(page.locator('.move-list .san')).toHaveCount(i + 1);
    }
    await game.click('e1');
    await expect.poll(() => game.squares('selected')).toEqual(['e1']);
    expect(await game.squares('move-dest')).not.toContain('c1');
    await game.drag('e1', 'c1');
    await expect(notice(page)).toHaveText(/castl/i);
  }
});

test('castling moves the rook too', async ({ page, game }) => {
  await game.open({ variant: 'selfcapture', fen: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' });
  await game.drag('e1', 'g1');
  await game.expectMoves('O-O');
  await game.expectPiece('f1', 'white rook');
  await game.expectPiece('h1', undefined);
  await expect(spoken(page)).toHaveText("White castles on the king's side");
});

test('a flag falls and the result says so', async ({ page, game }) => {
  await game.open({ variant: 'chess', clock: { initial_ms: 1_500, increment_ms: 0 } });
  await game.drag('e2', 'e4');
  await expect(page.locator('.clock.running')).toBeVisible();
  await expect(page.locator('.result')).toContainText('1-0');
  await expect(page.locator('.result')).toContainText(/time/);
});

test('engines play each other to the end, and can be paused', async ({ page, game }) => {
  const engine = { kind: 'engine', level: 1 };
  // Enough to play for that it is not over before it can be slowed down.
  const fen = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1';
  const data = { variant: 'selfcapture', white: engine, black: engine, fen };
  const made = await (await page.request.post('/api/v1/games', { data })).json();
  const actions = `/api/v1/games/${made.game.id}/actions`;
  // Slow enough to be stopped by hand, fast enough to be in the middle of it.
  const slow = { action: 'set_delay', delay_ms: 200 };
  expect((await page.request.post(actions, { data: slow })).ok()).toBe(true);
  await page.goto(`/game/${made.game.id}`);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible();
  const paused = (await game.moves()).length;
  await page.waitForTimeout(700);
  expect((await game.moves()).length).toBeLessThanOrEqual(paused + 1);
  await page.getByLabel('Speed').selectOption('0');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.locator('.result')).toBeVisible({ timeout: 45_000 });
});
