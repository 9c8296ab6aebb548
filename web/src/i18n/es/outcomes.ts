// Outcomes of games.
import type { outcomes as en } from '../en/outcomes';
import type { Message } from '../format';

export const outcomes: Readonly<Record<keyof typeof en, Message>> = {
  'outcome.wins': '{Winner} ganan.',
  'outcome.youWin': 'Has ganado.',
  'outcome.youLose': 'Has perdido.',
  'outcome.draw': 'Tablas.',
  'outcome.checkmate': 'Jaque mate.',
  'outcome.resignation': '{Loser} abandonaron.',
  'outcome.time': '{Loser} agotaron su tiempo.',
  'outcome.stalemate': 'Rey ahogado.',
  'outcome.dead_position': 'Material insuficiente.',
  'outcome.fivefold_repetition': 'Quíntuple repetición.',
  'outcome.seventy_five_moves': '75 movimientos sin progreso.',
  'outcome.threefold_repetition': 'Triple repetición.',
  'outcome.fifty_moves': '50 movimientos sin progreso.',
  'outcome.agreement': 'Tablas de mutuo acuerdo.',
  'outcome.time_without_mate': '{Color} agotaron su tiempo, pero el rival no puede dar mate.',
  'outcome.move_limit': 'Se ha alcanzado el límite de jugadas.',
  'outcome.aborted': 'Partida cancelada.',
  'outcome.expired': 'La partida ha expirado.',
};
