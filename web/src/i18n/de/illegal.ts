// Reasons why a move is illegal.
import type { illegal as en } from '../en/illegal';
import type { Message } from '../format';

export const illegal: Readonly<Record<keyof typeof en, Message>> = {
  'illegal.no_piece': 'Auf {square} steht keine Figur.',
  'illegal.not_your_turn': '{Color} ist am Zug.',
  'illegal.same_square': 'Die Figur muss auf ein anderes Feld ziehen.',
  'illegal.own_king': 'Den eigenen König kannst du nie schlagen.',
  'illegal.enemy_king': 'Ein König kann nicht geschlagen werden.',
  'illegal.own_piece': 'Auf {square} steht eine eigene Figur ({piece}).',
  'illegal.not_reachable': '{The} zieht nicht so.',
  'illegal.blocked': 'Der Weg ist auf {square} versperrt.',
  'illegal.pawn_blocked': 'Bauern schlagen nicht geradeaus, und {square} ist besetzt.',
  'illegal.nothing_to_take': 'Diagonal ziehen Bauern nur, um zu schlagen, und {square} ist leer.',
  'illegal.en_passant_gone': 'En passant geht nur direkt nach dem Doppelschritt.',
  'illegal.en_passant_exposes_king':
    'Dein König stünde im Schach: En passant öffnet eine Linie zu ihm.',
  'illegal.king_into_check': 'Dein König stünde auf {square} im Schach.',
  'illegal.pinned': 'Dein König stünde im Schach: {The} ist gefesselt.',
  'illegal.still_in_check': 'Dein König steht im Schach.',
  'illegal.double_check': 'Doppelschach: Nur der König kann ziehen.',
  'illegal.promotion_missing': 'Wähle eine Figur: Dame, Turm, Läufer oder Springer.',
  'illegal.no_promotion': 'Nur ein Bauer auf der letzten Reihe wird umgewandelt.',
  'illegal.promotion_role': 'Eine Umwandlung in diese Figur ist nicht möglich ({piece}).',
  'illegal.no_castling_right': 'Auf dieser Seite kannst du nicht mehr rochieren.',
  'illegal.castling.never_had': 'Auf dieser Seite gab es kein Rochaderecht.',
  'illegal.castling.king_moved': 'Keine Rochade möglich: Der König hat im {move}. Zug gezogen.',
  'illegal.castling.rook_moved':
    'Keine Rochade möglich: Der Turm von {square} hat im {move}. Zug gezogen.',
  'illegal.castling.rook_captured':
    'Keine Rochade möglich: Der Turm auf {square} wurde im {move}. Zug geschlagen.',
  'illegal.castling_blocked': 'Keine Rochade möglich: {square} ist besetzt.',
  'illegal.castling_in_check': 'Im Schach darfst du nicht rochieren.',
  'illegal.castling_through_check': 'Keine Rochade möglich: {square} ist angegriffen.',
  'illegal.not_a_move': '„{text}“ ist kein Zug.',
  'illegal.illegal': '„{text}“ ist hier nicht legal.',
  'illegal.ambiguous': '„{text}“ ist mehrdeutig: {moves}.',
  'illegal.missing_x': '„{text}“ ist ein Schlagzug: Schreibe ihn mit x.',
  'illegal.game_over': 'Die Partie ist beendet.',
};
