// The list of moves and the buttons that walk through it.
import type { moveList as en } from '../en/moveList';
import type { Message } from '../format';

export const moveList: Readonly<Record<keyof typeof en, Message>> = {
  'moves.list': 'Jugadas',
  'moves.none': 'Aún no hay jugadas.',
  'moves.navigation': 'Recorrer las jugadas',
  'moves.start': 'Primera posición',
  'moves.back': 'Jugada anterior',
  'moves.forward': 'Jugada siguiente',
  'moves.end': 'Última posición',
  'moves.flip': 'Girar el tablero',
  'moves.type': 'Escribe una jugada',
  'moves.typePlaceholder': 'Cf3, Nf3 o g1f3',
  'moves.notYourTurn': 'No es tu turno.',
  'moves.notAMove': '«{text}» no es una jugada legal.',
  'moves.pieceLetters': 'RDTAC',
};
