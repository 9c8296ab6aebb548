// The list of games.
import type { games as en } from '../en/games';
import type { Message } from '../format';

export const games: Readonly<Record<keyof typeof en, Message>> = {
  'games.heading': 'Deine Partien',
  'games.variant': 'Variante',
  'games.variant.all': 'Alle Varianten',
  'games.status': 'Status',
  'games.status.all': 'Alle Partien',
  'games.status.playing': 'Läuft',
  'games.status.waiting': 'Wartet auf Gegner',
  'games.status.finished': 'Beendet',
  'games.state.playing': 'Läuft',
  'games.state.waiting': 'Wartet auf Gegner',
  'games.state.aborted': 'Abgebrochen',
  'games.state.won': 'Gewonnen',
  'games.state.lost': 'Verloren',
  'games.state.draw': 'Remis',
  'games.empty': 'Noch keine Partien.',
  'games.play': 'Partie spielen',
  'games.more': 'Mehr anzeigen',
  'games.deleteConfirm': 'Partie löschen',
  'games.deleteLabel': 'Löschen: {game}',
  'games.loading': 'Partien werden geladen\u00a0…',
};
