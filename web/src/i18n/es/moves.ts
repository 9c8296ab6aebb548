// Moves and self-captures in words.
import type { moves as en } from '../en/moves';
import type { Message } from '../format';

export const moves: Readonly<Record<keyof typeof en, Message>> = {
  'move.said': '{color}: {action}',
  'move.to': '{piece} a {square}',
  'move.captures': '{piece} captura {object} en {square}',
  'move.castlesShort': 'enroque corto',
  'move.castlesLong': 'enroque largo',
  'move.promotes': '{move}, corona {piece}',
  'move.check': '{move}, jaque',
  'move.checkmate': '{move}, jaque mate',
  'selfCapture.mark': 'Autocaptura',
  'selfCapture.note': '{Piece} captura {own}.',
  'selfCapture.noteWithThemes': '{Piece} captura {own}: {themes}.',
  'theme.king_escape': 'el rey escapa',
  'theme.king_walk': 'el rey se abre paso entre sus propias piezas',
  'theme.promotion': 'el peón corona en {square}',
  'theme.line_opened.file': 'la columna {file} queda abierta',
  'theme.line_opened.rank': 'la fila {rank} queda abierta',
  'theme.line_opened.diagonal': 'la diagonal {from}–{to} queda abierta',
  'theme.frees': '{piece} de {square} queda libre',
  'theme.freesItself': 'la pieza entra en juego',
  'theme.tempo': 'ataca {object} de {square}',
  'theme.check': 'jaque',
};
