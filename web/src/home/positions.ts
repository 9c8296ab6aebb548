// Positions that are checkmate in chess and not in self-capture chess.

/** Smothered by rook and pawns, on the back rank, and by a queen on f2. White to move escapes from each. */
export const ESCAPES: readonly string[] = [
  '6k1/6pp/8/8/8/8/5nPP/6RK w - - 0 1',
  '6k1/5ppp/8/8/8/8/5PPP/4r1K1 w - - 0 1',
  'rnb1k1nr/pppp1ppp/8/2b1p3/4P3/2N2N2/PPPP1qPP/R1BQKB1R w KQkq - 0 5',
];
