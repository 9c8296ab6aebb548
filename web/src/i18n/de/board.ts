// The board.
import type { board as en } from '../en/board';
import type { Message } from '../format';

export const board: Readonly<Record<keyof typeof en, Message>> = {
  'board.tapAgain': 'Zum Schlagen noch einmal auf {square} tippen',
  'board.clickAgain': 'Zum Schlagen noch einmal auf {square} klicken',
  'board.premove': 'Vorauszug von {from} nach {to}',
  'board.premoveRecapture': 'Schlägt zurück, falls deine Figur geschlagen wird.',
  'board.premoveSelfCapture': 'Stattdessen eigene Figur schlagen',
  'board.selected': '{square} ausgewählt',
  'board.square': '{square}, {piece}',
  'board.empty': 'leer',
  'board.promoteTo': 'Umwandeln in',
  'board.cancel': 'Abbrechen',
  'board.role.queen': 'Dame',
  'board.role.rook': 'Turm',
  'board.role.bishop': 'Läufer',
  'board.role.knight': 'Springer',
  'board.piece.P': 'weißer Bauer',
  'board.piece.N': 'weißer Springer',
  'board.piece.B': 'weißer Läufer',
  'board.piece.R': 'weißer Turm',
  'board.piece.Q': 'weiße Dame',
  'board.piece.K': 'weißer König',
  'board.piece.p': 'schwarzer Bauer',
  'board.piece.n': 'schwarzer Springer',
  'board.piece.b': 'schwarzer Läufer',
  'board.piece.r': 'schwarzer Turm',
  'board.piece.q': 'schwarze Dame',
  'board.piece.k': 'schwarzer König',
};
