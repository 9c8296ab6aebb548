// The page that other sites embed.
import type { embed as en } from '../en/embed';
import type { Message } from '../format';

export const embed: Readonly<Record<keyof typeof en, Message>> = {
  'embed.board': 'Brett',
  'embed.analyse': 'Auf Ouro analysieren',
  'embed.badPgn': 'Diese Partie ist nicht lesbar.',
};
