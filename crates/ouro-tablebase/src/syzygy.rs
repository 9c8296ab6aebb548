//! Syzygy tables of chess.

use std::io;
use std::path::Path;

use ouro_rules::{Color, Move, Position, Role, Variant};
use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, Setup};
use shakmaty_syzygy::{MaybeRounded, Tablebase, Wdl};

use crate::lookup::after;
use crate::search_tables::{RootProbe, SearchTables};
use crate::value::Category;

/// Plies within which a capture, pawn move or mate must happen.
const LIMIT: u16 = 100;

/// Syzygy tables for a search.
pub struct SyzygyTables {
    tables: Tablebase<Chess>,
    /// The greatest number of men of positions that are probed.
    pub probe_limit: usize,
    /// The least remaining depth at which positions with the most men are probed.
    pub probe_depth: i32,
    /// Whether wins that the fifty-move rule prevents are draws.
    pub fifty_move_rule: bool,
}

impl SyzygyTables {
    /// Opens the tables of some folders and returns them with the number of their files. Files are read
    /// when they are needed.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn open<'a>(
        folders: impl IntoIterator<Item = &'a Path>,
    ) -> Result<(SyzygyTables, usize), io::Error> {
        let mut tables = Tablebase::new();
        let mut files = 0;
        for folder in folders {
            files += tables.add_directory(folder)?;
        }
        let probe_limit = tables.max_pieces();
        Ok((SyzygyTables { tables, probe_limit, probe_depth: 1, fifty_move_rule: true }, files))
    }

    /// Returns the greatest number of men of the tables.
    #[must_use]
    pub fn max_pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// Returns the result of a move, from the point of view of the side that plays it.
    fn probe_move(&self, position: &Position, mv: Move) -> Option<RootProbe> {
        let next = after(position, mv);
        let chess = to_shakmaty(&next)?;
        let zeroing = next.halfmove_clock() == 0;
        let dtz = if !next.has_legal_moves() {
            i32::from(next.in_check())
        } else if zeroing {
            match category(self.tables.probe_wdl_after_zeroing(&chess).ok()?).opposite() {
                Category::Win => 1,
                Category::CursedWin => 101,
                Category::Draw => 0,
                Category::BlessedLoss => -101,
                Category::Loss => -1,
            }
        } else {
            // A rounded distance may be one ply longer.
            let (dtz, rounding) = match self.tables.probe_dtz(&chess).ok()? {
                MaybeRounded::Precise(dtz) => (dtz.0, 0),
                MaybeRounded::Rounded(dtz) => (dtz.0, 1),
            };
            -dtz.signum() * (dtz.abs() + rounding + 1)
        };
        let clock = if self.fifty_move_rule { position.halfmove_clock() } else { 0 };
        let category = match dtz {
            0 => Category::Draw,
            _ => {
                let plies = dtz.unsigned_abs().try_into().unwrap_or(u16::MAX).saturating_add(clock);
                self.under_the_rules(Category::decided(dtz > 0, plies, LIMIT))
            }
        };
        Some(RootProbe { mv, category, dtz })
    }

    /// Returns the category without the fifty-move rule if that is switched off.
    fn under_the_rules(&self, category: Category) -> Category {
        match category {
            Category::CursedWin if !self.fifty_move_rule => Category::Win,
            Category::BlessedLoss if !self.fifty_move_rule => Category::Loss,
            _ => category,
        }
    }
}

impl SearchTables for SyzygyTables {
    fn variant(&self) -> Variant {
        Variant::Chess
    }

    fn max_men(&self) -> usize {
        self.tables.max_pieces().min(self.probe_limit)
    }

    fn min_depth(&self) -> i32 {
        self.probe_depth
    }

    fn probe(&self, position: &Position) -> Option<Category> {
        let wdl = self.tables.probe_wdl_after_zeroing(&to_shakmaty(position)?).ok()?;
        Some(self.under_the_rules(category(wdl)))
    }

    fn probe_root(&self, position: &Position) -> Option<Vec<RootProbe>> {
        let men = position.board().occupied().count() as usize;
        if men > self.max_men() || position.castling_rooks().any() {
            return None;
        }
        let moves = position.legal_moves();
        moves.into_iter().map(|mv| self.probe_move(position, mv)).collect()
    }
}

/// Returns the category of a result.
#[must_use]
pub fn category(wdl: Wdl) -> Category {
    match wdl {
        Wdl::Loss => Category::Loss,
        Wdl::BlessedLoss => Category::BlessedLoss,
        Wdl::Draw => Category::Draw,
        Wdl::CursedWin => Category::CursedWin,
        Wdl::Win => Category::Win,
    }
}

/// Returns the same position for the Syzygy library. It accepts positions that cannot be reached from
/// the start position, because tables contain them, and returns `None` for those that it rejects. The
/// halfmove clock is not passed on.
#[must_use]
pub fn to_shakmaty(position: &Position) -> Option<Chess> {
    let color = |color: Color| match color {
        Color::White => shakmaty::Color::White,
        Color::Black => shakmaty::Color::Black,
    };
    let square = |square: ouro_rules::Square| shakmaty::Square::ALL[square.index()];
    let mut setup = Setup::empty();
    for (at, piece) in position.board().iter() {
        let role = match piece.role() {
            Role::Pawn => shakmaty::Role::Pawn,
            Role::Knight => shakmaty::Role::Knight,
            Role::Bishop => shakmaty::Role::Bishop,
            Role::Rook => shakmaty::Role::Rook,
            Role::Queen => shakmaty::Role::Queen,
            Role::King => shakmaty::Role::King,
        };
        let piece = shakmaty::Piece { color: color(piece.color()), role };
        setup.board.set_piece_at(square(at), piece);
    }
    setup.turn = color(position.turn());
    setup.ep_square = position.en_passant().map(square);
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}
