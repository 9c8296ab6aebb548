// Problems of positions and FENs, and repairs.
export const problems = {
  'problem.no_king': '{Color} has no king.',
  'problem.many_kings': '{Color} has more than one king ({squares}).',
  'problem.pawns_on_back_rank': 'Pawns cannot stand on the first or eighth rank ({squares}).',
  'problem.too_many_pieces': '{Color} has {count} pieces; the maximum is 16.',
  'problem.too_many_pawns': '{Color} has {count} pawns; the maximum is 8.',
  'problem.opponent_in_check': '{Color} is in check, but it is not their turn.',
  'problem.castling_without_king':
    '{Color} cannot castle with the rook on {square}: the king is not on its home square.',
  'problem.castling_without_rook': '{Color} cannot castle: there is no rook on {square}.',
  'problem.castling_twice': '{Color} cannot castle with two rooks on the same side.',
  'problem.castling_off_back_rank': 'A castling rook cannot start on {square}.',
  'problem.en_passant_rank': '{square} cannot be the en passant square.',
  'problem.en_passant_without_pawn':
    '{square} cannot be the en passant square: no pawn has just passed it.',
  'problem.en_passant_blocked': '{square} cannot be the en passant square: {occupied} is occupied.',
  'problem.halfmove_clock_too_large': 'The halfmove clock is {count}; the maximum is 999.',
  'problem.move_number_zero': 'The move number must be at least 1.',
  'problem.promoted_pieces': {
    one: '{Color} has {count} promoted piece, but too few pawns are missing ({missing}).',
    other: '{Color} has {count} promoted pieces, but too few pawns are missing ({missing}).',
  },
  'problem.pawn_structure': 'The pawns of {color} cannot have reached their squares.',
  'problem.pawn_captures': {
    one: 'The pawns of {color} needed {count} capture, but too few pieces are missing ({missing}).',
    other:
      'The pawns of {color} needed {count} captures, but too few pieces are missing ({missing}).',
  },
  'problem.pawn_captures_of_both': {
    one: 'The pawns needed {count} capture, but too few pieces are missing ({missing}).',
    other: 'The pawns needed {count} captures, but too few pieces are missing ({missing}).',
  },
  'problem.impossible_check': 'No move can have given this check ({squares}).',
  'problem.clock_after_pawn_move':
    'A pawn has just moved, so the halfmove clock must be 0, not {count}.',
  'problem.clock_before_start':
    'The halfmove clock ({count}) is larger than the number of half-moves played ({plies}).',
  'problem.field_count': 'A FEN has six fields, but this one has {count}.',
  'problem.spaces': 'A FEN has one space between its fields.',
  'problem.rank_count': 'A board has eight ranks, but this one has {count}.',
  'problem.rank_width': {
    one: 'Rank {rank} has {count} square instead of 8.',
    other: 'Rank {rank} has {count} squares instead of 8.',
  },
  'problem.placement_character': '“{text}” is neither a piece nor a number from 1 to 8.',
  'problem.adjacent_numbers': 'Rank {rank} has two adjacent numbers.',
  'problem.side_to_move': 'The side to move is “w” or “b”, not “{text}”.',
  'problem.castling_field': 'The castling field is “-” or some of “KQkq”, not “{text}”.',
  'problem.castling_files': 'Castling rights by file (“{text}”) are valid in Chess960 only.',
  'problem.castling_repeated': 'The castling right “{text}” is repeated.',
  'problem.en_passant_field': 'The en passant field is “-” or a square, not “{text}”.',
  'problem.halfmove_clock_field': 'The halfmove clock is a number from 0 to 999, not “{text}”.',
  'problem.move_number_field': 'The move number is a number from 1 to 65535, not “{text}”.',
  'repair.clocks_added': 'The clocks were missing and were added.',
  'repair.move_number_added': 'The move number was missing and is set to 1.',
  'repair.spaces_removed': 'Extra spaces were ignored.',
  'repair.castling_dropped': 'A castling right was removed. {problem}',
  'repair.en_passant_dropped': 'The en passant square was removed. {problem}',
  'repair.halfmove_clock_set': 'The halfmove clock “{text}” was set to {count}.',
  'repair.move_number_set': 'The move number “{text}” was set to {count}.',
} as const;
