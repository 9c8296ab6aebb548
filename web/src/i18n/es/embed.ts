// The page that other sites embed.
import type { embed as en } from '../en/embed';
import type { Message } from '../format';

export const embed: Readonly<Record<keyof typeof en, Message>> = {
  'embed.board': 'Tablero',
  'embed.analyse': 'Analizar en Ouro',
  'embed.badPgn': 'No se puede leer esta partida.',
};
