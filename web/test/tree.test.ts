import { expect, test } from 'vitest';
import { decode, looksLikeFen, remarks } from '../src/analysis/import';
import {
  add,
  fromPgn,
  lineTo,
  mainFrom,
  type Node,
  nodesOn,
  promote,
  remove,
  type Tree,
} from '../src/analysis/tree';

const node = (uci: string): Node => ({
  uci,
  san: uci,
  fen: uci,
  self_capture: false,
  comments: [],
  next: [],
});
const EMPTY: Tree = { variant: 'chess', fen: 'start', next: [] };

function sample(): Tree {
  let [tree, path] = add(EMPTY, [], node('e4'));
  [tree, path] = add(tree, path, node('e5'));
  [tree] = add(tree, [0], node('c5'));
  [tree] = add(tree, path, node('Nf3'));
  return tree;
}

test('a move that is there already is gone to, not added', () => {
  const tree = sample();
  const [same, path] = add(tree, [0], node('c5'));
  expect(same).toBe(tree);
  expect(path).toEqual([0, 1]);
});

test('lines follow the path and the main line the first moves', () => {
  const tree = sample();
  expect(lineTo(tree, [0, 1]).moves).toEqual(['e4', 'c5']);
  expect(mainFrom(tree, [])).toEqual([0, 0, 0]);
  expect(mainFrom(tree, [0, 1])).toEqual([0, 1]);
  expect(nodesOn(tree, [0, 7]).map(({ uci }) => uci)).toEqual(['e4']);
});

test('variations are promoted and removed, and the old tree stays as it was', () => {
  const tree = sample();
  const [promoted, path] = promote(tree, [0, 1]);
  expect(path).toEqual([0, 0]);
  expect(lineTo(promoted, mainFrom(promoted, [])).moves).toEqual(['e4', 'c5']);
  const [removed, before] = remove(promoted, path);
  expect(before).toEqual([0]);
  expect(lineTo(removed, mainFrom(removed, [])).moves).toEqual(['e4', 'e5', 'Nf3']);
  expect(lineTo(tree, mainFrom(tree, [])).moves).toEqual(['e4', 'e5', 'Nf3']);
  expect(remove(tree, [])[0]).toBe(tree);
  expect(promote(tree, [0])[0]).toBe(tree);
});

test('variations of a PGN are what could have been played instead', () => {
  const written = (uci: string, variations: unknown[] = []) => ({
    uci,
    san: uci,
    fen: uci,
    self_capture: false,
    nags: [],
    comments: [],
    variations,
  });
  const game = {
    variant: 'selfcapture',
    fen: 'start',
    tags: [],
    result: '*',
    comments: [],
    warnings: [],
    moves: [written('e4'), written('e5', [[written('c5'), written('Nf3')]]), written('d4')],
  };
  const tree = fromPgn(game as unknown as Parameters<typeof fromPgn>[0]);
  expect(lineTo(tree, mainFrom(tree, [])).moves).toEqual(['e4', 'e5', 'd4']);
  expect(lineTo(tree, mainFrom(tree, [0, 1])).moves).toEqual(['e4', 'c5', 'Nf3']);
});

test('a position is told from a game', () => {
  expect(looksLikeFen('8/8/8/8/8/8/8/4K3 w - - 0 1')).toBe(true);
  expect(looksLikeFen(' rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -')).toBe(true);
  expect(looksLikeFen('1. e4 e5')).toBe(false);
  expect(looksLikeFen('[Event "w"]')).toBe(false);
});

test('errors of all games are listed before the first warnings', () => {
  const warnings = Array.from({ length: 8 }, (_, i) => `line ${i}: unusual`);
  const game = { warnings, further_warnings: 3 };
  const fault = { message: 'no move', game: 2, line: 9, at: 80 };
  const output = {
    games: [game, { ...game, error: fault }],
    errors: [{ ...fault, game: 1, line: 1, at: 0 }],
    next: 99,
  };
  const list = remarks(output as unknown as Parameters<typeof remarks>[0]);
  expect(list.slice(0, 3)).toEqual([
    'Game 1, line 1: no move.',
    'Game 2, line 9: no move.',
    'Line 0: unusual.',
  ]);
  expect(list.slice(-2)).toEqual([
    '12 more warnings are not shown.',
    'Only the first 3 games are listed.',
  ]);
  expect(list).toHaveLength(14);
});

test('files of older programs are decoded', () => {
  const bytes = (...codes: number[]) => new Uint8Array(codes).buffer;
  expect(decode(bytes(0x4d, 0xfc))).toBe('Mü');
  expect(decode(bytes(0x4d, 0xc3, 0xbc))).toBe('Mü');
});
