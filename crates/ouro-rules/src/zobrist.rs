//! Zobrist keys.

use crate::{Bitboard, Board, Color, Piece, Role, Square, Variant};

/// The random numbers of the Zobrist keys. The seed is fixed, so keys are the same on every
/// machine.
struct Numbers {
    piece: [[u64; 64]; 12],
    castling: [u64; 64],
    en_passant: [u64; 8],
    black_to_move: u64,
    variant: [u64; 3],
}

static NUMBERS: Numbers = {
    let mut state = 0x4F75_726F_2043_6865;
    let mut numbers = Numbers {
        piece: [[0; 64]; 12],
        castling: [0; 64],
        en_passant: [0; 8],
        black_to_move: split_mix(&mut state),
        variant: [0, split_mix(&mut state), split_mix(&mut state)],
    };
    let mut i = 0;
    while i < 64 {
        let mut piece = 0;
        while piece < 12 {
            numbers.piece[piece][i] = split_mix(&mut state);
            piece += 1;
        }
        numbers.castling[i] = split_mix(&mut state);
        if i < 8 {
            numbers.en_passant[i] = split_mix(&mut state);
        }
        i += 1;
    }
    numbers
};

/// Returns the next number of the SplitMix64 generator.
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[inline]
fn piece_number(piece: Piece, square: Square) -> u64 {
    NUMBERS.piece[piece.index()][square.index()]
}

/// The keys of a position.
///
/// Every piece belongs to exactly one of five words, so a change costs one XOR. The keys that a
/// search needs (the whole position, pawns, minor pieces, non-pawns of one color) are XORs of
/// words. A sixth word holds the state without the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Keys {
    /// Pawns of both colors; knights and bishops of White and of Black; rooks, queens and king of
    /// White and of Black.
    words: [u64; 5],
    /// Side to move, castling rights, en passant and variant.
    state: u64,
}

impl Keys {
    const PAWNS: usize = 0;
    const MINOR: usize = 1;
    const MAJOR: usize = 3;

    #[inline]
    const fn word_of(piece: Piece) -> usize {
        // Indexed by the number of the piece.
        const WORDS: [u8; 12] = [0, 0, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4];
        WORDS[piece.index()] as usize
    }

    /// Computes the keys of a position from scratch.
    pub(crate) fn of(
        board: &Board,
        turn: Color,
        castling: Bitboard,
        en_passant: Option<Square>,
        variant: Variant,
    ) -> Keys {
        let mut keys = Keys { words: [0; 5], state: NUMBERS.variant[variant as usize] };
        for role in Role::ALL {
            for color in Color::BOTH {
                let piece = Piece::new(color, role);
                let mut sum = 0;
                for square in board.pieces(color, role) {
                    sum ^= piece_number(piece, square);
                }
                keys.words[Keys::word_of(piece)] ^= sum;
            }
        }
        if turn == Color::Black {
            keys.switch_turn();
        }
        keys.toggle_castling(castling);
        if let Some(square) = en_passant {
            keys.toggle_en_passant(square);
        }
        keys
    }

    #[inline]
    pub(crate) fn toggle(&mut self, piece: Piece, square: Square) {
        self.words[Keys::word_of(piece)] ^= piece_number(piece, square);
    }

    #[inline]
    pub(crate) fn relocate(&mut self, piece: Piece, from: Square, to: Square) {
        self.words[Keys::word_of(piece)] ^= piece_number(piece, from) ^ piece_number(piece, to);
    }

    #[inline]
    pub(crate) fn switch_turn(&mut self) {
        self.state ^= NUMBERS.black_to_move;
    }

    #[inline]
    pub(crate) fn toggle_castling(&mut self, rooks: Bitboard) {
        for square in rooks {
            self.state ^= NUMBERS.castling[square.index()];
        }
    }

    #[inline]
    pub(crate) fn toggle_en_passant(&mut self, square: Square) {
        self.state ^= NUMBERS.en_passant[square.file() as usize];
    }

    #[inline]
    pub(crate) fn position(&self) -> u64 {
        let [a, b, c, d, e] = self.words;
        a ^ b ^ c ^ d ^ e ^ self.state
    }

    #[inline]
    pub(crate) fn pawns(&self) -> u64 {
        self.words[Keys::PAWNS]
    }

    #[inline]
    pub(crate) fn minor_pieces(&self) -> u64 {
        self.words[Keys::MINOR] ^ self.words[Keys::MINOR + 1]
    }

    #[inline]
    pub(crate) fn non_pawns(&self, color: Color) -> u64 {
        self.words[Keys::MINOR + color.index()] ^ self.words[Keys::MAJOR + color.index()]
    }
}

/// Returns the XOR of the keys before and after a piece moves to an empty square and the turn
/// passes.
pub(crate) fn step_difference(piece: Piece, from: Square, to: Square) -> u64 {
    piece_number(piece, from) ^ piece_number(piece, to) ^ NUMBERS.black_to_move
}

/// Returns a hash of the complete state of a position, including the clocks. It shares nothing with
/// the Zobrist keys.
pub(crate) fn state_hash(board: &Board, rest: impl IntoIterator<Item = u64>) -> u64 {
    let squares = Square::ALL.map(|sq| board.piece_on(sq).map_or(0, |piece| piece as u64 + 1));
    // FNV-1a over whole words with a final mixer, because FNV alone has weak low bits.
    let fold = squares.into_iter().chain(rest).fold(0xCBF2_9CE4_8422_2325, |hash: u64, word| {
        (hash ^ word).wrapping_mul(0x0000_0100_0000_01B3)
    });
    split_mix(&mut { fold })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_random_numbers_differ() {
        let mut seen = HashSet::new();
        let singles = [NUMBERS.black_to_move];
        let all = NUMBERS.piece.iter().flatten().chain(&NUMBERS.castling);
        for number in all.chain(&NUMBERS.en_passant).chain(&NUMBERS.variant).chain(&singles) {
            assert!(seen.insert(*number));
        }
    }

    #[test]
    fn every_piece_is_in_the_keys_of_its_role_and_color() {
        for piece in Piece::ALL {
            let mut keys = Keys::default();
            keys.toggle(piece, Square::E4);
            let minor = matches!(piece.role(), Role::Knight | Role::Bishop);
            assert_eq!(keys.pawns() != 0, piece.role() == Role::Pawn);
            assert_eq!(keys.minor_pieces() != 0, minor);
            for color in Color::BOTH {
                let expected = piece.color() == color && piece.role() != Role::Pawn;
                assert_eq!(keys.non_pawns(color) != 0, expected);
            }
            keys.relocate(piece, Square::E4, Square::A1);
            keys.toggle(piece, Square::A1);
            assert_eq!(keys, Keys::default());
        }
    }
}
