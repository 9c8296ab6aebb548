import { expect, test } from 'vitest';
import { events } from '../src/engine/events';
import { sentence } from '../src/ui/announce';
import { chances, judgementSign, score, spokenMove, whitePoints } from '../src/ui/words';

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
