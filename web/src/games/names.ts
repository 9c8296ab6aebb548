// Names of players and games.
import type { GameSummary, Player } from '../api/client';
import { t } from '../i18n';
import type { Color } from '../rules';

/** Returns the name of a player as the reader sees it. */
export function playerName(player: Player, isYou: boolean): string {
  if (player.kind === 'human') return isYou ? t('player.you') : t('player.anonymous');
  return player.level ? t('player.engine', { level: player.level }) : t('player.engineFull');
}

/** Returns the name of a game, the reader's side first: `You vs Ouro (level 3)`. */
export function gameName(game: Pick<GameSummary, 'white' | 'black' | 'you'>): string {
  // With both sides played at one board, nobody is "you".
  const yours = game.you.length === 1 ? game.you[0] : undefined;
  const name = (side: Color) => playerName(game[side], side === yours);
  const [first, second]: [Color, Color] =
    yours === 'black' ? ['black', 'white'] : ['white', 'black'];
  return t('player.versus', { first: name(first), second: name(second) });
}
