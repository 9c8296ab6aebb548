// The lessons and the positions of the home page, judged by the rules.
import { beforeAll, describe, expect, test } from 'vitest';
import { ESCAPES } from '../src/home/positions';
import { LESSONS, VARIANT } from '../src/learn/lessons';
import { Position, rulesReady } from '../src/rules';

beforeAll(() => rulesReady);

describe.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))('lesson %s', (_, lesson) => {
  const solutions = () => {
    const start = Position.fromFen(lesson.fen, { variant: VARIANT });
    return start.moves().filter((move) => lesson.solves(move, start.play(move)));
  };

  test('has a solution', () => {
    expect(solutions().length).toBeGreaterThan(0);
  });

  test('is not solved by every legal move, unless all of them are self-captures', () => {
    const moves = Position.fromFen(lesson.fen, { variant: VARIANT }).moves();
    const all = solutions().length === moves.length;
    expect(!all || moves.every((move) => move.selfCapture)).toBe(true);
  });
});

test('the solutions are those that the tasks ask for', () => {
  const sans = Object.fromEntries(
    LESSONS.map((lesson) => {
      const start = Position.fromFen(lesson.fen, { variant: VARIANT });
      const found = start.moves().filter((move) => lesson.solves(move, start.play(move)));
      return [lesson.id, found.map(({ san }) => san).sort()];
    }),
  );
  expect(sans.capture).toContain('Nxd2');
  expect(sans).toMatchObject({
    line: ['Rxh6#'],
    escape: ['Kxg7', 'Kxg8', 'Kxh7'],
    promotion: ['axb8=Q+', 'axb8=R+'],
    mate: ['Qxg7#'],
    castling: ['O-O', 'O-O-O'],
  });
});

test('two mates of chess in the lesson about mate are none in self-capture chess', () => {
  const fen = LESSONS.find(({ id }) => id === 'mate')?.fen ?? '';
  const mates = (variant: 'chess' | 'selfcapture') =>
    Position.fromFen(fen, { variant })
      .moves()
      .filter(({ san }) => san.endsWith('#'))
      .map(({ san }) => san);
  expect(mates('chess')).toHaveLength(3);
  expect(mates('selfcapture')).toEqual(['Qxg7#']);
});

test.each(ESCAPES)(
  '%s is checkmate in chess, and the king escapes in self-capture chess',
  (fen) => {
    const reason = Position.fromFen(fen, { variant: 'chess' }).outcome()?.reason;
    expect(reason).toBe('checkmate');
    const escapes = Position.fromFen(fen, { variant: 'selfcapture' }).moves();
    expect(escapes.length).toBeGreaterThan(0);
    expect(escapes.every(({ piece, selfCapture }) => piece === 'king' && selfCapture)).toBe(true);
  },
);
