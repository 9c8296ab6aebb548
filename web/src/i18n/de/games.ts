// The list of games.
import type { games as en } from '../en/games';
import type { Message } from '../format';

export const games: Readonly<Record<keyof typeof en, Message>> = {
  'games.heading': 'Deine Partien',
  'games.variant': 'Variante',
  'games.variant.all': 'Alle Varianten',
  'games.status': 'Status',
  'games.status.all': 'Alle Partien',
  'games.status.playing': 'Laufend',
  'games.status.waiting': 'Warten auf Gegner',
  'games.status.finished': 'Beendet',
  'games.state.playing': 'Läuft',
  'games.state.waiting': 'Wartet auf Gegner',
  'games.state.aborted': 'Abgebrochen',
  'games.state.won': 'Gewonnen',
  'games.state.lost': 'Verloren',
  'games.state.draw': 'Remis',
  'games.empty': 'Noch keine Partien.',
  'games.play': 'Eine Partie spielen',
  'games.more': 'Mehr anzeigen',
  'games.deleteConfirm': 'Partie löschen',
  'games.deleteLabel': '{game} löschen',
  'games.loading': 'Partien werden geladen…',
};
