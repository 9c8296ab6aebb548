// Puzzles: training, the puzzle of the day, failed ones again, and "Mate or not?".
import type { Page } from '@playwright/test';
import { expect, Game, hold, Service, test } from './fixture';

interface Line {
  id: string;
  fen: string;
  /** The moves of the solver and the replies. */
  moves: string[];
}

const status = (page: Page) => page.locator('.puzzle-status');
const standing = (page: Page) => page.locator('.puzzle-standing dd');
const continueTraining = (page: Page) => page.getByRole('button', { name: 'Continue training' });

/** Returns the puzzle on the board with its solution. */
async function lineOf(page: Page): Promise<Line> {
  const link = page.locator('.puzzle-facts a');
  const id = ((await link.textContent()) ?? '').slice(1);
  const [puzzle, solution] = await Promise.all(
    [`/api/v1/puzzles/${id}`, `/api/v1/puzzles/${id}/solution`].map(async (path) =>
      (await page.request.get(path)).json(),
    ),
  );
  return { id, fen: puzzle.fen, moves: solution.moves };
}

/** Opens a page with a puzzle and waits for the solver's turn. */
async function open(page: Page, path: string): Promise<Line> {
  await page.goto(path);
  return ready(page);
}

async function ready(page: Page): Promise<Line> {
  await expect(page.locator('.move-list .san')).toHaveCount(1);
  await expect(status(page)).toContainText('Your turn');
  return lineOf(page);
}

type Hand = (from: string, to: string) => Promise<void>;

/** Plays the moves of the solver. */
async function solve(page: Page, { moves }: Line, hand: Hand): Promise<void> {
  for (const [i, uci] of moves.entries()) {
    if (i % 2 === 1) {
      await expect(page.locator('.move-list .san')).toHaveCount(i + 2);
      continue;
    }
    await hand(uci.slice(0, 2), uci.slice(2, 4));
    if (uci.length > 4) await choosePiece(page, uci.slice(4));
  }
}

async function choosePiece(page: Page, letter: string): Promise<void> {
  const names: Record<string, string> = { q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight' };
  await page.getByRole('button', { name: names[letter] ?? '', exact: true }).click();
}

/** Plays a legal move that is not the solution and does not mate. */
async function blunder(page: Page, line: Line): Promise<void> {
  const before = await page.request.get(`/api/v1/puzzles/${line.id}`);
  const { fen, move } = await before.json();
  const data = { variant: 'selfcapture', fen, moves: [move] };
  const response = await page.request.post('/api/v1/legal-moves', { data });
  const { moves } = (await response.json()) as { moves: { uci: string; san: string }[] };
  const wrong = moves.find(
    ({ uci, san }) => uci !== line.moves[0] && !san.endsWith('#') && uci.length === 4,
  );
  await page.getByLabel('Type a move').fill(wrong?.uci ?? '');
  await page.getByLabel('Type a move').press('Enter');
  await expect(status(page)).toContainText('That’s not the move!');
}

test('a puzzle is solved by dragging, and the rating changes', async ({ page }) => {
  const line = await open(page, '/puzzles');
  await expect(standing(page)).toHaveText(['1500', '0']);
  await expect(page.locator('.puzzle-facts')).toContainText('Rating: hidden');
  await solve(page, line, (from, to) => new Game(page).drag(from, to));
  await expect(status(page)).toContainText('Puzzle solved!');
  await expect(page.locator('.rating-change strong')).toHaveText(/^\+\d+$/);
  await expect(standing(page).nth(1)).toHaveText('1');
  const after = Number(await standing(page).first().textContent());
  expect(after).toBeGreaterThan(1500);
  await expect(page.locator('.puzzle-themes a').first()).toBeVisible();
  await expect(page.locator('.puzzle-result p').nth(1)).toHaveText(/^[^{}]+[.]/);
  // Enter goes on to another puzzle.
  await page.keyboard.press('Enter');
  await expect(page.locator('.puzzle-facts a')).not.toHaveText(`#${line.id}`);
  const me = await (await page.request.get('/api/v1/puzzles/me')).json();
  expect(me).toMatchObject({ attempts: 1, solved: 1, rating: after });
  // Two rated attempts make a graph.
  await solve(page, await ready(page), (from, to) => new Game(page).drag(from, to));
  await expect(standing(page).nth(1)).toHaveText('2');
  const newest = await standing(page).first().textContent();
  await page.goto('/puzzles/history');
  await expect(page.locator('.rating-graph .line')).toHaveAttribute('points', /^\S+ \S+$/);
  const label = `Your rating went from ${after} to ${newest}.`;
  await expect(page.getByRole('img', { name: label })).toBeVisible();
});

test('a wrong move fails the attempt, and the puzzle comes again to be practised', async ({
  page,
}) => {
  const game = new Game(page);
  const line = await open(page, '/puzzles');
  await blunder(page, line);
  await expect(status(page)).toContainText('Try something else.');
  // The move is taken back.
  await expect(page.locator('.move-list .san')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Get a hint' })).toBeEnabled();
  await solve(page, line, (from, to) => game.drag(from, to));
  await expect(status(page)).toContainText('Puzzle complete!');
  await expect(page.locator('.rating-change strong')).toHaveText(/^−\d+$/);

  await page.goto('/puzzles/history');
  await page.getByText('Failed puzzles', { exact: true }).click();
  await expect(page.locator('.attempt')).toHaveText([new RegExp(`#${line.id}`)]);
  await page.getByRole('link', { name: 'Replay failed puzzles' }).click();
  const again = await ready(page);
  expect(again.id).toBe(line.id);
  await solve(page, again, (from, to) => game.drag(from, to));
  await expect(status(page)).toContainText('Puzzle solved!');
  await expect(page.locator('.puzzle-result')).toContainText('Your rating does not change');
  await page.getByRole('button', { name: 'Next failed puzzle' }).click();
  await expect(status(page)).toContainText('You have solved all puzzles that you once failed.');
});

test('hints show the piece, then its target; then there is the solution', async ({ page }) => {
  const line = await open(page, '/puzzles');
  const shapes = page.locator('.cg-shapes g[cgHash]');
  await page.getByRole('button', { name: 'Get a hint' }).click();
  await expect(status(page)).toContainText(`on ${line.moves[0]?.slice(0, 2)} moves`);
  await expect(shapes).toHaveCount(1);
  await page.getByRole('button', { name: 'Another hint' }).click();
  await expect(status(page)).toContainText(`to ${line.moves[0]?.slice(2, 4)}`);
  await expect(page.getByRole('button', { name: 'Another hint' })).toBeHidden();
  await page.getByRole('button', { name: 'View the solution' }).click();
  await expect(page.locator('.move-list .san')).toHaveCount(line.moves.length + 1);
  await expect(status(page)).toContainText('Puzzle complete!');
  await expect(page.locator('.puzzle-result')).toContainText('Your rating does not change');
  const query = new URL(
    (await page.getByRole('link', { name: 'Analyse' }).getAttribute('href')) ?? '',
    page.url(),
  ).searchParams;
  expect(query.get('fen')).toBe(line.fen);
  expect(query.get('moves')?.split(',').slice(1)).toEqual(line.moves);
});

/** Whether a move captures a piece of its own side. */
async function isOwn(game: Game, from: string, to: string): Promise<boolean> {
  const color = async (square: string) => (await game.piece(square))?.split(' ')[0];
  return (await color(from)) === (await color(to));
}

test('a puzzle is solved with the keyboard, and flipped with f', async ({ page }) => {
  const game = new Game(page);
  const line = await open(page, '/puzzles');
  const black = page.locator('.cg-wrap.orientation-black');
  const isBlack = (await black.count()) > 0;
  await page.keyboard.press('f');
  await expect(black).toHaveCount(isBlack ? 0 : 1);
  await page.keyboard.press('f');
  await expect(black).toHaveCount(isBlack ? 1 : 0);
  await page.getByRole('application').focus();
  // The cursor starts on the square of the solver's king.
  await page.keyboard.press('ArrowUp');
  let cursor = isBlack ? 'e8' : 'e1';
  const steps = async (distance: number, forward: string, back: string) => {
    const key = distance > 0 !== isBlack ? forward : back;
    for (let i = 0; i < Math.abs(distance); i++) await page.keyboard.press(key);
  };
  const moveTo = async (square: string) => {
    await steps(square.charCodeAt(0) - cursor.charCodeAt(0), 'ArrowRight', 'ArrowLeft');
    await steps(Number(square[1]) - Number(cursor[1]), 'ArrowUp', 'ArrowDown');
    cursor = square;
    await page.keyboard.press('Enter');
  };
  await solve(page, line, async (from, to) => {
    const own = await isOwn(game, from, to);
    await moveTo(from);
    await moveTo(to);
    if (own) await page.keyboard.press('Enter');
  });
  await expect(status(page)).toContainText('Puzzle solved!');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.move-list .san').nth(-2)).toHaveAttribute('aria-current', 'step');
});

test('a puzzle is solved with a finger', async ({ browser, service }) => {
  const context = await browser.newContext({
    baseURL: service.address,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const page = await context.newPage();
  const line = await open(page, '/puzzles');
  const game = new Game(page);
  await solve(page, line, async (from, to) => {
    // An own piece is captured by the second tap.
    const own = await isOwn(game, from, to);
    await game.tap(from);
    await game.tap(to);
    if (own) await game.tap(to);
  });
  await expect(status(page)).toContainText('Puzzle solved!');
  const button = await continueTraining(page).boundingBox();
  expect(button && button.y + button.height).toBeLessThan(844);
  await continueTraining(page).tap();
  await expect(page.locator('.puzzle-facts a')).not.toHaveText(`#${line.id}`);
  await context.close();
});

test('the puzzle of the day is the same for everybody, and its result is shared without the moves', async ({
  page,
  browser,
  service,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByRole('link', { name: /^Puzzle of the day/ }).click();
  await expect(page).toHaveURL(/\/puzzles\/daily$/);
  const line = await ready(page);
  const other = await browser.newPage({ baseURL: service.address });
  expect((await open(other, '/puzzles/daily')).id).toBe(line.id);
  await other.close();
  await solve(page, line, (from, to) => new Game(page).drag(from, to));
  await expect(status(page)).toContainText('Puzzle solved!');
  await page.getByRole('button', { name: 'Share the result' }).click();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  const squares = '🟩'.repeat(Math.ceil(line.moves.length / 2));
  const [heading, result, link, ...rest] = shared.split('\n');
  expect(heading).toMatch(/^Ouro, puzzle of the day \d{4}-\d\d-\d\d$/);
  expect([result, link, rest]).toEqual([squares, `${service.address}/puzzles/daily`, []]);
  // The home page knows the result.
  await page.goto('/');
  await expect(page.locator('.daily-card .daily-squares')).toBeVisible();
});

test('themes have counts, and training keeps to the chosen one', async ({ page }) => {
  await page.goto('/puzzles/themes');
  const theme = page.getByRole('link', { name: /^Self-capture with check/ });
  await expect(theme.locator('.theme-count')).toHaveText(/^[\d,]+$/);
  await theme.click();
  await expect(page).toHaveURL(/theme=selfCaptureCheck$/);
  const { id } = await ready(page);
  const solution = await (await page.request.get(`/api/v1/puzzles/${id}/solution`)).json();
  expect(solution.themes).toContain('selfCaptureCheck');
  await page.getByLabel('Difficulty').selectOption('Hardest');
  await expect(page.locator('.puzzle-facts a')).not.toHaveText(`#${id}`);
});

test('moves are checked without a request, and a move may be made before the solution is there', async ({
  page,
}) => {
  const { release } = await hold(page, '**/api/v1/puzzles/*/solution');
  await page.goto('/puzzles');
  await expect(page.locator('.move-list .san')).toHaveCount(1);
  const line = await lineOf(page);
  const [first = ''] = line.moves;
  await page.getByLabel('Type a move').fill(first);
  await page.getByLabel('Type a move').press('Enter');
  await expect(status(page)).toContainText('Checking your move…');
  release();
  await expect(status(page)).toContainText(/Best move!|Puzzle solved!/);
});

test('a result is kept while the server is stopped, and sent when it is back', async ({
  browser,
}) => {
  const service = await Service.start();
  const page = await browser.newPage({ baseURL: service.address });
  const line = await open(page, '/puzzles');
  await service.kill();
  await solve(page, line, (from, to) => new Game(page).drag(from, to));
  await expect(page.locator('.puzzle-result')).toContainText('The server cannot be reached.');
  await continueTraining(page).click();
  await expect(status(page)).toHaveText(/The server cannot be reached\..*Try again/);
  await service.run();
  await page.getByRole('button', { name: 'Try again' }).click();
  await ready(page);
  const me = async () => (await page.request.get('/api/v1/puzzles/me')).json();
  await expect.poll(async () => (await me()).attempts).toBe(1);
  await page.close();
  await service.remove();
});

test('a puzzle has a link of its own, and the attempts are exported', async ({ page }) => {
  const line = await open(page, '/puzzles');
  await page.goto(`/puzzles/${line.id}`);
  expect((await ready(page)).id).toBe(line.id);
  await expect(page).toHaveTitle(`Puzzle ${line.id} • Ouro`);
  await page.getByRole('button', { name: 'View the solution' }).click();
  await expect(page.locator('.rating-change')).toBeVisible();
  await page.goto('/puzzles/history');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  const file = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain(`\n${line.id},`);
});

test('mate or not: answers are judged at once, with the reason', async ({ page }) => {
  await page.goto('/puzzles/mate-or-not');
  await expect(page.locator('piece').first()).toBeAttached();
  const figures = page.locator('.puzzle-standing dd');
  let right = 0;
  for (let i = 1; i <= 6; i++) {
    if (i % 2) await page.getByRole('button', { name: 'Not mate' }).click();
    else await page.keyboard.press('m');
    await expect(status(page)).toHaveText(/(Correct!|Wrong!).*\./);
    const text = (await status(page).textContent()) ?? '';
    const isRight = text.startsWith('Correct!');
    right += isRight ? 1 : 0;
    const isMate = text.includes('this is mate');
    expect(isMate).toBe(isRight === (i % 2 === 0));
    await expect(page.locator('.cg-shapes g[cgHash]').first()).toBeAttached();
    await expect(figures.first()).toHaveText(`${right}/${i}`);
    if (i % 2) await page.getByRole('button', { name: 'Next position' }).click();
    else await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Not mate' })).toBeEnabled();
  }
});
