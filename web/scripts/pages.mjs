// The pages of the app, each in a state that shows what it does. For contact sheets and the tour.

const FEN = '3r3k/p7/1p3p1P/1Pp1p3/P1b2r2/6R1/3N4/2K4R b - - 0 1';
const OPENING = 'e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 b1d2 f8d6 d1e2 e8g8'.split(' ');

async function open(page, path) {
  await page.goto(path);
  await page.locator('piece').first().waitFor({ state: 'attached' });
}

/** Creates a game with some moves and opens it. */
export async function openGame(page, settings, moves = OPENING) {
  const human = { kind: 'human' };
  const data = { variant: 'selfcapture', white: human, black: human, ...settings };
  let { game } = await (await page.request.post('/api/v1/games', { data })).json();
  for (const uci of moves) {
    const move = { uci, version: game.version };
    game = await (await page.request.post(`/api/v1/games/${game.id}/moves`, { data: move })).json();
  }
  await open(page, `/game/${game.id}`);
  return game.id;
}

/** Clicks a square of the board, seen from White. */
export async function clickSquare(page, square) {
  const box = await page.locator('cg-board').boundingBox();
  const size = box.width / 8;
  const x = box.x + (square.charCodeAt(0) - 97 + 0.5) * size;
  const y = box.y + (8.5 - Number(square[1])) * size;
  await page.mouse.click(x, y);
}

export const analysisPath = `/analysis?${new URLSearchParams({
  variant: 'selfcapture',
  fen: FEN,
  moves: 'a7a6,d2c4,d8d1',
})}`;

const CLOCK = { clock: { initial_ms: 600_000, increment_ms: 5_000 } };

/** Opens each page. */
export const PAGES = {
  home: (page) => open(page, '/'),
  homeOptions: async (page) => {
    await open(page, '/');
    await page.locator('.home-play summary').click();
    await page.locator('.options').scrollIntoViewIfNeeded();
  },
  game: (page) => openGame(page, CLOCK),
  gameArmed: async (page) => {
    await openGame(page, CLOCK);
    await clickSquare(page, 'h1');
    await clickSquare(page, 'h2');
  },
  gameOver: async (page) => {
    await openGame(page, { variant: 'chess' }, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  },
  analysis: (page) => open(page, analysisPath),
  explorer: async (page) => {
    await open(page, '/analysis?variant=selfcapture');
    await page.getByRole('tab').nth(1).click();
    await page.locator('.explorer-table').waitFor();
  },
  editor: (page) => open(page, '/editor'),
  learn: (page) => open(page, '/learn/line'),
  puzzles: (page) => open(page, '/puzzles'),
  puzzleSolved: async (page) => {
    await open(page, '/puzzles/daily');
    await page.locator('.puzzle-controls .button').nth(1).click();
    await page.locator('.rating-change').waitFor();
    await page.waitForTimeout(4_000);
  },
  puzzleThemes: async (page) => {
    await page.goto('/puzzles/themes');
    await page.locator('a.theme').first().waitFor();
  },
  puzzleHistory: async (page) => {
    await open(page, '/puzzles');
    await page.locator('.puzzle-controls .button').nth(1).click();
    await page.locator('.rating-change').waitFor();
    await page.goto('/puzzles/history');
    await page.locator('.attempt').first().waitFor();
  },
  mateOrNot: async (page) => {
    await open(page, '/puzzles/mate-or-not');
    await page.keyboard.press('n');
    await page.locator('.puzzle-status:is(.right, .wrong)').waitFor();
  },
  games: async (page) => {
    await openGame(page, { black: { kind: 'engine', level: 3 } }, []);
    await openGame(page, { variant: 'chess' }, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
    await page.goto('/games');
    await page.locator('.game-row').nth(1).waitFor();
  },
  statistics: async (page) => {
    await openGame(page, {}, [...OPENING, 'h1h2', 'g8g7']);
    await page.goto('/statistics');
    await page.locator('.bars').first().waitFor();
  },
  settings: async (page) => {
    await open(page, '/learn');
    await page.locator('.header-actions button').click();
  },
  menu: async (page) => {
    await page.goto('/games');
    await page.locator('.header').waitFor();
    const button = page.locator('.menu-button button');
    if (await button.isVisible()) await button.click();
  },
  login: async (page) => {
    // A server without a token lets everybody in; this is what a private one replies.
    const problem = { code: 'unauthorized', detail: 'a token is required' };
    const refuse = (route) => route.fulfill({ status: 401, json: problem });
    await page.route('**/api/v1/games*', refuse);
    await page.goto('/games');
    await page.locator('input[type=password]').waitFor();
  },
  embed: (page) => {
    const moves = ['1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. Nc3 Bd6 5. Qe2 O-O', '6. Rxh2 Kh8 1-0'];
    const pgn = `[Variant "Self-capture"]\n[White "Ann"]\n[Black "Ben"]\n\n${moves.join(' ')}`;
    return open(page, `/embed?${new URLSearchParams({ variant: 'selfcapture', pgn, ply: '11' })}`);
  },
  notFound: (page) => page.goto('/nowhere'),
};
