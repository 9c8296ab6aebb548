// Names of players.
import type { Player } from '../api/client';
import { t } from '../i18n';
import type { Color } from '../rules';
import { displayName } from '../settings/settings';
import type { GameStore } from './store';

/** Returns the name of a player; that of a person is the one that they have chosen. */
export function playerName(player: Player, isYou: boolean): string {
  if (player.kind === 'engine') {
    return player.level ? t('player.engine', { level: player.level }) : t('player.engineFull');
  }
  if (player.name) return player.name;
  return isYou ? displayName.value || t('player.you') : t('player.anonymous');
}

/** Returns the name of a side of a game. Whoever plays both sides has the names of the sides. */
export function sideName(store: GameStore, color: Color): string {
  const view = store.view.value;
  if (!view) return t(`color.${color}`);
  if (view.you.length === 2) return t(`color.${color}`);
  return playerName(view[color], view.you.includes(color));
}
