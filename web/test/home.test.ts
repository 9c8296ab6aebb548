import { expect, test } from 'vitest';
import { gameName } from '../src/games/names';
import { DEFAULT_CHOICE, gameRequest } from '../src/home/newGame';

const ouro = { kind: 'engine', level: 3 } as const;
const human = { kind: 'human' } as const;

test('a game is requested as it was chosen', () => {
  const choice = { ...DEFAULT_CHOICE, side: 'random', level: 4, clock: '3+2', fen: ' ' } as const;
  expect(gameRequest(choice, 0.9)).toEqual({
    variant: 'selfcapture',
    white: { kind: 'engine', level: 4 },
    black: human,
    clock: { initial_ms: 180_000, increment_ms: 2_000 },
  });
  expect(gameRequest({ ...choice, opponent: 'link', side: 'black' }, 0)).toMatchObject({
    white: human,
    black: human,
    invite: 'white',
  });
  expect(gameRequest({ ...choice, opponent: 'watch', blackLevel: 2 }, 0)).toEqual({
    variant: 'selfcapture',
    white: { kind: 'engine', level: 4 },
    black: { kind: 'engine', level: 2 },
  });
});

test('one click plays White against a level for everybody, without a clock', () => {
  expect(gameRequest(DEFAULT_CHOICE, 0)).toEqual({
    variant: 'selfcapture',
    white: human,
    black: ouro,
  });
});

test('the chosen name is sent with the side that the player plays', () => {
  const ada = { kind: 'human', name: 'Ada' };
  expect(gameRequest(DEFAULT_CHOICE, 0, 'Ada')).toMatchObject({ white: ada, black: ouro });
  const friend = { ...DEFAULT_CHOICE, opponent: 'link', side: 'black' } as const;
  expect(gameRequest(friend, 0, 'Ada')).toMatchObject({ white: human, black: ada });
});

test('a game is named from the side of the reader', () => {
  expect(gameName({ white: human, black: ouro, you: ['white'] })).toBe('You vs Ouro (level 3)');
  expect(gameName({ white: ouro, black: human, you: ['black'] })).toBe('You vs Ouro (level 3)');
  expect(gameName({ white: human, black: human, you: ['white'] })).toBe('You vs Anonymous');
  expect(gameName({ white: human, black: human, you: ['white', 'black'] })).toBe('White vs Black');
  expect(gameName({ white: { kind: 'engine' }, black: ouro, you: [] })).toBe(
    'Ouro (full strength) vs Ouro (level 3)',
  );
});
