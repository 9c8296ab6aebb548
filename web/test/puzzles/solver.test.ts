// A puzzle while it is solved: right and wrong moves, hints, the solution.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Attempt, Solution } from '../../src/puzzles/puzzle';
import { Solver } from '../../src/puzzles/solver';
import { rulesReady } from '../../src/rules';
import { MATES, OPENING } from './puzzles';

await rulesReady;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Finished = Omit<Attempt, 'key'>;

/** Starts a puzzle and waits for the opponent's move. */
async function start(
  { puzzle, solution } = OPENING,
  loadSolution: () => Promise<Solution> = async () => solution,
) {
  const finished: Finished[] = [];
  const solver = new Solver(puzzle, {
    loadSolution,
    finished: (attempt) => void finished.push(attempt),
  });
  await vi.advanceTimersByTimeAsync(1_000);
  return { solver, finished };
}

function play(solver: Solver, move: string): void {
  solver.play(solver.shown.value.position.parseMove(move));
}

const wait = () => vi.advanceTimersByTimeAsync(1_000);
const sans = (solver: Solver) => solver.moves.value.map(({ san }) => san);

test('the position before the opponent’s move is shown first', async () => {
  const solver = new Solver(OPENING.puzzle, {
    loadSolution: async () => OPENING.solution,
    finished: () => {},
  });
  expect(solver.shown.value.position.fen).toBe(OPENING.puzzle.fen);
  expect(solver.movable.value).toBeUndefined();
  await wait();
  expect(sans(solver)).toEqual(['Kg8']);
  expect(solver.movable.value).toBe('white');
});

test('a right move is answered, and the last one solves the puzzle', async () => {
  const { solver, finished } = await start();
  play(solver, 'Rxg2');
  expect(solver.feedback.value).toBe('right');
  expect(solver.movable.value).toBeUndefined();
  await wait();
  expect(sans(solver)).toEqual(['Kg8', 'Rxg2+', 'Kh8']);
  play(solver, 'Kf2');
  expect(solver.feedback.value).toBe('solved');
  expect(solver.marks.value).toEqual(['right', 'right']);
  expect(finished).toEqual([{ id: 'opening1', moves: ['g1g2', 'e1f2'], hints: 0 }]);
  expect(solver.success.value).toBe(true);
});

test('a wrong move fails the attempt once, is taken back, and the puzzle goes on', async () => {
  const { solver, finished } = await start();
  play(solver, 'Rf1');
  expect(solver.feedback.value).toBe('wrong');
  expect(solver.shown.value.move?.san).toBe('Rf1');
  expect(finished).toEqual([{ id: 'opening1', moves: ['g1f1'], hints: 0 }]);
  await wait();
  expect(solver.shown.value.move?.san).toBe('Kg8');
  play(solver, 'Rh1');
  await wait();
  play(solver, 'Rxg2');
  await wait();
  play(solver, 'Kf2');
  expect(solver.feedback.value).toBe('solved');
  expect(solver.success.value).toBe(false);
  expect(solver.marks.value).toEqual(['wrong', 'right']);
  expect(finished).toHaveLength(1);
});

test('a wrong second move is sent with the right first one', async () => {
  const { solver, finished } = await start();
  play(solver, 'Rxg2');
  await wait();
  play(solver, 'Kd1');
  expect(finished[0]?.moves).toEqual(['g1g2', 'e1d1']);
  expect(solver.marks.value).toEqual(['right', 'wrong']);
});

describe('on the last move', () => {
  test.each(['Qa8#', 'Rb8#', 'Qf8#'])('%s mates and solves the puzzle', async (mate) => {
    const { solver, finished } = await start(MATES);
    play(solver, mate);
    expect(solver.feedback.value).toBe('solved');
    expect(finished[0]?.moves).toEqual([solver.moves.value.at(-1)?.uci]);
  });

  test('another mate is wrong if the solution does not mate, as the service judges', async () => {
    const solution = { ...MATES.solution, moves: ['a3c3'] };
    const { solver } = await start({ puzzle: MATES.puzzle, solution });
    play(solver, 'Qa8#');
    expect(solver.feedback.value).toBe('wrong');
  });

  test('a move that does not mate is wrong', async () => {
    const { solver } = await start(MATES);
    play(solver, 'Qc3+');
    expect(solver.feedback.value).toBe('wrong');
  });
});

test('hints tell the piece, then its target, and are counted', async () => {
  const { solver, finished } = await start();
  expect(solver.expected.value?.san).toBe('Rxg2+');
  solver.hint();
  expect(solver.hintLevel.value).toBe(1);
  solver.hint();
  expect(solver.hintLevel.value).toBe(2);
  solver.hint();
  play(solver, 'Rxg2');
  expect(solver.hintLevel.value).toBe(0);
  await wait();
  play(solver, 'Kf2');
  expect(finished).toEqual([{ id: 'opening1', moves: ['g1g2', 'e1f2'], hints: 2 }]);
  expect(solver.marks.value).toEqual(['hint', 'right']);
});

test('the solution is played on the board and fails the attempt', async () => {
  const { solver, finished } = await start();
  play(solver, 'Rxg2');
  await wait();
  solver.showSolution();
  expect(finished).toEqual([{ id: 'opening1', moves: ['g1g2'], hints: 0 }]);
  await wait();
  expect(sans(solver)).toEqual(['Kg8', 'Rxg2+', 'Kh8', 'Kf2']);
  expect(solver.marks.value).toEqual(['right', 'shown']);
  expect(solver.feedback.value).toBe('shown');
  expect(solver.movable.value).toBeUndefined();
});

test('the solution may be asked for while a wrong move is on the board', async () => {
  const { solver, finished } = await start();
  play(solver, 'Rf1');
  solver.showSolution();
  await wait();
  await wait();
  await wait();
  expect(sans(solver)).toEqual(['Kg8', 'Rxg2+', 'Kh8', 'Kf2']);
  expect(solver.marks.value).toEqual(['wrong', 'shown']);
  expect(finished).toHaveLength(1);
});

test('a move waits for the solution, also if that has to be loaded again', async () => {
  let isReachable = false;
  const { solver, finished } = await start(OPENING, async () => {
    if (!isReachable) throw new Error('unreachable');
    return OPENING.solution;
  });
  expect(solver.problem.value).toBeInstanceOf(Error);
  play(solver, 'Rxg2');
  expect(solver.feedback.value).toBe('checking');
  expect(solver.shown.value.move?.san).toBe('Rxg2+');
  isReachable = true;
  await solver.load();
  expect(solver.problem.value).toBeUndefined();
  expect(solver.feedback.value).toBe('right');
  expect(finished).toEqual([]);
});

test('earlier positions can be looked at, and moves are played in the newest only', async () => {
  const { solver } = await start();
  solver.goTo(0);
  expect(solver.shown.value.position.fen).toBe(OPENING.puzzle.fen);
  expect(solver.movable.value).toBeUndefined();
  solver.goTo(1);
  expect(solver.movable.value).toBe('white');
  solver.flip();
  expect(solver.orientation.value).toBe('black');
});
