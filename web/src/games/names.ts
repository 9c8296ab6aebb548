// Names of games in lists.
import type { GameSummary } from '../api/client';
import { playerName } from '../game/names';
import { t } from '../i18n';
import type { Color } from '../rules';

/** Returns the name of a game, the reader's side first: `You vs Ouro (level 3)`. */
export function gameName(game: Pick<GameSummary, 'white' | 'black' | 'you'>): string {
  const yours = game.you.length === 1 ? game.you[0] : undefined;
  const name = (side: Color): string => {
    if (game.you.length === 2) return t(`color.${side}`);
    return side === yours ? t('player.you') : playerName(game[side], false);
  };
  const [first, second]: [Color, Color] =
    yours === 'black' ? ['black', 'white'] : ['white', 'black'];
  return t('player.versus', { first: name(first), second: name(second) });
}
