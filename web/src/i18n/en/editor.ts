// The board editor.
export const editor = {
  'editor.start': 'Starting position',
  'editor.clear': 'Clear board',
  'editor.erase': 'Eraser',
  'editor.turn': 'Turn',
  'editor.castling': 'Castling',
  'editor.castling.whiteKing': 'White O-O',
  'editor.castling.whiteQueen': 'White O-O-O',
  'editor.castling.blackKing': 'Black O-O',
  'editor.castling.blackQueen': 'Black O-O-O',
  'editor.enPassant': 'En passant',
  'editor.noEnPassant': 'None',
  'editor.analyse': 'Analyse',
  'editor.unreachable': 'No game can have led to this position.',
} as const;
