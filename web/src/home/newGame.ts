// The choices for a new game, and its request.
import { answer, api, type NewGame, type Player } from '../api/client';
import { navigate } from '../app/router';
import type { Variant } from '../rules';
import { displayName } from '../settings/settings';

export const OPPONENTS = ['engine', 'link', 'board', 'watch'] as const;
export type Opponent = (typeof OPPONENTS)[number];
export const SIDES = ['white', 'random', 'black'] as const;
export type ChosenSide = (typeof SIDES)[number];

export interface Clock {
  readonly minutes: number;
  readonly seconds: number;
}

/** Time controls by name, as `minutes+seconds`. */
export const CLOCKS = {
  none: undefined,
  '1+0': { minutes: 1, seconds: 0 },
  '3+2': { minutes: 3, seconds: 2 },
  '5+3': { minutes: 5, seconds: 3 },
  '10+5': { minutes: 10, seconds: 5 },
  '30+20': { minutes: 30, seconds: 20 },
} as const satisfies Record<string, Clock | undefined>;
export type ClockName = keyof typeof CLOCKS;

export interface Choice {
  readonly variant: Variant;
  readonly opponent: Opponent;
  readonly side: ChosenSide;
  readonly level: number;
  /** The level of Black if the engine plays itself. */
  readonly blackLevel: number;
  readonly clock: ClockName;
  /** The start position; the usual one if empty. */
  readonly fen: string;
}

export const DEFAULT_CHOICE: Choice = {
  variant: 'selfcapture',
  opponent: 'engine',
  side: 'white',
  level: 3,
  blackLevel: 3,
  clock: 'none',
  fen: '',
};

/** Returns the request for a game. `coin`, from 0 to 1, decides about a random side; `name` may be empty. */
export function gameRequest(choice: Choice, coin: number, name = ''): NewGame {
  const white = choice.side === 'random' ? coin < 0.5 : choice.side === 'white';
  const clock = choice.opponent === 'watch' ? undefined : CLOCKS[choice.clock];
  const fen = choice.fen.trim();
  return {
    variant: choice.variant,
    ...players(choice, white, name),
    ...(fen && { fen }),
    ...(clock && {
      clock: { initial_ms: clock.minutes * 60_000, increment_ms: clock.seconds * 1_000 },
    }),
    ...(choice.opponent === 'link' && { invite: white ? 'black' : 'white' }),
  };
}

function players(choice: Choice, white: boolean, name: string): { white: Player; black: Player } {
  const human: Player = { kind: 'human' };
  const you: Player = { ...human, ...(name && { name }) };
  const engine: Player = { kind: 'engine', level: choice.level };
  switch (choice.opponent) {
    case 'engine':
      return white ? { white: you, black: engine } : { white: engine, black: you };
    case 'watch':
      return { white: engine, black: { kind: 'engine', level: choice.blackLevel } };
    case 'link':
      return white ? { white: you, black: human } : { white: human, black: you };
    case 'board':
      return { white: human, black: human };
  }
}

/** Creates a game and opens it. */
export async function startGame(choice: Choice): Promise<void> {
  const body = gameRequest(choice, Math.random(), displayName.value.trim());
  const { game } = await answer(api.POST('/api/v1/games', { body }));
  navigate(`/game/${game.id}`);
}
