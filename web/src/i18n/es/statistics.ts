// Statistics of self-captures.
import type { statistics as en } from '../en/statistics';
import type { Message } from '../format';

export const statistics: Readonly<Record<keyof typeof en, Message>> = {
  'statistics.heading': 'Autocapturas',
  'statistics.scope': 'Qué partidas',
  'statistics.scope.mine': 'Tus partidas',
  'statistics.scope.all': 'Todas las partidas',
  'statistics.games': 'Partidas de ajedrez con autocaptura',
  'statistics.gamesWith': 'Partidas con alguna autocaptura',
  'statistics.total': 'Autocapturas',
  'statistics.byPeople': 'De jugadores',
  'statistics.byEngine': 'Del motor',
  'statistics.empty': 'Aún no hay autocapturas. Juega una partida y captura una de tus piezas.',
  'statistics.pieces': 'Pieza que captura',
  'statistics.victims': 'Pieza capturada',
  'statistics.phases': 'Fase de la partida',
  'statistics.phase.opening': 'Apertura',
  'statistics.phase.middlegame': 'Medio juego',
  'statistics.phase.endgame': 'Final',
};
