// Problems of positions and FENs, and repairs.
import type { problems as en } from '../en/problems';
import type { Message } from '../format';

export const problems: Readonly<Record<keyof typeof en, Message>> = {
  'problem.no_king': '{Color} hat keinen König.',
  'problem.many_kings': '{Color} hat mehr als einen König ({squares}).',
  'problem.pawns_on_back_rank':
    'Bauern können nicht auf der ersten oder achten Reihe stehen ({squares}).',
  'problem.too_many_pieces': '{Color} hat {count} Figuren; erlaubt sind höchstens 16.',
  'problem.too_many_pawns': '{Color} hat {count} Bauern; erlaubt sind höchstens 8.',
  'problem.opponent_in_check': '{Color} steht im Schach, ist aber nicht am Zug.',
  'problem.castling_without_king':
    '{Color} kann mit dem Turm auf {square} nicht rochieren: Der König steht nicht auf seinem Ausgangsfeld.',
  'problem.castling_without_rook': '{Color} kann nicht rochieren: Auf {square} steht kein Turm.',
  'problem.castling_twice': '{Color} kann nicht mit zwei Türmen auf derselben Seite rochieren.',
  'problem.castling_off_back_rank': 'Ein Turm auf {square} kann nicht an der Rochade teilnehmen.',
  'problem.en_passant_rank': '{square} kann nicht das En-passant-Feld sein.',
  'problem.en_passant_without_pawn':
    '{square} kann nicht das En-passant-Feld sein: Kein Bauer ist gerade darüber gezogen.',
  'problem.en_passant_blocked':
    '{square} kann nicht das En-passant-Feld sein: {occupied} ist besetzt.',
  'problem.halfmove_clock_too_large':
    'Der Halbzugzähler steht auf {count}; erlaubt ist höchstens 999.',
  'problem.move_number_zero': 'Die Zugnummer muss mindestens 1 sein.',
  'problem.promoted_pieces': {
    one: '{Color} hat {count} umgewandelte Figur, aber es fehlen zu wenige Bauern ({missing}).',
    other: '{Color} hat {count} umgewandelte Figuren, aber es fehlen zu wenige Bauern ({missing}).',
  },
  'problem.pawn_structure': 'Die Bauern von {color} können ihre Felder nicht erreicht haben.',
  'problem.pawn_captures': {
    one: 'Die Bauern von {color} brauchten {count} Schlagzug, aber es fehlen zu wenige Figuren ({missing}).',
    other:
      'Die Bauern von {color} brauchten {count} Schlagzüge, aber es fehlen zu wenige Figuren ({missing}).',
  },
  'problem.pawn_captures_of_both': {
    one: 'Die Bauern brauchten {count} Schlagzug, aber es fehlen zu wenige Figuren ({missing}).',
    other: 'Die Bauern brauchten {count} Schlagzüge, aber es fehlen zu wenige Figuren ({missing}).',
  },
  'problem.impossible_check': 'Kein Zug kann dieses Schach gegeben haben ({squares}).',
  'problem.clock_after_pawn_move':
    'Gerade hat ein Bauer gezogen, daher muss der Halbzugzähler 0 sein, nicht {count}.',
  'problem.clock_before_start':
    'Der Halbzugzähler ({count}) ist größer als die Zahl der gespielten Halbzüge ({plies}).',
  'problem.field_count': 'Eine FEN hat sechs Teile, diese hat {count}.',
  'problem.spaces': 'Zwischen den Teilen einer FEN steht genau ein Leerzeichen.',
  'problem.rank_count': 'Ein Brett hat acht Reihen, dieses hat {count}.',
  'problem.rank_width': 'Reihe {rank} hat {count} statt 8 Felder.',
  'problem.placement_character': '„{text}“ ist weder eine Figur noch eine Zahl von 1 bis 8.',
  'problem.adjacent_numbers': 'In Reihe {rank} stehen zwei Zahlen nebeneinander.',
  'problem.side_to_move': 'Am Zug ist „w“ oder „b“, nicht „{text}“.',
  'problem.castling_field': 'Die Rochaderechte sind „-“ oder ein Teil von „KQkq“, nicht „{text}“.',
  'problem.castling_files': 'Rochaderechte nach Linien („{text}“) gelten nur in Chess960.',
  'problem.castling_repeated': 'Das Rochaderecht „{text}“ kommt doppelt vor.',
  'problem.en_passant_field': 'Die En-passant-Angabe ist „-“ oder ein Feld, nicht „{text}“.',
  'problem.halfmove_clock_field': 'Der Halbzugzähler ist eine Zahl von 0 bis 999, nicht „{text}“.',
  'problem.move_number_field': 'Die Zugnummer ist eine Zahl von 1 bis 65535, nicht „{text}“.',
  'repair.clocks_added': 'Die Zähler fehlten und wurden ergänzt.',
  'repair.move_number_added': 'Die Zugnummer fehlte und wurde auf 1 gesetzt.',
  'repair.spaces_removed': 'Überzählige Leerzeichen wurden ignoriert.',
  'repair.castling_dropped': 'Ein Rochaderecht wurde entfernt. {problem}',
  'repair.en_passant_dropped': 'Das En-passant-Feld wurde entfernt. {problem}',
  'repair.halfmove_clock_set': 'Der Halbzugzähler „{text}“ wurde auf {count} gesetzt.',
  'repair.move_number_set': 'Die Zugnummer „{text}“ wurde auf {count} gesetzt.',
};
