// The analysis board: engine, variation tree, state in the address.
import type { Page } from '@playwright/test';
import { expect, Game, test } from './fixture';

const MATE = '3r3k/p7/1p3p1P/1Pp1p3/P1b2r2/6R1/3N4/2K4R';

const engineSwitch = (page: Page) => page.getByRole('switch', { name: 'Engine' });
const engineLines = (page: Page) => page.locator('.engine-lines li');
const currentMove = (page: Page) => page.locator('.tree [aria-current]');

/** Reviews the game until the end, however long the searches of a busy server take. */
async function review(page: Page) {
  test.slow();
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review the game' }).click();
  await expect(page.getByText('Average loss per move').first()).toBeVisible({ timeout: 0 });
}

/** Opens the analysis board and waits for its pieces. */
async function open(page: Page, query = 'variant=chess', fragment = ''): Promise<Game> {
  await page.goto(`/analysis?${query}${fragment}`);
  await expect(page.locator('cg-board piece').first()).toBeVisible();
  return new Game(page);
}

const fragmentOf = (pgn: string) => `#${new URLSearchParams({ pgn })}`;

test('the engine runs in the page and explains self-captures', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await open(page, `variant=selfcapture&fen=${encodeURIComponent(`${MATE} w - - 0 1`)}`);
  await engineSwitch(page).check();
  await expect(engineLines(page)).toHaveCount(3);
  await expect(engineLines(page).first()).toContainText('Rxh6#');
  await expect(engineLines(page).first()).toContainText('the h-file is open');
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuetext', '#1');
  await expect(page.locator('.engine-state')).toContainText(/Depth \d+ · [\d.]+[KM]? nodes/);
  expect(requests.filter((path) => path.startsWith('/api/v1/analyse'))).toEqual([]);
});

test('the best move has the strongest arrow', async ({ page }) => {
  await open(page);
  await engineSwitch(page).check();
  const arrows = page.locator('.cg-shapes g[cgHash] line');
  await expect.poll(() => arrows.count()).toBeGreaterThan(1);
  const strengths = await page.locator('.cg-shapes g[cgHash]').evaluateAll((groups) =>
    groups.map((group) => {
      const line = group.querySelector('line');
      const best = /,best/.test(group.getAttribute('cgHash') ?? '');
      const strength =
        Number(line?.getAttribute('stroke-width')) * Number(line?.getAttribute('opacity'));
      return { best, strength };
    }),
  );
  const best = strengths.filter((arrow) => arrow.best).map(({ strength }) => strength);
  const others = strengths.filter((arrow) => !arrow.best).map(({ strength }) => strength);
  expect(best).toHaveLength(1);
  expect(best[0]).toBeGreaterThan(2 * Math.max(...others));
});

test('lines show their positions and can be played', async ({ page }) => {
  await open(page, `variant=selfcapture&fen=${encodeURIComponent(`${MATE} b - - 0 1`)}`);
  await engineSwitch(page).check();
  const line = engineLines(page).first();
  await expect.poll(() => line.locator('.line-move').count()).toBeGreaterThan(1);
  await line.locator('.line-move').nth(1).hover();
  await expect(page.locator('.line-board cg-board piece').first()).toBeVisible();
  await line.locator('.line-move').nth(1).click();
  await expect(page.locator('.line-board')).toHaveCount(0);
  await expect(page.locator('.tree .san')).toHaveCount(2);
});

test('moves become a tree whose variations are promoted and deleted', async ({ page }) => {
  const game = await open(page);
  const play = async (from: string, to: string, san: string) => {
    await game.drag(from, to);
    await expect(currentMove(page)).toHaveText(san);
  };
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Move options' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const tree = page.locator('.tree');
  await play('e2', 'e4', 'e4');
  await play('e7', 'e5', 'e5');
  await page.keyboard.press('ArrowLeft');
  await expect(currentMove(page)).toHaveText('e4');
  await play('c7', 'c5', 'c5');
  await play('g1', 'f3', 'Nf3');
  await expect(tree).toHaveText(/^1e4e5\s*1…c5\s*2\.Nf3$/);
  await choose('Promote variation');
  await expect(tree).toHaveText(/^1e4c5\s*1…e5\s*2Nf3$/);
  await page.keyboard.press('ArrowLeft');
  await choose('Delete from here');
  await expect(tree).toHaveText(/^1e4e5$/);
});

test('reloading and Back keep the whole analysis', async ({ page }) => {
  const pgn = '[White "Ada"]\n[Black "Bo"]\n\n1. e4 $1 e5 (1... c5 2. Nf3 {sharp}) 2. Nf3 *';
  const game = await open(page, 'variant=chess', fragmentOf(pgn));
  await page.locator('.tree .variation .san').first().click();
  await game.drag('d2', 'd4');
  await expect(currentMove(page)).toHaveText('d4');
  await page.keyboard.press('f');
  const shown = async () => ({
    tree: await page.locator('.tree').textContent(),
    board: await page.locator('.cg-wrap.orientation-black').count(),
    current: await currentMove(page).textContent(),
  });
  const before = await shown();
  expect(before.tree).toContain('sharp');
  await expect(page).toHaveURL(/moves=e2e4,c7c5,d2d4.*#tree=/);
  await page.reload();
  await expect(currentMove(page)).toHaveText('d4');
  expect(await shown()).toEqual(before);
  await page.getByRole('link', { name: 'Editor' }).click();
  await expect(page).toHaveURL(/\/editor/);
  await page.goBack();
  await expect(currentMove(page)).toHaveText('d4');
  expect(await shown()).toEqual(before);
  await expect(page.getByText('Ada – Bo')).toBeVisible();
});

test('the arrow keys and f work wherever the focus is', async ({ page }) => {
  await open(page, 'variant=chess&moves=e2e4,e7e5,g1f3');
  await engineSwitch(page).click();
  await page.keyboard.press('ArrowLeft');
  await expect(currentMove(page)).toHaveText('e5');
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(currentMove(page)).toHaveText('e4');
  await page.getByRole('tab', { name: 'Engine' }).click();
  await page.getByLabel('Engine lines').first().selectOption('1');
  await page.keyboard.press('End');
  await expect(currentMove(page)).toHaveText('Nf3');
  await page.keyboard.press('f');
  await expect(page.locator('.cg-wrap.orientation-black')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(currentMove(page)).toHaveCount(0);
});

test('arrows of the user stay and differ from those of the engine', async ({ page }) => {
  const game = await open(page);
  const [from, to] = [await game.at('a2'), await game.at('a4')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up({ button: 'right' });
  const colours = () =>
    page
      .locator('.cg-shapes g[cgHash] line')
      .evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke')));
  await expect.poll(colours).toHaveLength(1);
  const [own] = await colours();
  await engineSwitch(page).check();
  await expect.poll(async () => (await colours()).length).toBeGreaterThan(2);
  expect((await colours()).filter((colour) => colour === own)).toHaveLength(1);
  await engineSwitch(page).uncheck();
  await game.drag('e2', 'e4');
  await expect.poll(colours).toHaveLength(0);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(colours).toEqual([own]);
  await page.reload();
  await expect.poll(colours).toEqual([own]);
});

test('the tree scrolls to the current move', async ({ page }) => {
  const files = [...'abcdefgh'];
  const moves = [
    ...files.flatMap((file) => [`${file}2${file}3`, `${file}7${file}6`]),
    ...files.flatMap((file) => [`${file}3${file}4`, `${file}6${file}5`]),
    ...['b1c3', 'b8c6', 'c3b1', 'c6b8', 'g1f3', 'g8f6'],
  ];
  await open(page, `variant=chess&moves=${moves.join()}`);
  const visible = () =>
    currentMove(page).evaluate((move) => {
      const inner = move.getBoundingClientRect();
      const outer = move.closest('.tree')?.getBoundingClientRect();
      return outer !== undefined && inner.top >= outer.top && inner.bottom <= outer.bottom;
    });
  await expect(page.locator('.tree .san')).toHaveCount(moves.length);
  expect(await visible()).toBe(true);
  for (let i = 0; i < moves.length - 1; i += 1) await page.keyboard.press('ArrowLeft');
  await expect(currentMove(page)).toHaveText('a3');
  expect(await visible()).toBe(true);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('the variant can be changed, and legal moves stay', async ({ page }) => {
  await open(page, 'variant=selfcapture&moves=e2e4,b8d7');
  await expect(currentMove(page)).toContainText('Nxd7');
  await page.getByLabel('Variant').selectOption('chess');
  await expect(currentMove(page)).toHaveText('e4');
  await expect(page.locator('.tree .san')).toHaveCount(1);
  await expect(page).toHaveURL(/variant=chess/);
  await page.goBack();
  await expect(currentMove(page)).toContainText('Nxd7');
});

test('comments and glyphs are edited in place', async ({ page }) => {
  await open(page, 'variant=chess&moves=e2e4,e7e5');
  await page.getByRole('button', { name: 'Annotate this move' }).click();
  await page.getByRole('button', { name: 'Interesting move' }).click();
  await page.getByLabel('Comment', { exact: true }).fill('the open game');
  await expect(currentMove(page)).toHaveText('e5!?');
  await expect(page.locator('.tree .comment')).toHaveText('the open game');
  await page.getByRole('button', { name: 'Mistake' }).click();
  await expect(currentMove(page)).toHaveText('e5?');
  await page.reload();
  await expect(currentMove(page)).toHaveText('e5?');
  await expect(page.locator('.tree .comment')).toHaveText('the open game');
});

test('the evaluation is readable on the bar, and the board keeps its size', async ({ page }) => {
  const positions = [`${MATE} w - - 0 1`, '7k/8/8/8/8/8/PPPPPP2/KQR5 w - - 0 1'];
  for (const fen of positions) {
    await open(page, `variant=selfcapture&fen=${encodeURIComponent(fen)}`);
    const size = await page.locator('cg-board').first().boundingBox();
    if (!(await engineSwitch(page).isChecked())) await engineSwitch(page).check();
    const label = page.locator('.evaluation-bar .label');
    await expect(label).not.toBeEmpty();
    const fits = await label.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      const bar = element.parentElement?.getBoundingClientRect();
      return bar !== undefined && text.left >= bar.left && text.right <= bar.right;
    });
    expect(fits).toBe(true);
    expect(await page.locator('cg-board').first().boundingBox()).toEqual(size);
  }
});

test('the evaluation bar is as high as the board, whatever was visited before', async ({
  page,
}) => {
  await open(page);
  await engineSwitch(page).check();
  await page.getByRole('link', { name: 'Statistics', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Analysis', exact: true }).click();
  const height = async (selector: string) =>
    (await page.locator(selector).first().boundingBox())?.height;
  await expect(page.locator('cg-board piece').first()).toBeVisible();
  expect(await height('.evaluation-bar')).toBeCloseTo((await height('cg-container')) ?? 0, -1);
  await page.getByRole('tab', { name: 'Review' }).click();
  expect(await height('.evaluation-bar')).toBeCloseTo((await height('cg-container')) ?? 0, -1);
});

test('leaving the analysis while the engine draws arrows logs no error', async ({ page }) => {
  await open(page);
  await engineSwitch(page).check();
  await expect(page.locator('.cg-shapes g[cgHash]').first()).toBeAttached();
  for (const name of ['Learn', 'Analysis', 'Games', 'Analysis', 'Editor']) {
    await page.getByRole('link', { name, exact: true }).click();
    if (name === 'Analysis') {
      await expect(page.locator('.cg-shapes g[cgHash]').first()).toBeAttached();
    }
  }
  await expect(page).toHaveURL(/\/editor/);
  // The fixture fails the test if the console has an error.
});

test('a game is reviewed with move numbers, lines and self-captures', async ({ page }) => {
  const fen = encodeURIComponent(`${MATE} b - - 0 1`);
  await open(page, `variant=selfcapture&fen=${fen}&moves=a7a6,d2c4`);
  await review(page);
  const notes = page.locator('.review-notes > li');
  await expect(notes).toHaveCount(2);
  await expect(notes.first()).toContainText('1… a6');
  await expect(notes.first()).toContainText(/Allows the self-capture Rxh6#: .*h-file/);
  await expect(notes.last()).toContainText('2. Nxc4');
  await expect(notes.last()).toContainText('Better: 2.Rxh6#');
  await expect(notes.last()).toContainText('Missed the self-capture Rxh6#');
  await expect(page.getByText(/Average loss per move: \d+/).first()).toBeVisible();
  await expect(page.locator('.tree .san.blunder').first()).toBeVisible();
  const graph = page.getByRole('img', { name: 'Evaluation after each move' });
  await graph.click({ position: { x: 2, y: 20 } });
  await expect(currentMove(page)).toContainText('a6');
  // The review is there when the game is opened again.
  await open(page, `variant=selfcapture&fen=${fen}&moves=a7a6,d2c4`);
  await page.getByRole('tab', { name: 'Review' }).click();
  await expect(notes).toHaveCount(2);
  await notes.last().getByRole('button', { name: 'Rxh6#' }).click();
  await expect(currentMove(page)).toContainText('Rxh6#');
});

test('a review marks the worst move and shows its refutation and the better move', async ({
  page,
}) => {
  await open(page, 'variant=chess&moves=e2e4,e7e5,d1h5,g7g6,a2a3');
  await review(page);
  await expect(page.locator('.review-notes .worst')).toHaveCount(1);
  const worst = page.locator('.review-notes > li').filter({ hasText: 'Worst move' });
  await expect(worst).toContainText('3. a3');
  // From the score after the best move to the one after this move, for White.
  await expect(worst.locator('.score')).toHaveText(/^[+−]\d+\.\d\d → −\d+\.\d\d$/);
  await expect(worst).toContainText('Better: 3.Qxe5+');
  await expect(worst).toContainText('Refutation: 3…gxh5');
  await worst.getByRole('button', { name: 'a3', exact: false }).first().click();
  await expect(worst.getByText('Refutation:')).toBeInViewport();
  await expect(page.locator('.cg-shapes g[cgHash*="h5,e5,best"]')).toBeAttached();
  await expect(page.locator('.cg-shapes g[cgHash*="a2,a3,other"]')).toBeAttached();
  await page.getByRole('tab', { name: 'Engine' }).click();
  await expect(page.locator('.cg-shapes g[cgHash]')).toHaveCount(0);
});

test('on a phone one tap reviews a game, and another shows its worst move', async ({
  browser,
  service,
}) => {
  test.slow();
  const viewport = { width: 390, height: 844 };
  const options = { baseURL: service.address, viewport, hasTouch: true, isMobile: true };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const game = new Game(page);
  await game.open({ variant: 'chess' });
  const moves = ['e2e4', 'e7e5', 'd1h5', 'g7g6', 'a2a3', 'g6h5'];
  for (const [i, move] of moves.entries()) {
    await game.drag(move.slice(0, 2), move.slice(2, 4));
    await expect(page.locator('.move-list .san')).toHaveCount(i + 1);
  }
  await page.getByRole('button', { name: 'Resign' }).tap();
  await page.getByRole('button', { name: 'Confirm: Resign' }).tap();
  await page.getByRole('button', { name: 'Review', exact: true }).tap();
  // Mistakes are listed in the order of the game; a link above them leads to the worst.
  const link = page.getByRole('button', { name: 'Worst move' });
  await expect(link).toContainText('3. a3??', { timeout: 0 });
  const [box, bar] = [await link.boundingBox(), await page.locator('.analysis-bar').boundingBox()];
  if (!box || !bar) throw new Error('there is no link to the worst move');
  expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
  await link.tap();
  await expect(currentMove(page)).toContainText('a3');
  await expect(page.locator('.review-notes .current')).toContainText('Worst move');
  await expect(page.locator('.review-notes .current')).toBeInViewport();
  await context.close();
});

test('a finished game opens with its players and starts where it ended', async ({ page, game }) => {
  await game.open({ variant: 'chess' });
  await game.drag('f2', 'f3');
  await game.expectMoves('f3');
  await page.goto(`/analysis?game=${game.id}`);
  await expect(currentMove(page)).toHaveText('f3');
  await expect(page).toHaveURL(/moves=f2f3/);
});

test('an address that is not legal gets one sentence', async ({ page }) => {
  await page.goto('/analysis?variant=chess&moves=e2e5');
  await expect(page.getByRole('alert').locator('p').first()).not.toBeEmpty();
  await page.getByRole('link', { name: 'Start from the beginning' }).click();
  await expect(page.locator('cg-board piece').first()).toBeVisible();
});

test('"Play from here" takes the position along', async ({ page }) => {
  await open(page, 'variant=selfcapture&moves=e2e4');
  await page.getByRole('button', { name: 'Position options' }).click();
  const item = page.getByRole('menuitem', { name: 'Play from here' });
  const url = new URL((await item.getAttribute('href')) ?? '', 'http://localhost');
  expect(url.searchParams.get('fen')).toBe(
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
  );
  expect(url.searchParams.get('variant')).toBe('selfcapture');
});

test('the tablebase shows the result, the distance and the line to mate', async ({ page }) => {
  await open(
    page,
    `variant=selfcapture&fen=${encodeURIComponent('8/8/8/3k4/8/8/7q/K7 b - - 0 1')}`,
  );
  await page.getByRole('tab', { name: 'Tablebase' }).click();
  const verdict = page.locator('.tablebase-verdict');
  await expect(verdict).toContainText('Win');
  const distance = Number(/mate in (\d+)/.exec((await verdict.textContent()) ?? '')?.[1]);
  expect(distance).toBeGreaterThan(0);
  const moves = page.locator('.tablebase-moves li');
  await expect(moves.first()).toContainText(/Win|Checkmate/);
  // The line leads to mate in as many moves as announced.
  const line = page.locator('.tablebase-line .line-move');
  await expect(line).toHaveCount(2 * distance - 1);
  await line.last().click();
  await expect(currentMove(page)).toContainText('#');
  await expect(page.locator('.tree .san')).toHaveCount(2 * distance - 1);
});

test('the panel is as high as the board, and the graph of a review is on the screen', async ({
  page,
}) => {
  await open(page, 'variant=chess&moves=e2e4,e7e5');
  const box = async (selector: string) => {
    const found = await page.locator(selector).first().boundingBox();
    if (!found) throw new Error(`${selector} is not visible`);
    return found;
  };
  const bottom = ({ y, height }: { y: number; height: number }) => y + height;
  const [board, panel] = [await box('.board-area'), await box('.analysis-panel')];
  expect(Math.abs(bottom(board) - bottom(panel))).toBeLessThan(2);
  await review(page);
  await expect(page.locator('.review-sides')).toBeVisible();
  const graph = await box('.graph');
  expect(bottom(graph)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  expect(Math.abs(bottom(graph) - bottom(await box('.analysis-panel')))).toBeLessThan(2);
});

test('positions with many pieces have no tablebase', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('tab')).toHaveText(['Engine', 'Explorer', 'Review']);
});

test('loading, sharing and the variant are on the screen of a phone without scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const bar = await page.locator('.analysis-bar').boundingBox();
  const panel = page.getByRole('complementary');
  const tools = [
    panel.getByLabel('Variant'),
    panel.getByRole('button', { name: 'Load FEN or PGN' }),
    panel.getByRole('button', { name: 'Share and export' }),
    panel.getByRole('button', { name: 'Position options' }),
  ];
  for (const tool of tools) {
    const box = await tool.boundingBox();
    expect(box && bar && box.y + box.height <= bar.y).toBe(true);
  }
});
