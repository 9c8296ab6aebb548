// Reasons why a move is illegal.
import type { illegal as en } from '../en/illegal';
import type { Message } from '../format';

export const illegal: Readonly<Record<keyof typeof en, Message>> = {
  'illegal.no_piece': 'No hay ninguna pieza en {square}.',
  'illegal.not_your_turn': 'Es el turno de {color}.',
  'illegal.same_square': 'La pieza debe moverse a otra casilla.',
  'illegal.own_king': 'Nunca puedes capturar a tu propio rey.',
  'illegal.enemy_king': 'Los reyes no se pueden capturar.',
  'illegal.own_piece': 'En {square} hay una pieza tuya ({piece}).',
  'illegal.not_reachable': '{The} no se mueve así.',
  'illegal.blocked': 'El camino está bloqueado en {square}.',
  'illegal.pawn_blocked': 'Los peones no capturan de frente, y {square} está ocupada.',
  'illegal.nothing_to_take':
    'Los peones solo van en diagonal para capturar, y {square} está vacía.',
  'illegal.en_passant_gone': 'La captura al paso solo es posible justo después del avance doble.',
  'illegal.en_passant_exposes_king':
    'Tu rey quedaría en jaque: la captura al paso abre una línea hacia él.',
  'illegal.king_into_check': 'Tu rey quedaría en jaque en {square}.',
  'illegal.pinned': 'Tu rey quedaría en jaque: una clavada impide mover {the}.',
  'illegal.still_in_check': 'Tu rey está en jaque.',
  'illegal.double_check': 'Jaque doble: solo puede moverse el rey.',
  'illegal.promotion_missing': 'Elige una pieza: dama, torre, alfil o caballo.',
  'illegal.no_promotion': 'Solo corona un peón que llega a la última fila.',
  'illegal.promotion_role': 'Un peón no puede coronar como {piece}.',
  'illegal.no_castling_right': 'Ya no puedes enrocar en este flanco.',
  'illegal.castling.never_had': 'No había derecho a enrocar en este flanco.',
  'illegal.castling.king_moved': 'No puedes enrocar: el rey se movió en la jugada {move}.',
  'illegal.castling.rook_moved':
    'No puedes enrocar: la torre de {square} se movió en la jugada {move}.',
  'illegal.castling.rook_captured':
    'No puedes enrocar: la torre de {square} fue capturada en la jugada {move}.',
  'illegal.castling_blocked': 'No puedes enrocar: {square} está ocupada.',
  'illegal.castling_in_check': 'No puedes enrocar estando en jaque.',
  'illegal.castling_through_check': 'No puedes enrocar: {square} está atacada.',
  'illegal.not_a_move': '«{text}» no es una jugada.',
  'illegal.illegal': '«{text}» no es legal aquí.',
  'illegal.ambiguous': '«{text}» es ambigua: {moves}.',
  'illegal.missing_x': '«{text}» es una captura: escríbela con x.',
  'illegal.game_over': 'La partida ha terminado.',
};
