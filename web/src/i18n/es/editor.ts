// The board editor.
import type { editor as en } from '../en/editor';
import type { Message } from '../format';

export const editor: Readonly<Record<keyof typeof en, Message>> = {
  'editor.start': 'Posición inicial',
  'editor.clear': 'Vaciar tablero',
  'editor.erase': 'Borrador',
  'editor.turn': 'Turno',
  'editor.castling': 'Enroque',
  'editor.castling.whiteKing': 'Blancas O-O',
  'editor.castling.whiteQueen': 'Blancas O-O-O',
  'editor.castling.blackKing': 'Negras O-O',
  'editor.castling.blackQueen': 'Negras O-O-O',
  'editor.enPassant': 'Al paso',
  'editor.noEnPassant': 'Ninguna',
  'editor.analyse': 'Analizar',
  'editor.unreachable': 'Ninguna partida puede haber llevado a esta posición.',
};
