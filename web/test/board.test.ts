import { describe, expect, test } from 'vitest';
import { onScreen, step } from '../src/board/geometry';
import { destinations, isSelfCapture, leadsTo, movesBetween, ownTargets } from '../src/board/moves';
import { type Premove, premoveMove } from '../src/board/premove';
import { Position, rulesReady, type Variant } from '../src/rules';

await rulesReady;

const position = (fen: string, variant: Variant = 'selfcapture') =>
  Position.fromFen(fen, { variant });

describe('legal moves', () => {
  test('are grouped by origin, with self-captures only on request', () => {
    const start = Position.start('selfcapture');
    expect(destinations(start, true).get('b1')?.sort()).toEqual(['a3', 'c3', 'd2']);
    expect(destinations(start, false).get('b1')?.sort()).toEqual(['a3', 'c3']);
    expect(ownTargets(start, 'b1')).toEqual(['d2']);
    expect(isSelfCapture(start, 'b1', 'd2')).toBe(true);
    expect(isSelfCapture(start, 'b1', 'a3')).toBe(false);
    expect(ownTargets(Position.start('chess'), 'b1')).toEqual([]);
  });

  test('are four for a promotion, also by capturing an own piece', () => {
    const found = movesBetween(position('1N2k3/P7/8/8/8/8/8/4K3 w - - 0 1'), 'a7', 'b8');
    expect(found.map(({ promotion }) => promotion).sort()).toEqual([
      'bishop',
      'knight',
      'queen',
      'rook',
    ]);
  });

  test('of a king that castles in Chess960 end on its rook', () => {
    const rooks = position('4k3/8/8/8/8/8/8/5KR1 w G - 0 1', 'chess960');
    expect(destinations(rooks, true).get('f1')).toContain('g1');
    expect(movesBetween(rooks, 'f1', 'g1')[0]?.castling).toBe(true);
  });

  test('lead from one position to the next and to no other', () => {
    const start = Position.start('chess');
    const move = start.parseMove('e4');
    expect(leadsTo(start, move, start.play('e4'))).toBe(true);
    expect(leadsTo(start, move, start.play('d4'))).toBe(false);
    expect(leadsTo(start.play('e4'), move, start)).toBe(false);
  });
});

describe('a premove', () => {
  const premove = (kind: Premove['kind'], from: 'd1' | 'a7', to: 'd4' | 'b8'): Premove => ({
    from,
    to,
    kind,
  });
  const own = position('4k3/8/8/8/3P4/8/8/3QK3 w - - 0 1');
  const captured = position('4k3/8/8/8/3n4/8/8/3QK3 w - - 0 1');

  test('onto an own piece is played only if that was captured', () => {
    expect(premoveMove(premove('recapture', 'd1', 'd4'), captured)?.san).toBe('Qxd4');
    expect(premoveMove(premove('recapture', 'd1', 'd4'), own)).toBeUndefined();
  });

  test('that is meant as a self-capture is nothing else', () => {
    expect(premoveMove(premove('selfCapture', 'd1', 'd4'), own)?.san).toBe('Qxd4');
    expect(premoveMove(premove('selfCapture', 'd1', 'd4'), captured)).toBeUndefined();
  });

  test('never becomes a self-capture by itself, and promotes to a queen', () => {
    expect(premoveMove(premove('free', 'd1', 'd4'), own)).toBeUndefined();
    const pawn = position('1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1');
    expect(premoveMove(premove('free', 'a7', 'b8'), pawn)?.promotion).toBe('queen');
  });
});

test('squares are where the player sees them', () => {
  expect(onScreen('a8', 'white')).toEqual({ column: 0, row: 0 });
  expect(onScreen('a8', 'black')).toEqual({ column: 7, row: 7 });
  expect(step('e2', 'white', 0, 1)).toBe('e3');
  expect(step('e2', 'black', 1, 1)).toBe('d1');
  expect(step('h1', 'white', 1, 0)).toBeUndefined();
});
