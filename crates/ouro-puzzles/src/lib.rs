//! Puzzles of self-capture chess: what a puzzle is, and the CSV files that hold them.
//!
//! A [`Puzzle`] has the columns of lichess' puzzle database and an [`Explanation`]. A
//! [`MateOrNot`] position is checkmate in chess, and the player decides whether it is checkmate in
//! self-capture chess.
//!
//! ```
//! use ouro_puzzles::{Puzzle, Theme};
//! use ouro_rules::Message;
//!
//! let text = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags,Explanation\n\
//!     zImBFC4c,5k2/8/8/8/8/8/6P1/4K1R1 b - - 3 40,f8g8 g1g2,600,350,0,0,selfCapture,games@0123abcd#3.44,,line_opened move=Rxg2+ piece=rook victim=pawn square=g2 line=g\n";
//! let puzzle = &Puzzle::read_csv(text)?[0];
//! assert_eq!(puzzle.themes, [Theme::SelfCapture]);
//! assert_eq!(puzzle.explanation.code(), "line_opened");
//! assert_eq!(puzzle.explanation.to_string(), "Rxg2+ captures the own pawn and opens the g-file.");
//! # Ok::<(), ouro_puzzles::CsvError>(())
//! ```

mod csv;
mod explanation;
mod id;
mod mate_or_not;
mod puzzle;
mod theme;

pub use csv::CsvError;
pub use explanation::{Explanation, ExplanationCode};
pub use id::PuzzleId;
pub use mate_or_not::MateOrNot;
pub use puzzle::Puzzle;
pub use theme::Theme;
