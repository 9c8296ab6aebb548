//! Results of positions.

use std::fmt;

/// The result of a position with best play, under the fifty-move rule.
///
/// The names are those of lichess' tablebase API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Category {
    /// The side to move loses.
    Loss,
    /// The side to move would lose, but the fifty-move rule saves it.
    BlessedLoss,
    /// A draw.
    Draw,
    /// The side to move would win, but the fifty-move rule makes it a draw.
    CursedWin,
    /// The side to move wins.
    Win,
}

impl Category {
    /// All categories, from the worst to the best for the side to move.
    pub const ALL: [Category; 5] =
        [Category::Loss, Category::BlessedLoss, Category::Draw, Category::CursedWin, Category::Win];

    /// Returns the name in lichess' API, such as `cursed-win`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Category::Loss => "loss",
            Category::BlessedLoss => "blessed-loss",
            Category::Draw => "draw",
            Category::CursedWin => "cursed-win",
            Category::Win => "win",
        }
    }

    /// Returns 1 if the side to move wins without the fifty-move rule, -1 if it loses and 0 for a
    /// draw.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Category::Loss | Category::BlessedLoss => -1,
            Category::Draw => 0,
            Category::CursedWin | Category::Win => 1,
        }
    }

    /// Returns the category for the opponent.
    #[must_use]
    pub const fn opposite(self) -> Category {
        match self {
            Category::Loss => Category::Win,
            Category::BlessedLoss => Category::CursedWin,
            Category::Draw => Category::Draw,
            Category::CursedWin => Category::BlessedLoss,
            Category::Win => Category::Loss,
        }
    }

    /// Returns the category of a decided position from its sign and its distance to the next capture,
    /// pawn move or mate, if that has to happen within `limit` plies.
    pub(crate) const fn decided(wins: bool, plies: u16, limit: u16) -> Category {
        match (wins, plies <= limit) {
            (true, true) => Category::Win,
            (true, false) => Category::CursedWin,
            (false, true) => Category::Loss,
            (false, false) => Category::BlessedLoss,
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The value of a position in a table. The halfmove clock of the position is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) category: Category,
    /// Plies to the next capture, pawn move or mate, without sign; zero for draws and mates. Above
    /// the limit for cursed wins and blessed losses.
    pub(crate) dtz: u16,
    /// Plies to mate without the fifty-move rule, without sign; zero for draws and mates. `None` if
    /// the tables hold no distances to mate.
    pub(crate) dtm: Option<u16>,
}

impl Value {
    /// The value of a draw; `with_dtm` says whether distances to mate are known.
    pub(crate) fn draw(with_dtm: bool) -> Value {
        Value { category: Category::Draw, dtz: 0, dtm: with_dtm.then_some(0) }
    }

    /// Returns the value of a position from the value after one of its moves. A move that captures or
    /// moves a pawn keeps a win or a loss within the limit, or passes on that it is above it.
    pub(crate) fn before(self, zeroing: bool, limit: u16) -> Value {
        let wins = match self.category.sign() {
            0 => return self,
            sign => sign < 0,
        };
        let dtz = match self.category {
            Category::Win | Category::Loss if zeroing => 1,
            _ if zeroing => limit + 1,
            _ => self.dtz + 1,
        };
        let category = Category::decided(wins, dtz, limit);
        Value { category, dtz, dtm: self.dtm.map(|dtm| dtm + 1) }
    }

    /// Returns the value of a position with two kinds of moves from the values that each gives alone.
    /// The distances to zeroing and to mate are optimal independently.
    pub(crate) fn best(self, other: Value) -> Value {
        let sign = self.category.sign();
        match sign.cmp(&other.category.sign()) {
            std::cmp::Ordering::Less => return other,
            std::cmp::Ordering::Greater => return self,
            std::cmp::Ordering::Equal => {}
        }
        let better = |a: u16, b: u16| if sign > 0 { a.min(b) } else { a.max(b) };
        Value {
            category: self.category.max(other.category),
            dtz: better(self.dtz, other.dtz),
            dtm: self.dtm.zip(other.dtm).map(|(a, b)| better(a, b)),
        }
    }
}
