// What the opening explorer shows of an answer.
import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import {
  type ExplorerQuery,
  followExplorer,
  readExplorer,
  source,
} from '../../src/analysis/explorer';
import type { ExplorerAnswer } from '../../src/api/client';
import type { Line } from '../../src/engine/engine';

const book = (cp: number, view: 'white' | 'black') => ({
  depth: 20,
  evaluation: { cp, mate: null, point_of_view: view, wdl: [300, 400, 300] },
});

const ANSWER: ExplorerAnswer = {
  opening: null,
  white: 6,
  draws: 3,
  black: 1,
  selfCaptures: 5,
  book: book(31, 'white'),
  moves: [
    {
      uci: 'g1e2',
      san: 'Nxe2',
      white: 6,
      draws: 3,
      black: 1,
      selfCaptures: 10,
      averageRating: null,
      selfCapture: true,
      book: book(-20, 'black'),
    },
    {
      uci: 'a2a3',
      san: 'a3',
      white: 0,
      draws: 0,
      black: 0,
      selfCaptures: 0,
      averageRating: null,
      selfCapture: false,
      book: null,
    },
  ],
  topGames: [],
  recentGames: [],
};

test('counts become shares, and scores are those of White', () => {
  const entry = readExplorer(ANSWER);
  expect(entry).toMatchObject({
    games: 10,
    white: 0.6,
    draws: 0.3,
    black: 0.1,
    selfCaptures: 0.5,
    score: '+0.31',
  });
  expect(entry.moves[0]).toMatchObject({ san: 'Nxe2', selfCapture: true, score: '+0.20' });
  expect(entry.moves[1]).toMatchObject({ games: 0, white: 0, selfCaptures: 0, score: '' });
});

test('an opening has its code before its name', () => {
  const opening = { eco: 'C60', name: 'Ruy Lopez' };
  expect(readExplorer({ ...ANSWER, opening }).opening).toBe('C60 Ruy Lopez');
  expect(readExplorer(ANSWER).opening).toBe('');
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('each position is asked for once, with the moves and the source of the games', async () => {
  const asked: ExplorerQuery[] = [];
  const ask = async (query: ExplorerQuery) => {
    asked.push(query);
    return readExplorer(ANSWER);
  };
  const line = signal<Line>({ variant: 'selfcapture', moves: [] });
  const { found, dispose } = followExplorer(line, ask);
  await settled();
  expect(found.value.state).toBe('found');
  line.value = { variant: 'selfcapture', moves: ['e2e4', 'e7e5'] };
  await settled();
  line.value = { variant: 'selfcapture', moves: [] };
  await settled();
  source.value = 'mine';
  await settled();
  source.value = 'engine';
  dispose();
  expect(asked).toEqual([
    { variant: 'selfcapture', source: 'engine' },
    { variant: 'selfcapture', source: 'engine', play: 'e2e4,e7e5' },
    { variant: 'selfcapture', source: 'mine' },
  ]);
});

test('a failure is reported, and another try may succeed', async () => {
  let failure: Error | undefined = new Error('unreachable');
  const ask = async () => {
    if (failure) throw failure;
    return readExplorer(ANSWER);
  };
  const line = signal<Line>({ variant: 'chess', moves: [] });
  const { found, retry, dispose } = followExplorer(line, ask);
  await settled();
  expect(found.value).toEqual({ state: 'failed', error: failure });
  failure = undefined;
  retry();
  await settled();
  expect(found.value.state).toBe('found');
  dispose();
});
