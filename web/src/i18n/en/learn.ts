// The lessons.
export const learn = {
  'learn.heading': 'Learn self-capture chess',
  'learn.lessons': 'Lessons',
  'learn.progress': '{done} of {count} completed',
  'learn.completed': 'Completed',
  'learn.board': 'Board: {lesson}',
  'learn.task': 'Your task',
  'learn.correct': 'Correct!',
  'learn.wrong': 'Not this one.',
  'learn.next': 'Next lesson',
  'learn.retry': 'Try again',
  'learn.solution': 'View the solution',
  'learn.finished': 'You know all the rules.',
  'learn.play': 'Play a game',
  'learn.capture.title': 'One new rule',
  'learn.capture.text':
    'Every piece may capture pieces of its own side, just as it captures the opponent’s. Only kings are never captured.',
  'learn.capture.task':
    'Capture one of your own pieces: drag the knight from b1 onto the pawn on d2, or tap the knight and then the pawn twice.',
  'learn.capture.wrong': 'That is an ordinary move. Capture one of your own pieces.',
  'learn.line.title': 'Open a line',
  'learn.line.text':
    'Your own pieces are often in the way. Capture one, and a rook, bishop or queen reaches the king.',
  'learn.line.task': 'White to play and checkmate in one, by capturing a white pawn.',
  'learn.line.wrong': 'That is not checkmate. Which white pawn blocks a rook?',
  'learn.escape.title': 'Escape from a smothered mate',
  'learn.escape.text':
    'A smothered mate is not mate here: the king captures one of its own pieces, if that square is not attacked.',
  'learn.escape.task': 'Black is in check. Find a way out.',
  'learn.escape.wrong': 'The king is still in check.',
  'learn.promotion.title': 'Promote on your own piece',
  'learn.promotion.text':
    'A pawn captures its own pieces diagonally, also on the last rank. Straight ahead it needs an empty square.',
  'learn.promotion.task': 'Promote with check.',
  'learn.promotion.wrong': 'The knight on b8 is in the way of the check. Can the pawn capture it?',
  'learn.mate.title': 'A mate that holds',
  'learn.mate.text':
    'A king can capture its way out through its own pawns. Checkmate has to cover these squares too.',
  'learn.mate.task':
    'White to play and checkmate in one. Two moves that mate in chess do not mate here.',
  'learn.mate.wrong': 'The king gets away. The mate has to cover f7, g7 and h7.',
  'learn.castling.title': 'What stays the same',
  'learn.castling.text':
    'Check, pins and blocking are those of chess: nothing attacks through another piece. En passant captures only enemy pawns, and castling captures nothing.',
  'learn.castling.task':
    'Drag the rook from h1 onto your king and read why that is illegal. Then castle.',
  'learn.castling.wrong': 'That is legal, but it is not castling.',
} as const;
