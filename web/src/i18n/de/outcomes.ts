// Outcomes of games.
import type { outcomes as en } from '../en/outcomes';
import type { Message } from '../format';

export const outcomes: Readonly<Record<keyof typeof en, Message>> = {
  'outcome.wins': '{Winner} gewinnt.',
  'outcome.youWin': 'Du hast gewonnen.',
  'outcome.youLose': 'Du hast verloren.',
  'outcome.draw': 'Remis.',
  'outcome.checkmate': 'Schachmatt.',
  'outcome.resignation': '{Loser} hat aufgegeben.',
  'outcome.time': '{Loser} hat die Zeit überschritten.',
  'outcome.stalemate': 'Patt.',
  'outcome.dead_position': 'Ungenügendes Material.',
  'outcome.fivefold_repetition': 'Fünffache Stellungswiederholung.',
  'outcome.seventy_five_moves': '75 Züge ohne Fortschritt.',
  'outcome.threefold_repetition': 'Dreifache Stellungswiederholung.',
  'outcome.fifty_moves': '50 Züge ohne Fortschritt.',
  'outcome.agreement': 'Remis durch Vereinbarung.',
  'outcome.time_without_mate':
    '{Color} hat die Zeit überschritten, aber der Gegner kann nicht mattsetzen.',
  'outcome.move_limit': 'Die Höchstzahl der Züge ist erreicht.',
  'outcome.aborted': 'Partie abgebrochen.',
  'outcome.expired': 'Die Partie ist abgelaufen.',
};
