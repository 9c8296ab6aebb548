// "Mate or not?", and the shared result of the daily puzzle.
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadLanguage } from '../../src/i18n';
import { dailyText } from '../../src/puzzles/daily';
import { judge, type MateQuestion, MateStore } from '../../src/puzzles/mateStore';
import { rulesReady } from '../../src/rules';

beforeAll(() => rulesReady);
afterEach(() => loadLanguage('en'));

/** A smothered mate of chess; the king captures its rook or a pawn. */
const ESCAPE: MateQuestion = { id: 'a', fen: '6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1', move: 'g5f7' };
/** The same with all pieces beside the king attacked. */
const MATE: MateQuestion = {
  id: 'b',
  fen: 'R5rk/6pp/8/6N1/8/8/1B6/1B2K3 w - - 0 1',
  move: 'g5f7',
};

test('the rules find the ways out, or the own pieces that the opponent protects', () => {
  const wayOut = judge(ESCAPE);
  expect(wayOut.verdict.isMate).toBe(false);
  expect(wayOut.verdict.escapes.every(({ selfCapture }) => selfCapture)).toBe(true);
  const mate = judge(MATE);
  expect(mate.verdict.isMate).toBe(true);
  expect([...mate.verdict.guarded].sort()).toEqual(['g7', 'g8', 'h7']);
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('right answers count, a wrong one ends the streak', async () => {
  const store = new MateStore(async () => [ESCAPE, MATE, MATE]);
  await settled();
  store.answer(false);
  expect(store.shown.value).toMatchObject({ state: 'answered', isRight: true });
  // Only the first answer counts.
  store.answer(true);
  store.next();
  store.answer(true);
  expect([store.right.value, store.answered.value, store.streak.value]).toEqual([2, 2, 2]);
  store.next();
  store.answer(false);
  expect(store.shown.value).toMatchObject({ state: 'answered', isRight: false });
  expect([store.right.value, store.answered.value, store.streak.value]).toEqual([2, 3, 0]);
  expect(store.best.value).toBe(2);
});

test('positions are loaded again after a failure, and before they run out', async () => {
  let loads = 0;
  const store = new MateStore(async () => {
    loads += 1;
    if (loads === 1) throw new Error('unreachable');
    return [ESCAPE, MATE];
  });
  await settled();
  expect(store.shown.value.state).toBe('failed');
  store.next();
  await settled();
  expect(store.shown.value.state).toBe('asking');
  for (let i = 0; i < 5; i++) {
    store.answer(true);
    store.next();
    await settled();
    expect(store.shown.value.state).toBe('asking');
  }
});

test('the shared result has a square for each move and no move', async () => {
  const result = { date: '2026-11-18', marks: ['right', 'hint', 'wrong', 'shown'] } as const;
  expect(dailyText(result)).toBe('Ouro, puzzle of the day 2026-11-18\n🟩🟨🟥⬜');
  await loadLanguage('de');
  expect(dailyText(result)).toBe('Ouro, Aufgabe des Tages 2026-11-18\n🟩🟨🟥⬜');
});
