// What the protocol worker repeats in a new search worker.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionState } from '../dist/session-state.js';

function state(...lines) {
  const state = new SessionState();
  for (const line of lines) {
    state.add(line);
  }
  return state;
}

const SELF_CAPTURE = 'setoption name UCI_Variant value selfcapture';
const CHESS = 'setoption name UCI_Variant value chess';

test('an option that is set again replaces the earlier value', () => {
  const lines = ['setoption name Hash value 1', 'setoption name hash value 2'];
  assert.deepEqual(state(...lines).lines(), lines.slice(1));
});

test('an option with the value it has keeps its place before the position', () => {
  const lines = [SELF_CAPTURE, 'position startpos moves b1d2'];
  assert.deepEqual(state(...lines, SELF_CAPTURE).lines(), lines);
});

test('a position is repeated in the variant that it was sent in', () => {
  const lines = [SELF_CAPTURE, 'position startpos moves b1d2', CHESS];
  assert.deepEqual(state(...lines).lines(), lines);
  assert.equal(state(...lines).network, 'chess');
  assert.deepEqual(state(...lines, 'position startpos').lines(), [CHESS, 'position startpos']);
});

test('flips are repeated until the next position', () => {
  const lines = ['position startpos', 'flip', 'flip'];
  assert.deepEqual(state(...lines).lines(), lines);
  assert.deepEqual(state(...lines, 'position startpos').lines(), ['position startpos']);
});
