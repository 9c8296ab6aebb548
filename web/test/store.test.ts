import { describe, expect, test } from 'vitest';
import type { GameView } from '../src/api/client';
import { clockText, remaining } from '../src/game/clock';
import { nextDelay } from '../src/game/connection';
import { reconcile } from '../src/game/delivery';
import { capturesOf, plyNumber, replay } from '../src/game/plies';
import { Position, rulesReady } from '../src/rules';

await rulesReady;

describe('moves on their way to the server', () => {
  const move = { uci: 'e2e4' };
  const reply = { uci: 'e7e5' };

  test('are unsent until the server has them', () => {
    expect(reconcile(['a2a3'], [move], ['a2a3'])).toEqual({ unsent: [move], isVoid: false });
    expect(reconcile([], [move], ['e2e4'])).toEqual({ unsent: [], isVoid: false });
    expect(reconcile([], [move], ['e2e4', 'c7c5'])).toEqual({ unsent: [], isVoid: false });
    expect(reconcile([], [move, reply], ['e2e4'])).toEqual({ unsent: [reply], isVoid: false });
  });

  test('are void if the game has taken another course', () => {
    expect(reconcile([], [move], ['d2d4'])).toEqual({ unsent: [], isVoid: true });
    expect(reconcile(['a2a3', 'a7a6'], [move], ['a2a3'])).toEqual({ unsent: [], isVoid: true });
    expect(reconcile(['a2a3', 'a7a6'], [], [])).toEqual({ unsent: [], isVoid: false });
  });
});

describe('a game as positions', () => {
  const start = () => Position.start('selfcapture');

  test('reuses the positions that have not changed', () => {
    const before = replay(start(), ['b1d2', 'e7e5', 'g1f3']);
    const after = replay(start(), ['b1d2', 'e7e5', 'd2f3'], before);
    expect(after.map(({ move }) => move?.san)).toEqual([undefined, 'Nxd2', 'e5', 'Ndf3']);
    expect(after[2]).toBe(before[2]);
    expect(after[3]).not.toBe(before[3]);
    expect(replay(start(), ['b1d2'], after)).toEqual(after.slice(0, 2));
    expect(replay(Position.start('chess'), [], [])).toHaveLength(1);
  });

  test('tells own captures from others', () => {
    const plies = replay(start(), ['b1d2', 'e7e5', 'd2e4', 'd7d5', 'g1f3', 'd5e4']);
    expect(capturesOf(plies, 'white')).toEqual({ opponent: [], own: ['pawn'] });
    expect(capturesOf(plies, 'black')).toEqual({ opponent: ['knight'], own: [] });
  });

  test('counts plies from the first move of White', () => {
    expect(plyNumber(start())).toBe(0);
    expect(plyNumber(Position.fromFen('4k3/8/8/8/8/8/8/4K3 b - - 0 7'))).toBe(13);
  });
});

test('clocks show tenths when time is short', () => {
  expect(clockText(300_000)).toBe('5:00');
  expect(clockText(9_870)).toBe('0:09.8');
  expect(clockText(3_723_000)).toBe('1:02:03');
  expect(clockText(-5)).toBe('0:00.0');
});

test('only the running clock counts down between two messages', () => {
  const clock = { white_ms: 5_000, black_ms: 7_000, running: 'white' } as NonNullable<
    GameView['clock']
  >;
  expect(remaining(clock, 'white', 1_000)).toBe(4_000);
  expect(remaining(clock, 'black', 1_000)).toBe(7_000);
  expect(remaining(clock, 'white', 9_000)).toBe(0);
});

test('a lost connection is retried at growing intervals', () => {
  expect([0, 250, 4_000, 5_000].map(nextDelay)).toEqual([250, 500, 5_000, 5_000]);
});
