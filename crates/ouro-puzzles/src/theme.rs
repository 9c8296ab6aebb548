//! Themes of puzzles.

use std::fmt;
use std::str::FromStr;

macro_rules! themes {
    ($($(#[$doc:meta])* $name:ident = $code:literal,)*) => {
        /// A theme of a puzzle. The general ones have lichess' names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Theme {
            $($(#[$doc])* $name,)*
        }

        impl Theme {
            /// All themes: first those of self-capture chess, then the general ones.
            pub const ALL: &[Theme] = &[$(Theme::$name,)*];

            /// Returns the name in files, such as `lineOpening`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Theme::$name => $code,)*
                }
            }
        }
    };
}

themes! {
    /// A solver move captures an own piece.
    SelfCapture = "selfCapture",
    /// A self-capture opens a line at the enemy king.
    LineOpening = "lineOpening",
    /// The king escapes from check by capturing an own piece.
    KingEscape = "kingEscape",
    /// The king, not in check, captures an own piece.
    KingWalk = "kingWalk",
    /// A self-capture frees a slider that was blocked by its own pieces.
    Clearance = "clearance",
    /// A pawn promotes by capturing an own piece.
    SelfPromotion = "selfPromotion",
    /// A self-capture gives check.
    SelfCaptureCheck = "selfCaptureCheck",
    /// A move that neither captures nor gives check threatens a winning self-capture.
    QuietThreat = "quietThreat",
    /// The solution saves the game or prevents a winning self-capture.
    Defence = "defensiveMove",
    /// The best move under the rules of chess fails to a self-capture.
    Refutation = "refutation",
    /// The solution mates.
    Mate = "mate",
    /// Mate in one move.
    MateIn1 = "mateIn1",
    /// Mate in two moves.
    MateIn2 = "mateIn2",
    /// Mate in three moves.
    MateIn3 = "mateIn3",
    /// Mate in four moves.
    MateIn4 = "mateIn4",
    /// Mate in five moves.
    MateIn5 = "mateIn5",
    /// The solution reaches a winning position.
    Advantage = "advantage",
    /// The solution reaches a position that is all but won.
    Crushing = "crushing",
    /// The solution saves a draw or a level position.
    Equality = "equality",
    /// One move.
    OneMove = "oneMove",
    /// Two moves.
    Short = "short",
    /// Three moves.
    Long = "long",
    /// Four or more moves.
    VeryLong = "veryLong",
    /// Few pieces have been developed or exchanged.
    Opening = "opening",
    /// Neither opening nor endgame.
    Middlegame = "middlegame",
    /// Few pieces are left.
    Endgame = "endgame",
    /// An endgame of kings and pawns.
    PawnEndgame = "pawnEndgame",
    /// An endgame of knights and pawns.
    KnightEndgame = "knightEndgame",
    /// An endgame of bishops and pawns.
    BishopEndgame = "bishopEndgame",
    /// An endgame of rooks and pawns.
    RookEndgame = "rookEndgame",
    /// An endgame of queens and pawns.
    QueenEndgame = "queenEndgame",
    /// An endgame of queens, rooks and pawns.
    QueenRookEndgame = "queenRookEndgame",
    /// A solver move that neither captures nor gives check starts the solution.
    QuietMove = "quietMove",
    /// The solution gives up material at first.
    Sacrifice = "sacrifice",
    /// A piece attacks two pieces at once.
    Fork = "fork",
    /// The solution captures an undefended piece.
    HangingPiece = "hangingPiece",
    /// A piece moves away and another one attacks.
    DiscoveredAttack = "discoveredAttack",
    /// Two pieces give check.
    DoubleCheck = "doubleCheck",
    /// A pawn on the sixth or seventh rank moves.
    AdvancedPawn = "advancedPawn",
    /// A pawn promotes.
    Promotion = "promotion",
    /// A pawn promotes to a knight, bishop or rook.
    UnderPromotion = "underPromotion",
    /// A solver move captures en passant.
    EnPassant = "enPassant",
    /// The solver castles.
    Castling = "castling",
    /// Mate on the back rank by a rook or queen.
    BackRankMate = "backRankMate",
    /// Mate by a knight of a king that has no free square.
    SmotheredMate = "smotheredMate",
}

impl Theme {
    /// Returns the theme of a mate in this many moves.
    #[must_use]
    pub const fn mate_in(moves: u32) -> Option<Theme> {
        match moves {
            1 => Some(Theme::MateIn1),
            2 => Some(Theme::MateIn2),
            3 => Some(Theme::MateIn3),
            4 => Some(Theme::MateIn4),
            5 => Some(Theme::MateIn5),
            _ => None,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Theme, String> {
        let found = Theme::ALL.iter().find(|theme| theme.code() == text);
        found.copied().ok_or_else(|| format!("'{text}' is not a theme"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_has_its_own_name_and_is_parsed_from_it() {
        for (i, &theme) in Theme::ALL.iter().enumerate() {
            assert_eq!(theme.code().parse(), Ok(theme));
            assert!(Theme::ALL[..i].iter().all(|other| other.code() != theme.code()));
        }
        assert_eq!("kingwalk".parse::<Theme>(), Err("'kingwalk' is not a theme".to_owned()));
    }
}
