// The list of moves and the buttons that walk through it.
import type { moveList as en } from '../en/moveList';
import type { Message } from '../format';

export const moveList: Readonly<Record<keyof typeof en, Message>> = {
  'moves.list': 'Züge',
  'moves.none': 'Noch keine Züge.',
  'moves.navigation': 'Durch die Züge blättern',
  'moves.start': 'Erste Stellung',
  'moves.back': 'Vorheriger Zug',
  'moves.forward': 'Nächster Zug',
  'moves.end': 'Letzte Stellung',
  'moves.flip': 'Brett drehen',
  'moves.type': 'Zug eingeben',
  'moves.typePlaceholder': 'Sf3, Nf3 oder g1f3',
  'moves.notYourTurn': 'Du bist nicht am Zug.',
  'moves.notAMove': '„{text}“ ist kein legaler Zug.',
  'moves.pieceLetters': 'KDTLS',
};
