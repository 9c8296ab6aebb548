// Whole games with mouse, touch and keyboard.
import { expect, note, notice, spoken, test } from './fixture';

const FOOLS_MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
// A game with self-captures of both sides.
const SELF_CAPTURE_GAME = 'e2e4 e8f7 g1f3 f8g7 f3g5 f7f6 d1f3 f6g7 f3f7 g7h6 h1h2 h6g5 f7f5'.split(
  ' ',
);

for (const [variant, moves, end] of [
  ['chess', FOOLS_MATE, 'Checkmate. Black wins.'],
  ['selfcapture', SELF_CAPTURE_GAME, 'Checkmate. White wins.'],
] as const) {
  test(`a whole game of ${variant} by drag`, async ({ page, game }) => {
    await game.open({ variant });
    for (const [i, move] of moves.entries()) {
      await game.drag(move.slice(0, 2), move.slice(2, 4));
      await expect(page.locator('.move-list .san')).toHaveCount(i + 1);
    }
    await expect(note(page)).toContainText(end);
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
    await expect(note(page)).toContainText(end);
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
      await expect(note(page)).toContainText(end);
    });
  });
}

test('a game by keyboard alone, with what is spoken', async ({ page, game }) => {
  await game.open({ variant: 'selfcapture' });
  const board = page.getByRole('application');
  await board.focus();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // The cursor starts on the king's square.
  await press('ArrowUp');
  await expect(spoken(page)).toHaveText('e1, white king');
  await press('ArrowUp');
  await expect(spoken(page)).toHaveText('e2, white pawn');
  await press('Enter', 'ArrowUp', 'ArrowUp', 'Enter');
  await expect(spoken(page)).toHaveText('White: pawn to e4');
  await game.expectMoves('e4');
  // Black's king captures its own pawn: the first Enter asks, the second captures.
  for (let i = 0; i < 4; i += 1) await press('ArrowUp');
  await expect(spoken(page)).toHaveText('e8, black king');
  await press('Enter', 'ArrowDown', 'ArrowRight', 'Enter');
  await expect(spoken(page)).toHaveText('Click f7 again to capture it');
  await press('Enter');
  await expect(spoken(page)).toHaveText('Black: king captures its own pawn on f7');
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
      await expect(notice(page)).toHaveText('“g5” is not a legal move.');
      await input.fill('');
    } else if (move !== 'Qf5') {
      await expect(input).toHaveValue('');
    }
  }
  await expect(spoken(page)).toHaveText('Checkmate. White wins.');
});

test('a game against the engine is taken back, helped and resigned', async ({ page, game }) => {
  const engine = { kind: 'engine', level: 1 };
  await game.open({ variant: 'chess', white: engine });
  const moves = page.locator('.move-list .san');
  await expect(moves).toHaveCount(1);
  await expect(page.locator('.cg-wrap')).toHaveClass(/orientation-black/);
  await expect(note(page)).toHaveText('Your turn');
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(notice(page)).toHaveText(/^Hint: /);
  await page.getByLabel('Type a move').fill('a6');
  await page.keyboard.press('Enter');
  await expect(moves).toHaveCount(3);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(moves).toHaveCount(1);
  await page.getByLabel('Type a move').fill('a5');
  await page.keyboard.press('Enter');
  await expect(moves).toHaveCount(3);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Show evaluation' }).click();
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuetext', /^[+-−]?\d|^0|^#/);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Confirm: Resign' }).click();
  await expect(note(page)).toContainText('You lost.');
  await expect(page.getByRole('button', { name: 'New game' })).toHaveText('New game');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/analysis\\?game=${game.id}`));
  await page.goBack();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page.locator('.cg-wrap')).toHaveClass(/orientation-white/);
  await expect(note(page)).toHaveText('Your turn');
});

test('a move list is walked with clicks and arrow keys', async ({ page, game }) => {
  await game.open({ variant: 'chess' });
  for (const [i, move] of ['e2e4', 'e7e5', 'g1f3'].entries()) {
    await game.drag(move.slice(0, 2), move.slice(2, 4));
    await expect(page.locator('.move-list .san')).toHaveCount(i + 1);
    await expect(page.locator('.san[aria-current]')).toHaveCount(1);
  }
  await game.expectMoves('e4', 'e5', 'Nf3');
  await page.keyboard.press('ArrowLeft');
  await game.expectPiece('g1', 'white knight');
  await page.getByRole('button', { name: 'e4' }).click();
  await game.expectPiece('e7', 'black pawn');
  // Whatever has the focus, except for text fields.
  await page.getByRole('button', { name: 'Agree to a draw' }).focus();
  await page.keyboard.press('End');
  await game.expectPiece('f3', 'white knight');
  await page.keyboard.press('f');
  await expect(page.locator('.cg-wrap')).toHaveClass(/orientation-black/);
  await page.getByRole('button', { name: 'Flip board' }).click();
  await expect(page.locator('.cg-wrap')).toHaveClass(/orientation-white/);
});

test('castling is never offered after the rook was captured or has moved', async ({
  page,
  game,
}) => {
  const lost: [string, string[]][] = [
    // Captured by the opponent's bishop.
    ['r3k2r/6b1/8/8/8/8/8/R3K2R b KQkq - 0 1', ['g7a1']],
    // Moved and returned.
    ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', ['a1b1', 'h8g8', 'b1a1', 'g8h8']],
    // Captured by its own bishop, which then leaves.
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
  await expect(spoken(page)).toHaveText('White: castles kingside');
});

test('a flag falls and the result says so', async ({ page, game }) => {
  await game.open({ variant: 'chess', clock: { initial_ms: 1_500, increment_ms: 0 } });
  await game.drag('e2', 'e4');
  await expect(page.locator('.clock.running')).toBeVisible();
  await expect(note(page)).toContainText('1-0');
  await expect(note(page)).toContainText('Black ran out of time.');
});

test('engines that play each other are paused, resumed and sped up', async ({ page, game }) => {
  const engine = { kind: 'engine', level: 1 };
  const fen = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1';
  const data = { variant: 'selfcapture', white: engine, black: engine, fen };
  const made = await (await page.request.post('/api/v1/games', { data })).json();
  const actions = `/api/v1/games/${made.game.id}/actions`;
  const pause = await page.request.post(actions, { data: { action: 'pause' } });
  expect(pause.ok()).toBe(true);
  const { moves: before } = await pause.json();
  await page.goto(`/game/${made.game.id}`);
  await expect(note(page)).toHaveText('Paused');
  await expect(page.locator('.move-list .san')).toHaveCount(before.length);
  await page.getByLabel('Pace').selectOption('As fast as possible');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(async () => (await game.moves()).length).toBeGreaterThan(before.length);
  await expect(page.getByRole('button', { name: 'Rematch' })).toBeVisible({ timeout: 45_000 });
});
