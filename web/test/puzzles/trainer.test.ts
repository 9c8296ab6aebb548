// Attempts on their way to the service, and the puzzle that comes next.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestError } from '../../src/api/client';
import type { Attempt, Score } from '../../src/puzzles/puzzle';
import { type PuzzleService, Trainer } from '../../src/puzzles/trainer';
import { rulesReady } from '../../src/rules';
import { MATES, OPENING } from './puzzles';

await rulesReady;
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => void vi.useRealTimers());

const SCORE: Score = {
  solved: true,
  rated: true,
  before: 1_500,
  after: 1_520,
  streak: 4,
  dailyStreak: 1,
};
const offline = () => new RequestError('', 'offline', undefined);
const refused = (status: number) => new RequestError('', 'refused', status);

/** A service with two puzzles, of which each is given until it is attempted. */
class FakeService implements PuzzleService {
  readonly attempts: Attempt[] = [];
  /** What requests fail with. */
  failure: Error | undefined;
  themes: (string | undefined)[] = [];

  private async reply<T>(value: T): Promise<T> {
    await Promise.resolve();
    if (this.failure) throw this.failure;
    return value;
  }

  next = (theme: string | undefined) => {
    this.themes.push(theme);
    return this.reply([OPENING.puzzle, MATES.puzzle][this.attempts.length]);
  };
  daily = () => this.reply({ date: '2026-11-18', puzzle: MATES.puzzle });
  replay = () => this.reply(undefined);
  puzzle = () => this.reply(MATES.puzzle);
  solution = (id: string) =>
    this.reply(id === OPENING.puzzle.id ? OPENING.solution : MATES.solution);
  standing = () => this.reply({ rating: 1_500, streak: 3 });
  attempt = async (attempt: Attempt) => {
    const score = await this.reply(SCORE);
    this.attempts.push(attempt);
    return score;
  };
}

const wait = (milliseconds = 1_000) => vi.advanceTimersByTimeAsync(milliseconds);

async function open(service: FakeService, mode: Trainer['mode'] = TRAINING) {
  const trainer = new Trainer(mode, service, () => 'normal');
  await wait();
  return trainer;
}

const TRAINING = { kind: 'training', theme: 'lineOpening' } as const;

function fail(trainer: Trainer): void {
  const solver = trainer.solver.value;
  const move = solver?.shown.value.position.parseMove('Rf1');
  if (move) solver?.play(move);
}

test('an attempt changes rating and streak, and another puzzle comes', async () => {
  const service = new FakeService();
  const trainer = await open(service);
  expect(service.themes).toEqual(['lineOpening']);
  expect(trainer.standing.value).toEqual({ rating: 1_500, streak: 3 });
  fail(trainer);
  // Asked for before the attempt has arrived.
  void trainer.load();
  await wait();
  expect(service.attempts).toMatchObject([{ id: 'opening1', moves: ['g1f1'], hints: 0 }]);
  expect(trainer.standing.value).toEqual({ rating: 1_520, streak: 4 });
  expect(trainer.solver.value?.puzzle.id).toBe('mates001');
  expect(trainer.score.value).toBeUndefined();
});

test('an attempt that could not be sent is sent again until it arrives', async () => {
  const service = new FakeService();
  const trainer = await open(service);
  service.failure = offline();
  fail(trainer);
  await wait();
  expect(trainer.outbox.isRetrying.value).toBe(true);
  expect(trainer.score.value).toBeUndefined();
  service.failure = undefined;
  await wait(5_000);
  expect(service.attempts).toHaveLength(1);
  expect(trainer.outbox.isRetrying.value).toBe(false);
  expect(trainer.score.value).toEqual(SCORE);
});

test('an attempt is sent on the next visit if the page was closed before, with the same key', async () => {
  const service = new FakeService();
  const trainer = await open(service);
  service.failure = offline();
  const sent = vi.spyOn(service, 'attempt');
  fail(trainer);
  await wait();
  const key = sent.mock.calls[0]?.[0].key;
  trainer.dispose();
  service.failure = undefined;
  await wait(10_000);
  expect(service.attempts).toEqual([]);
  await open(service);
  expect(service.attempts.map((attempt) => attempt.key)).toEqual([key]);
  await open(service);
  expect(service.attempts).toHaveLength(1);
});

test('several attempts are sent in their order', async () => {
  const service = new FakeService();
  const trainer = await open(service);
  service.failure = refused(429);
  for (const id of ['first', 'second', 'third']) {
    trainer.outbox.add({ id, moves: [], hints: 0 });
    await wait();
  }
  service.failure = undefined;
  await wait(10_000);
  expect(service.attempts.map(({ id }) => id)).toEqual(['first', 'second', 'third']);
});

test('an attempt that the service refuses for good is given up', async () => {
  const service = new FakeService();
  const trainer = await open(service);
  service.failure = refused(404);
  fail(trainer);
  await wait();
  expect(localStorage).toHaveLength(0);
  expect(trainer.outbox.isRetrying.value).toBe(false);
});

test('without the service there is one message and another try', async () => {
  const service = new FakeService();
  service.failure = offline();
  const trainer = await open(service);
  expect(trainer.shown.value).toMatchObject({ state: 'failed', error: service.failure });
  service.failure = undefined;
  await trainer.load();
  expect(trainer.solver.value?.puzzle.id).toBe('opening1');
});

test('the daily puzzle has its date, and no failed puzzles are no failure', async () => {
  const service = new FakeService();
  const daily = await open(service, { kind: 'daily' });
  expect(daily.shown.value).toMatchObject({ state: 'puzzle', date: '2026-11-18' });
  const replay = await open(service, { kind: 'replay' });
  expect(replay.shown.value).toEqual({ state: 'none' });
});
