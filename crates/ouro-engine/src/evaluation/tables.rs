//! Piece-square tables: middlegame and endgame values of each kind of piece on each square, as
//! White sees the board.

/// How much of the middlegame each kind of piece stands for.
pub(super) const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// By kind of piece and square.
pub(super) static PIECE_SQUARES: [[(i16, i16); 64]; 6] = {
    let mut tables = [[(0, 0); 64]; 6];
    let mut square = 0;
    while square < 64 {
        let file = (square % 8) as i16;
        let rank = (square / 8) as i16;
        // 0 at the edge to 3 in the middle.
        let file_centre = if file < 4 { file } else { 7 - file };
        let rank_centre = if rank < 4 { rank } else { 7 - rank };
        let centre = file_centre + rank_centre;
        let advance = rank - 1;
        tables[0][square] = (
            82 + advance * advance * 2 + (if rank >= 2 && rank <= 4 { file_centre * 6 } else { 0 }),
            95 + advance * advance * 4,
        );
        tables[1][square] = (300 + centre * 10, 290 + centre * 9);
        tables[2][square] = (325 + centre * 6 - (if rank == 0 { 10 } else { 0 }), 305 + centre * 4);
        tables[3][square] = (
            470 + (if rank == 6 { 25 } else { 0 }) + file_centre * 5,
            515 + (if rank >= 5 { 8 } else { 0 }),
        );
        tables[4][square] = (985 + centre * 2 - (if rank == 0 { 5 } else { 0 }), 945 + centre * 9);
        let castled = if rank == 0 && (file >= 6 || file == 2 || file == 1) { 30 } else { 0 };
        tables[5][square] = (castled - rank * 22 - file_centre * 8, centre * 13 - 30);
        square += 1;
    }
    tables
};
