// The board editor.
import type { editor as en } from '../en/editor';
import type { Message } from '../format';

export const editor: Readonly<Record<keyof typeof en, Message>> = {
  'editor.start': 'Grundstellung',
  'editor.clear': 'Brett leeren',
  'editor.erase': 'Radierer',
  'editor.turn': 'Am Zug',
  'editor.castling': 'Rochade',
  'editor.castling.whiteKing': 'Weiß O-O',
  'editor.castling.whiteQueen': 'Weiß O-O-O',
  'editor.castling.blackKing': 'Schwarz O-O',
  'editor.castling.blackQueen': 'Schwarz O-O-O',
  'editor.enPassant': 'En passant',
  'editor.noEnPassant': 'Keins',
  'editor.analyse': 'Analysieren',
  'editor.unreachable': 'Keine Partie kann zu dieser Stellung geführt haben.',
};
