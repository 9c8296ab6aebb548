// Names of players in the tags of a game.
import { t } from '../i18n';
import type { Color } from '../rules';
import type { Tree } from './tree';

const TAGS: Record<Color, string> = { white: 'White', black: 'Black' };

/** Returns the name of a player in the language of the page. The service writes the level of its engine in English. */
export function taggedName({ tags }: Tree, color: Color): string {
  const name = tags.find(([tag]) => tag === TAGS[color])?.[1];
  if (!name) return t('player.anonymous');
  const level = /^Ouro, level (\d+)$/.exec(name)?.[1];
  return level ? t('player.engine', { level }) : name;
}
