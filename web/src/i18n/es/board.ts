// The board.
import type { board as en } from '../en/board';
import type { Message } from '../format';

export const board: Readonly<Record<keyof typeof en, Message>> = {
  'board.tapAgain': 'Toca {square} otra vez para capturar la pieza',
  'board.clickAgain': 'Haz clic otra vez en {square} para capturar la pieza',
  'board.premove': 'Jugada anticipada de {from} a {to}',
  'board.premoveRecapture': 'Recaptura si te capturan la pieza.',
  'board.premoveSelfCapture': 'Capturar mi propia pieza',
  'board.selected': '{square} seleccionada',
  'board.square': '{square}, {piece}',
  'board.empty': 'vacía',
  'board.promoteTo': 'Coronar como',
  'board.cancel': 'Cancelar',
  'board.role.queen': 'Dama',
  'board.role.rook': 'Torre',
  'board.role.bishop': 'Alfil',
  'board.role.knight': 'Caballo',
  'board.piece.P': 'peón blanco',
  'board.piece.N': 'caballo blanco',
  'board.piece.B': 'alfil blanco',
  'board.piece.R': 'torre blanca',
  'board.piece.Q': 'dama blanca',
  'board.piece.K': 'rey blanco',
  'board.piece.p': 'peón negro',
  'board.piece.n': 'caballo negro',
  'board.piece.b': 'alfil negro',
  'board.piece.r': 'torre negra',
  'board.piece.q': 'dama negra',
  'board.piece.k': 'rey negro',
};
