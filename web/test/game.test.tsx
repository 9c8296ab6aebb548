import { render } from 'preact';
import { expect, test, vi } from 'vitest';
import type { GameView } from '../src/api/client';
import { nextWait } from '../src/api/socket';
import { events } from '../src/engine/events';
import { left } from '../src/game/clock';
import { MoveList } from '../src/game/moveList';
import { after, taken } from '../src/game/record';
import { request } from '../src/pages/home';
import { sentence } from '../src/ui/announce';
import { chances, clockText, judgementSign, score, spokenMove, whitePoints } from '../src/ui/words';

const pawn = { piece: 'pawn', side: 'white', square: 'd2' } as const;

test('moves are spoken with what they take and whose it is', () => {
  const say = (san: string, more = {}) =>
    spokenMove('white', { san, captured: null, self_capture: false, check: false, ...more });
  expect(say('e4')).toBe('White: pawn to e4');
  expect(say('Nbxd2', { captured: pawn, self_capture: true })).toBe(
    'White: knight takes its own pawn on d2',
  );
  expect(say('exd5', { captured: { ...pawn, side: 'black' } })).toBe(
    'White: pawn takes pawn on d5',
  );
  expect(say('O-O')).toBe("White castles on the king's side");
  expect(say('O-O-O+', { check: true })).toBe("White castles on the queen's side, check");
  expect(say('a8=Q#', { check: true })).toBe('White: pawn to a8, promotes to queen, checkmate');
});

test('evaluations are shown for White, whoever is to move', () => {
  const black = { cp: 35, wdl: [300, 500, 200], point_of_view: 'black' } as const;
  const evaluation = { ...black, wdl: [...black.wdl] };
  expect(score(evaluation)).toBe('-0.35');
  expect(whitePoints(evaluation)).toBeCloseTo(0.45);
  expect(chances(evaluation)).toEqual([20, 50, 30]);
  expect(score({ mate: 3, wdl: [1000, 0, 0], point_of_view: 'black' })).toBe('#-3');
});

test('clocks show tenths when it gets tight', () => {
  expect(clockText(300_000)).toBe('5:00');
  expect(clockText(9_870)).toBe('0:09.8');
  expect(clockText(3_723_000)).toBe('1:02:03');
  expect(clockText(-5)).toBe('0:00.0');
});

const GAME = {
  start_fen: '8/8/8/8/8/8/8/8 b - - 0 1',
  check: true,
  moves: [
    { uci: 'a7a6', fen: 'one', check: false },
    { uci: 'b1d2', fen: 'two', check: true },
  ],
  clock: { white_ms: 5_000, black_ms: 7_000, running: 'white' },
} as unknown as GameView;

test('a game is shown as it was after each move', () => {
  expect(after(GAME, 0)).toMatchObject({ fen: GAME.start_fen, turn: 'black', last: undefined });
  expect(after(GAME, 1)).toMatchObject({ fen: 'one', turn: 'white', check: false });
  expect(after(GAME, 2)).toMatchObject({ fen: 'two', turn: 'black', check: true });
});

test('only the clock that runs goes down between two messages', () => {
  expect(left(GAME, 'white', 1_000)).toBe(4_000);
  expect(left(GAME, 'black', 1_000)).toBe(7_000);
  expect(left(GAME, 'white', 9_000)).toBe(0);
});

test('own pieces that were taken are counted apart', () => {
  const all = taken(
    [
      { captured: pawn, self_capture: true },
      { captured: { piece: 'rook', side: 'white', square: 'a1' }, self_capture: false },
      { captured: null, self_capture: false },
    ],
    'white',
  );
  expect(all).toEqual({
    white: { enemy: [], own: ['pawn'] },
    black: { enemy: ['rook'], own: [] },
  });
});

test('a lost connection is tried again ever less often', () => {
  expect([0, 250, 4_000, 5_000].map(nextWait)).toEqual([250, 500, 5_000, 5_000]);
});

test('a game is asked for as it was chosen', () => {
  const choice = {
    variant: 'selfcapture',
    opponent: 'engine',
    colour: 'random',
    level: 4,
    second: 2,
    clock: '3+2',
    fen: ' ',
  } as const;
  expect(request(choice, 0.9)).toEqual({
    variant: 'selfcapture',
    white: { kind: 'engine', level: 4 },
    black: { kind: 'human' },
    clock: { initial_ms: 180_000, increment_ms: 2_000 },
  });
  expect(request({ ...choice, opponent: 'link', colour: 'black' }, 0)).toMatchObject({
    invite: 'white',
  });
  expect(request({ ...choice, opponent: 'watch' }, 0)).toEqual({
    variant: 'selfcapture',
    white: { kind: 'engine', level: 4 },
    black: { kind: 'engine', level: 2 },
  });
});

test('events are read however the stream is cut', async () => {
  const text = 'event: report\ndata: {"a":1}\n\n: still here\n\nevent: done\ndata: {"a":2}\n\n';
  const body = new ReadableStream<Uint8Array>({
    start(control) {
      for (const part of text.match(/.{1,7}/gs) ?? [])
        control.enqueue(new TextEncoder().encode(part));
      control.close();
    },
  });
  const found = [];
  for await (const event of events(body)) found.push(event);
  expect(found).toEqual([
    { event: 'report', data: '{"a":1}' },
    { event: 'done', data: '{"a":2}' },
  ]);
});

test('the list of moves begins with dots if Black does, marks self-captures and goes where one clicks', () => {
  const go = vi.fn();
  const moves = [
    { san: 'Kxf7', self_capture: true },
    { san: 'e4', self_capture: false },
  ];
  const root = document.createElement('div');
  render(<MoveList moves={moves} first="black" number={7} ply={1} go={go} />, root);
  expect(root.textContent).toBe('7.…Kxf78.e4');
  expect(root.querySelectorAll('.own-mark')).toHaveLength(1);
  expect(root.querySelector('[aria-current]')?.textContent).toBe('Kxf7');
  root.querySelectorAll('button')[1]?.click();
  expect(go).toHaveBeenCalledWith(2);
});

test('the words of the service become sentences', () => {
  expect(sentence('your king would be in check')).toBe('Your king would be in check.');
  expect(sentence('Done.')).toBe('Done.');
});

test('judgements are written as annotators do', () => {
  expect(['blunder', 'mistake', 'inaccuracy', null].map(judgementSign)).toEqual([
    '??',
    '?',
    '?!',
    '',
  ]);
});
