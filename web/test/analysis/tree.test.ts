import { beforeAll, describe, expect, test } from 'vitest';
import {
  annotate,
  emptyTree,
  endOf,
  lineTo,
  makeMainLine,
  nodesOn,
  play,
  positionAt,
  promote,
  remove,
  type Tree,
  withVariant,
} from '../../src/analysis/tree';
import { Position, rulesReady } from '../../src/rules';

beforeAll(() => rulesReady);

const empty = () => emptyTree(Position.start('chess'));
const sans = (tree: Tree, path: readonly number[]) => nodesOn(tree, path).map(({ san }) => san);

/** 1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 */
function sample(): Tree {
  let [tree] = play(empty(), [], ['e4', 'e5', 'Nf3']);
  [tree] = play(tree, [0], ['c5', 'Nf3']);
  [tree] = play(tree, [0, 1], ['c3']);
  return tree;
}

test('a move that exists is visited, not added', () => {
  const tree = sample();
  const [same, path] = play(tree, [0], ['c7c5']);
  expect(same).toBe(tree);
  expect(path).toEqual([0, 1]);
});

test('an illegal move throws and changes nothing', () => {
  const tree = sample();
  expect(() => play(tree, [], ['e5'])).toThrow();
  expect(tree).toEqual(sample());
});

test('paths give lines, positions and ends of lines', () => {
  const tree = sample();
  expect(lineTo(tree, [0, 1]).moves).toEqual(['e2e4', 'c7c5']);
  expect(endOf(tree, [])).toEqual([0, 0, 0]);
  expect(endOf(tree, [0, 1])).toEqual([0, 1, 0]);
  expect(sans(tree, [0, 7])).toEqual(['e4']);
  expect(positionAt(tree, [0]).fen).toBe(
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
  );
});

describe('a variation', () => {
  test('is promoted one level at a time', () => {
    const [once, path] = promote(sample(), [0, 1, 1]);
    expect(path).toEqual([0, 1, 0]);
    expect(sans(once, endOf(once, [0, 1]))).toEqual(['e4', 'c5', 'c3']);
    const [twice, main] = promote(once, path);
    expect(main).toEqual([0, 0, 0]);
    expect(sans(twice, endOf(twice, []))).toEqual(['e4', 'c5', 'c3']);
  });

  test('becomes the main line at once', () => {
    const [tree, path] = makeMainLine(sample(), [0, 1, 1]);
    expect(path).toEqual([0, 0, 0]);
    expect(sans(tree, endOf(tree, []))).toEqual(['e4', 'c5', 'c3']);
    expect(sans(tree, [0, 1, 0])).toEqual(['e4', 'e5', 'Nf3']);
  });

  test('is removed with everything after it', () => {
    const [tree, path] = remove(sample(), [0, 1]);
    expect(path).toEqual([0]);
    expect(nodesOn(tree, [0])[0]?.children.map(({ san }) => san)).toEqual(['e5']);
  });
});

test('the main line and the start cannot be promoted or removed', () => {
  const tree = sample();
  expect(promote(tree, [0, 0])[0]).toBe(tree);
  expect(remove(tree, [])[0]).toBe(tree);
});

test('annotations change one move', () => {
  const before = sample();
  const tree = annotate(before, [0, 1], { comments: ['sharp'], nags: [5] });
  expect(nodesOn(tree, [0, 1])[1]).toMatchObject({ san: 'c5', comments: ['sharp'], nags: [5] });
  expect(nodesOn(tree, [0, 0])[1]?.comments).toEqual([]);
  expect(nodesOn(before, [0, 1])[1]?.comments).toEqual([]);
  expect(annotate(tree, [], { comments: ['a game'] }).comments).toEqual(['a game']);
});

test('a null move passes the turn, and the engine starts after it', () => {
  const [tree, path] = play(empty(), [], ['e4', '--', 'd4']);
  expect(sans(tree, path)).toEqual(['e4', '--', 'd4']);
  expect(positionAt(tree, path).fen).toBe(
    'rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2',
  );
  expect(lineTo(tree, path)).toEqual({
    variant: 'chess',
    fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2',
    moves: ['d2d4'],
  });
});

describe('another variant', () => {
  test('keeps the moves that are legal there', () => {
    const start = emptyTree(Position.start('selfcapture'));
    let [tree] = play(start, [], ['e4', 'Nxd7', 'Nf3']);
    [tree] = play(tree, [0], ['e5', 'Nf3']);
    const [chess, path] = withVariant(tree, [0, 1, 0], 'chess');
    expect(chess.start.variant).toBe('chess');
    expect(chess.children[0]?.children.map(({ san }) => san)).toEqual(['e5']);
    expect(sans(chess, path)).toEqual(['e4', 'e5', 'Nf3']);
    expect(positionAt(chess, path).variant).toBe('chess');
  });

  test('stays at a move whose notation differs there', () => {
    // The king can escape from this mate only by capturing a piece of its own.
    const moves = ['f3', 'e5', 'g4', 'Qh4'];
    const [tree, path] = play(empty(), [], moves);
    expect(sans(tree, path).at(-1)).toBe('Qh4#');
    const [selfCapture, kept] = withVariant(tree, path, 'selfcapture');
    expect(sans(selfCapture, kept)).toEqual(['f3', 'e5', 'g4', 'Qh4+']);
    expect(sans(...withVariant(selfCapture, kept, 'chess'))).toEqual(sans(tree, path));
  });

  test('is refused if the start does not exist there', () => {
    const tree = emptyTree(Position.chess960(0));
    expect(() => withVariant(tree, [], 'selfcapture')).toThrow();
  });
});
