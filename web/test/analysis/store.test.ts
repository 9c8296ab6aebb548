import { afterEach, beforeAll, expect, test } from 'vitest';
import { fromAddress } from '../../src/analysis/address';
import { type AnalysisStore, createAnalysisStore } from '../../src/analysis/store';
import { rulesReady } from '../../src/rules';

beforeAll(() => rulesReady);

let store: AnalysisStore | undefined;
afterEach(() => store?.dispose());

function open(query: string): AnalysisStore {
  store = createAnalysisStore(fromAddress(new URLSearchParams(query), ''));
  return store;
}

const SHUFFLE = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];

test('a fivefold repetition is a draw, and the analysis can go on', () => {
  const moves = Array.from({ length: 16 }, (_, i) => SHUFFLE[i % 4]);
  const store = open(`variant=chess&moves=${moves.join()}`);
  expect(store.outcome.value?.reason).toBe('fivefold_repetition');
  store.playLine(['e2e4']);
  expect(store.outcome.value).toBeUndefined();
  store.back();
  expect(store.outcome.value?.reason).toBe('fivefold_repetition');
});

test('annotations do not change the line, so that the engine goes on', () => {
  const store = open('variant=chess&moves=e2e4');
  const { value } = store.line;
  store.setComment('best by test');
  store.toggleNag(1);
  expect(store.line.value).toBe(value);
  expect(store.comment.value).toBe('best by test');
  expect(store.node.value?.nags).toEqual([1]);
});

test('a move has one glyph of quality and any number of others', () => {
  const store = open('variant=chess&moves=e2e4');
  store.toggleNag(14);
  store.toggleNag(1);
  store.toggleNag(4);
  expect(store.node.value?.nags).toEqual([4, 14]);
  store.toggleNag(4);
  expect(store.node.value?.nags).toEqual([14]);
});

test('arrows of the user belong to the move and keep its comment', () => {
  const store = open('variant=chess&moves=e2e4,e7e5');
  store.setComment('the open game');
  store.setUserShapes([{ orig: 'g1', dest: 'f3', brush: 'green' }]);
  expect(store.userShapes.value).toEqual([{ orig: 'g1', dest: 'f3', brush: 'green' }]);
  expect(store.comment.value).toBe('the open game');
  store.back();
  expect(store.userShapes.value).toEqual([]);
});
