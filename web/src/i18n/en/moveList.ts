// The list of moves and the buttons that walk through it.
export const moveList = {
  'moves.list': 'Moves',
  'moves.none': 'No moves yet.',
  'moves.navigation': 'Move navigation',
  'moves.start': 'First position',
  'moves.back': 'Previous move',
  'moves.forward': 'Next move',
  'moves.end': 'Last position',
  'moves.flip': 'Flip board',
  'moves.type': 'Type a move',
  'moves.typePlaceholder': 'Nf3 or g1f3',
  'moves.notYourTurn': 'It is not your turn.',
  'moves.notAMove': '“{text}” is not a legal move.',
  'moves.pieceLetters': 'KQRBN',
} as const;
