import { describe, expect, test } from 'vitest';
import type { MoveInfo } from '../src/api/client';
import { between, destinations, ownTargets, typed } from '../src/board/moves';
import { press, release } from '../src/board/ownTarget';
import { fires } from '../src/board/premove';

function move(uci: string, san: string, more: Partial<MoveInfo> = {}): MoveInfo {
  return {
    uci,
    san,
    from: uci.slice(0, 2),
    to: uci.slice(2, 4),
    self_capture: false,
    themes: [],
    check: false,
    castling: false,
    ...more,
  };
}

const own = { self_capture: true };
const LEGAL = [
  move('b1a3', 'Na3'),
  move('b1d2', 'Nxd2', own),
  move('e1g1', 'O-O', { castling: true }),
  move('a7b8q', 'axb8=Q+', { ...own, promotion: 'queen' }),
  move('a7b8n', 'axb8=N', { ...own, promotion: 'knight' }),
];

describe('legal moves', () => {
  test('are grouped by the square they begin on, promotions once', () => {
    expect(Object.fromEntries(destinations(LEGAL))).toEqual({
      b1: ['a3', 'd2'],
      e1: ['g1'],
      a7: ['b8'],
    });
    expect(between(LEGAL, 'a7', 'b8')).toHaveLength(2);
  });

  test('tell which own pieces can be taken', () => {
    expect(ownTargets(LEGAL, 'b1')).toEqual(['d2']);
    expect(ownTargets(LEGAL, 'a7')).toEqual(['b8']);
    expect(ownTargets(LEGAL, 'e1')).toEqual([]);
  });

  test('are found as people type them', () => {
    for (const text of ['Nxd2', 'nxd2', 'b1d2', ' B1D2 '])
      expect(typed(LEGAL, text)?.uci).toBe('b1d2');
    for (const text of ['O-O', '0-0', 'o-o']) expect(typed(LEGAL, text)?.uci).toBe('e1g1');
    expect(typed(LEGAL, 'axb8Q')?.uci).toBe('a7b8q');
    expect(typed(LEGAL, 'axb8=N')?.uci).toBe('a7b8n');
    for (const text of ['', 'Nd2', 'e2e4']) expect(typed(LEGAL, text)).toBeUndefined();
  });
});

describe('a press on an own piece', () => {
  test('is left alone without a selection, on the selected piece, and on other squares', () => {
    expect(press(undefined, 'd2', true, true, undefined)).toBeUndefined();
    expect(press('d2', 'd2', true, true, undefined)).toBeUndefined();
    expect(press('b1', 'c3', false, true, undefined)).toBeUndefined();
  });

  test('arms a target first and takes it the second time', () => {
    const first = press('b1', 'd2', true, true, undefined);
    expect(first && release(first, 'd2')).toBe('arm');
    const second = press('b1', 'd2', true, true, { from: 'b1', to: 'd2' });
    expect(second && release(second, 'd2')).toBe('take');
  });

  test('does not take what another piece has armed', () => {
    const held = press('c1', 'd2', true, true, { from: 'b1', to: 'd2' });
    expect(held && release(held, 'd2')).toBe('arm');
  });

  test('selects a piece that is no target, and decides nothing about a drag', () => {
    const other = press('b1', 'g1', true, false, undefined);
    expect(other && release(other, 'g1')).toBe('select');
    const drag = press('b1', 'd2', true, true, { from: 'b1', to: 'd2' });
    expect(drag && release(drag, 'd4')).toBeUndefined();
    expect(drag && release(drag, undefined)).toBeUndefined();
  });
});

describe('a premove', () => {
  const takes = move('d1d4', 'Qxd4', {
    captured: { piece: 'knight', side: 'black', square: 'd4' },
  });
  const takesOwn = move('d1d4', 'Qxd4', own);

  test('onto an own piece fires only if that was taken meanwhile', () => {
    const recapture = { from: 'd1', to: 'd4', kind: 'recapture' } as const;
    expect(fires(recapture, [takes])).toBe(takes);
    expect(fires(recapture, [takesOwn])).toBeUndefined();
    expect(fires(recapture, [])).toBeUndefined();
  });

  test('marked as a self-capture fires only as one', () => {
    const marked = { from: 'd1', to: 'd4', kind: 'selfcapture' } as const;
    expect(fires(marked, [takesOwn])).toBe(takesOwn);
    expect(fires(marked, [takes])).toBeUndefined();
  });

  test('never turns into a self-capture by itself, and makes a queen', () => {
    const free = { from: 'd1', to: 'd4', kind: 'free' } as const;
    expect(fires(free, [takesOwn])).toBeUndefined();
    const promotion = { from: 'a7', to: 'b8', kind: 'selfcapture' } as const;
    expect(fires(promotion, LEGAL)?.uci).toBe('a7b8q');
  });
});
