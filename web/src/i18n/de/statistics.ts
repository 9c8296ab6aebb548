// Statistics of self-captures.
import type { statistics as en } from '../en/statistics';
import type { Message } from '../format';

export const statistics: Readonly<Record<keyof typeof en, Message>> = {
  'statistics.heading': 'Selbstschläge',
  'statistics.scope': 'Wessen Partien',
  'statistics.scope.mine': 'Deine Partien',
  'statistics.scope.all': 'Alle Partien',
  'statistics.games': 'Partien im Selbstschlag-Schach',
  'statistics.gamesWith': 'Partien mit Selbstschlag',
  'statistics.total': 'Selbstschläge',
  'statistics.byPeople': 'Von Spielern',
  'statistics.byEngine': 'Von der Engine',
  'statistics.empty': 'Noch keine Selbstschläge. Spiele eine Partie und schlage eine eigene Figur.',
  'statistics.pieces': 'Schlagende Figur',
  'statistics.victims': 'Geschlagene Figur',
  'statistics.phases': 'Partiephase',
  'statistics.phase.opening': 'Eröffnung',
  'statistics.phase.middlegame': 'Mittelspiel',
  'statistics.phase.endgame': 'Endspiel',
};
