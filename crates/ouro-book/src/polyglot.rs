//! Books in the Polyglot format, for chess.
//!
//! An entry has 16 bytes: key (8), move (2), weight (2) and four unused ones, all big-endian, in growing order of
//! the keys. The format gives a key an en passant file whenever a pawn stands next to the one that has
//! advanced; here the capture must be legal.

use fastrand::Rng;
use ouro_rules::{Move, MoveKind, Position, Role, Square, Variant};
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use crate::book::Book;
use crate::choice::{pick, weight};

const ENTRY: usize = 16;

/// The reason why bytes are not a Polyglot book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolyglotError {
    /// The length is not that of a number of entries.
    #[error("this is not a Polyglot book: its length is not a multiple of 16 bytes")]
    Length,
    /// The keys are not in order.
    #[error("this is not a Polyglot book: its keys are not in order")]
    Order,
}

/// A book in the Polyglot format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolyglotBook {
    /// Keys, moves and weights in growing order of the keys.
    entries: Vec<(u64, u16, u16)>,
}

impl PolyglotBook {
    /// Reads a book.
    ///
    /// # Errors
    /// If the bytes are not entries in growing order.
    pub fn from_bytes(bytes: &[u8]) -> Result<PolyglotBook, PolyglotError> {
        let (entries, rest) = bytes.as_chunks::<ENTRY>();
        if entries.is_empty() || !rest.is_empty() {
            return Err(PolyglotError::Length);
        }
        let entries = entries.iter().map(|entry| {
            let number = u128::from_be_bytes(*entry);
            ((number >> 64) as u64, (number >> 48) as u16, (number >> 32) as u16)
        });
        let entries: Vec<_> = entries.collect();
        if entries.is_sorted_by_key(|&(key, ..)| key) {
            Ok(PolyglotBook { entries })
        } else {
            Err(PolyglotError::Order)
        }
    }

    /// Writes the book.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.entries.len() * ENTRY);
        for (key, mv, weight) in &self.entries {
            bytes.extend(key.to_be_bytes());
            bytes.extend(mv.to_be_bytes());
            bytes.extend(weight.to_be_bytes());
            bytes.extend([0; 4]);
        }
        bytes
    }

    /// Converts a book of chess: in each position the moves within `margin` centipawns of the best one,
    /// with weights that fall linearly.
    #[must_use]
    pub fn from_book(book: &Book, margin: u16) -> PolyglotBook {
        let mut entries = Vec::new();
        for (position, moves) in book.walk(&Position::start(Variant::Chess)) {
            let (Some(key), Some(best)) = (polyglot_key(&position), moves.first()) else {
                continue;
            };
            let weighted = moves.iter().filter_map(|known| {
                let weight = weight(best.score, known.score, margin)?;
                Some((key, encode(known.mv), u16::try_from(weight).unwrap_or(u16::MAX)))
            });
            entries.extend(weighted);
        }
        entries.sort_by_key(|&(key, mv, weight)| (key, std::cmp::Reverse(weight), mv));
        PolyglotBook { entries }
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the legal moves of a position that the book knows, with their weights.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<(Move, u32)> {
        let Some(key) = polyglot_key(position) else { return Vec::new() };
        let first = self.entries.partition_point(|&(other, ..)| other < key);
        let entries = self.entries[first..].iter().take_while(|&&(other, ..)| other == key);
        let legal = position.legal_moves();
        let found = entries.filter_map(|&(_, code, weight)| {
            let same = |&&mv: &&Move| encode(mv) == code || king_target(mv) == Some(code);
            Some((*legal.iter().find(same)?, weight.into()))
        });
        found.collect()
    }

    /// Chooses a legal move of a position at random, by the weights. Moves with weight zero are not chosen. The
    /// same seed always chooses the same move in the same position.
    #[must_use]
    pub fn choose(&self, position: &Position, seed: u64) -> Option<(Move, u32)> {
        let moves = self.moves(position).into_iter();
        let candidates: Vec<_> = moves.map(|(mv, weight)| ((mv, weight), weight)).collect();
        pick(&candidates, &mut Rng::with_seed(seed ^ position.key()))
    }
}

/// Returns the Polyglot key of a position of chess.
#[must_use]
pub fn polyglot_key(position: &Position) -> Option<u64> {
    if position.variant() != Variant::Chess {
        return None;
    }
    let fen: Fen = position.to_fen().parse().ok()?;
    let position: Chess = fen.into_position(CastlingMode::Standard).ok()?;
    let Zobrist64(key) = position.zobrist_hash(EnPassantMode::PseudoLegal);
    Some(key)
}

/// Returns the code of a move. Castling is the king going to the square of its rook.
fn encode(mv: Move) -> u16 {
    let promotion = match mv.kind() {
        MoveKind::Promotion(role) => match role {
            Role::Knight => 1,
            Role::Bishop => 2,
            Role::Rook => 3,
            _ => 4,
        },
        MoveKind::Normal | MoveKind::EnPassant | MoveKind::Castle => 0,
    };
    squares(mv.from(), mv.to()) | promotion << 12
}

/// Returns the code of castling in books that write the target of the king.
fn king_target(mv: Move) -> Option<u16> {
    let (king, rook) = (mv.from().index(), mv.to().index());
    let target = if rook > king { king.checked_add(2) } else { king.checked_sub(2) };
    let target = target.filter(|_| mv.is_castle()).and_then(Square::from_index)?;
    Some(squares(mv.from(), target))
}

fn squares(from: Square, to: Square) -> u16 {
    (from.index() << 6 | to.index()) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The positions and keys in the description of the format.
    const KEYS: [(&str, u64); 9] = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
    ];

    #[test]
    fn keys_are_those_of_the_description_of_the_format() {
        for (fen, key) in KEYS {
            let (position, _) = Position::from_fen_lenient(fen, Variant::Chess).unwrap();
            assert_eq!(polyglot_key(&position), Some(key), "{fen}");
        }
        assert_eq!(polyglot_key(&Position::start(Variant::SelfCapture)), None);
    }

    fn book(position: &Position, codes: &[(u16, u16)]) -> PolyglotBook {
        let key = polyglot_key(position).unwrap();
        let entries = codes.iter().map(|&(code, weight)| (key, code, weight)).collect();
        PolyglotBook { entries }
    }

    #[test]
    fn castling_is_read_in_both_spellings_and_illegal_moves_are_not_returned() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen, Variant::Chess).unwrap();
        let codes = [(0o407, 1), (0o406, 2), (0o400, 3), (0o402, 4), (0o433, 5), (0o401, 6)];
        let book = book(&position, &codes);
        let moves = book.moves(&position).into_iter();
        let moves: Vec<_> = moves.map(|(mv, weight)| (position.san(mv), weight)).collect();
        let expected = [("O-O", 1), ("O-O", 2), ("O-O-O", 3), ("O-O-O", 4)];
        assert_eq!(moves, expected.map(|(san, weight)| (san.to_owned(), weight)));
    }

    #[test]
    fn a_book_is_read_as_it_was_written_and_other_bytes_are_rejected() {
        let start = Position::start(Variant::Chess);
        let book = book(&start, &[(0o1434, 7), (0o1333, 2)]);
        let bytes = book.to_bytes();
        assert_eq!(bytes.len(), 32);
        assert_eq!(PolyglotBook::from_bytes(&bytes), Ok(book));
        for length in [0, 1, 15, 17, 31] {
            assert_eq!(PolyglotBook::from_bytes(&bytes[..length]), Err(PolyglotError::Length));
        }
        let text = "[Event \"a game\"]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *";
        let text = &text.as_bytes()[..48];
        assert_eq!(PolyglotBook::from_bytes(text), Err(PolyglotError::Order));
    }
}
