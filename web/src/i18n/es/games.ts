// The list of games.
import type { games as en } from '../en/games';
import type { Message } from '../format';

export const games: Readonly<Record<keyof typeof en, Message>> = {
  'games.heading': 'Tus partidas',
  'games.variant': 'Variante',
  'games.variant.all': 'Todas las variantes',
  'games.status': 'Estado',
  'games.status.all': 'Todas las partidas',
  'games.status.playing': 'En curso',
  'games.status.waiting': 'Esperando rival',
  'games.status.finished': 'Terminadas',
  'games.state.playing': 'En curso',
  'games.state.waiting': 'Esperando rival',
  'games.state.aborted': 'Cancelada',
  'games.state.won': 'Has ganado',
  'games.state.lost': 'Has perdido',
  'games.state.draw': 'Tablas',
  'games.empty': 'Aún no hay partidas.',
  'games.play': 'Jugar una partida',
  'games.more': 'Mostrar más',
  'games.deleteConfirm': 'Eliminar partida',
  'games.deleteLabel': 'Eliminar: {game}',
  'games.loading': 'Cargando partidas…',
};
