// Problems of positions and FENs, and repairs.
import type { problems as en } from '../en/problems';
import type { Message } from '../format';

export const problems: Readonly<Record<keyof typeof en, Message>> = {
  'problem.no_king': '{Color} no tienen rey.',
  'problem.many_kings': '{Color} tienen más de un rey ({squares}).',
  'problem.pawns_on_back_rank':
    'Los peones no pueden estar en la primera ni en la octava fila ({squares}).',
  'problem.too_many_pieces': '{Color} tienen {count} piezas; el máximo es 16.',
  'problem.too_many_pawns': '{Color} tienen {count} peones; el máximo es 8.',
  'problem.opponent_in_check': '{Color} están en jaque, pero no es su turno.',
  'problem.castling_without_king':
    '{Color} no pueden enrocar con la torre de {square}: el rey no está en su casilla inicial.',
  'problem.castling_without_rook': '{Color} no pueden enrocar: no hay torre en {square}.',
  'problem.castling_twice': '{Color} no pueden enrocar con dos torres del mismo lado.',
  'problem.castling_off_back_rank': 'Una torre de {square} no puede enrocar.',
  'problem.en_passant_rank': '{square} no puede ser la casilla de captura al paso.',
  'problem.en_passant_without_pawn':
    '{square} no puede ser la casilla de captura al paso: ningún peón acaba de pasar por ella.',
  'problem.en_passant_blocked':
    '{square} no puede ser la casilla de captura al paso: {occupied} está ocupada.',
  'problem.halfmove_clock_too_large': 'El contador de medias jugadas es {count}; el máximo es 999.',
  'problem.move_number_zero': 'El número de jugada debe ser al menos 1.',
  'problem.promoted_pieces': {
    one: '{Color} tienen {count} pieza coronada, pero faltan muy pocos peones ({missing}).',
    other: '{Color} tienen {count} piezas coronadas, pero faltan muy pocos peones ({missing}).',
  },
  'problem.pawn_structure': 'Los peones de {color} no pueden haber llegado a sus casillas.',
  'problem.pawn_captures': {
    one: 'Los peones de {color} necesitaron {count} captura, pero faltan muy pocas piezas ({missing}).',
    other:
      'Los peones de {color} necesitaron {count} capturas, pero faltan muy pocas piezas ({missing}).',
  },
  'problem.pawn_captures_of_both': {
    one: 'Los peones necesitaron {count} captura, pero faltan muy pocas piezas ({missing}).',
    other: 'Los peones necesitaron {count} capturas, pero faltan muy pocas piezas ({missing}).',
  },
  'problem.impossible_check': 'Ninguna jugada puede haber dado este jaque ({squares}).',
  'problem.clock_after_pawn_move':
    'Acaba de moverse un peón, así que el contador de medias jugadas debe ser 0, no {count}.',
  'problem.clock_before_start':
    'El contador de medias jugadas ({count}) es mayor que el número de medias jugadas realizadas ({plies}).',
  'problem.field_count': 'Un FEN tiene seis campos, pero este tiene {count}.',
  'problem.spaces': 'Un FEN tiene un solo espacio entre sus campos.',
  'problem.rank_count': 'Un tablero tiene ocho filas, pero este tiene {count}.',
  'problem.rank_width': {
    one: 'La fila {rank} tiene {count} casilla en lugar de 8.',
    other: 'La fila {rank} tiene {count} casillas en lugar de 8.',
  },
  'problem.placement_character': '«{text}» no es una pieza ni un número del 1 al 8.',
  'problem.adjacent_numbers': 'La fila {rank} tiene dos números seguidos.',
  'problem.side_to_move': 'El turno es «w» o «b», no «{text}».',
  'problem.castling_field': 'El campo de enroque es «-» o parte de «KQkq», no «{text}».',
  'problem.castling_files':
    'Los derechos de enroque por columna («{text}») solo valen en ajedrez 960.',
  'problem.castling_repeated': 'El derecho de enroque «{text}» está repetido.',
  'problem.en_passant_field': 'El campo de captura al paso es «-» o una casilla, no «{text}».',
  'problem.halfmove_clock_field':
    'El contador de medias jugadas es un número del 0 al 999, no «{text}».',
  'problem.move_number_field': 'El número de jugada es un número del 1 al 65535, no «{text}».',
  'repair.clocks_added': 'Faltaban los contadores y se han añadido.',
  'repair.move_number_added': 'Faltaba el número de jugada y se ha puesto en 1.',
  'repair.spaces_removed': 'Se han ignorado los espacios de más.',
  'repair.castling_dropped': 'Se ha quitado un derecho de enroque. {problem}',
  'repair.en_passant_dropped': 'Se ha quitado la casilla de captura al paso. {problem}',
  'repair.halfmove_clock_set': 'El contador de medias jugadas «{text}» se ha puesto en {count}.',
  'repair.move_number_set': 'El número de jugada «{text}» se ha puesto en {count}.',
};
