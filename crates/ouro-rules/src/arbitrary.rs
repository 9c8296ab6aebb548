//! The `arbitrary` feature: values from unstructured bytes, for fuzzers and property tests.
//!
//! Every value of a type is possible, so a [`Move`] may be legal nowhere and a [`Setup`] is rarely
//! playable. A [`Position`] is always valid.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::{
    Bitboard, Board, CastlingSide, Color, File, Move, Piece, Position, Rank, Role, Setup, Square,
    Variant,
};

/// Chooses one of all values of a type.
macro_rules! by_choice {
    ($($type:ident::$all:ident)*) => {$(
        impl<'a> Arbitrary<'a> for $type {
            fn arbitrary(u: &mut Unstructured<'a>) -> Result<$type> {
                u.choose(&$type::$all).copied()
            }

            fn size_hint(depth: usize) -> (usize, Option<usize>) {
                u8::size_hint(depth)
            }
        }
    )*};
}

by_choice! {
    CastlingSide::BOTH Color::BOTH File::ALL Piece::ALL Rank::ALL Role::ALL Square::ALL Variant::ALL
}

impl<'a> Arbitrary<'a> for Bitboard {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Bitboard> {
        u.arbitrary().map(Bitboard)
    }

    fn size_hint(depth: usize) -> (usize, Option<usize>) {
        u64::size_hint(depth)
    }
}

impl<'a> Arbitrary<'a> for Move {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Move> {
        u.arbitrary().map(Move::from_bits)
    }

    fn size_hint(depth: usize) -> (usize, Option<usize>) {
        u16::size_hint(depth)
    }
}

impl<'a> Arbitrary<'a> for Board {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Board> {
        let mut board = Board::EMPTY;
        for _ in 0..u.int_in_range(0..=64)? {
            board.put(u.arbitrary()?, u.arbitrary()?);
        }
        Ok(board)
    }
}

impl<'a> Arbitrary<'a> for Setup {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Setup> {
        Ok(Setup {
            board: u.arbitrary()?,
            turn: u.arbitrary()?,
            castling: u.arbitrary()?,
            en_passant: u.arbitrary()?,
            halfmove_clock: u.arbitrary()?,
            fullmove_number: u.arbitrary()?,
        })
    }
}

/// Plays arbitrary legal moves from a start position or from pieces placed at random.
impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Position> {
        let variant = u.arbitrary()?;
        let placed = if u.arbitrary()? { placed_at_random(variant, u)? } else { None };
        let mut position = match (placed, variant) {
            (Some(position), _) => position,
            (None, Variant::Chess960) => {
                let number = u.int_in_range(0..=959)?;
                Position::chess960_start(number).expect("the number is below 960")
            }
            (None, Variant::Chess | Variant::SelfCapture) => Position::start(variant),
        };
        for _ in 0..u.int_in_range(0..=200)? {
            let moves = position.legal_moves();
            if moves.is_empty() || u.is_empty() {
                break;
            }
            position.play_unchecked(*u.choose(&moves)?);
        }
        Ok(position)
    }
}

/// Returns a position with one king a side and arbitrary other pieces, or `None` if it is not
/// playable. Castling rights and an en passant square are kept only if all of them are valid.
fn placed_at_random(variant: Variant, u: &mut Unstructured<'_>) -> Result<Option<Position>> {
    let mut setup = Setup::empty();
    let all_but_kings = &Piece::ALL[..10];
    for _ in 0..u.int_in_range(0..=32)? {
        setup.board.put(*u.choose(all_but_kings)?, u.arbitrary()?);
    }
    setup.board.put(Piece::WhiteKing, u.arbitrary()?);
    setup.board.put(Piece::BlackKing, u.arbitrary()?);
    setup.turn = u.arbitrary()?;
    setup.castling = u.arbitrary::<Bitboard>()? & setup.board.of_role(Role::Rook);
    setup.en_passant = u.arbitrary()?;
    setup.halfmove_clock = u.int_in_range(0..=99)?;
    setup.fullmove_number = u.int_in_range(1..=u16::MAX)?;
    if !setup.is_playable(variant) {
        (setup.castling, setup.en_passant) = (Bitboard::EMPTY, None);
    }
    Ok(Position::from_setup(&setup, variant).ok())
}
