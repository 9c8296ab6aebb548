//! A puzzle and its row in a CSV file.

use ouro_rules::{Move, Position, Variant};

use crate::csv::{self, CsvError};
use crate::explanation::Explanation;
use crate::id::PuzzleId;
use crate::theme::Theme;

/// A puzzle of self-capture chess.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The position before the opponent's move.
    pub position: Position,
    /// The opponent's move, the solution, and the opponent's replies in between. There are at least two.
    pub moves: Vec<Move>,
    /// The rating.
    pub rating: u16,
    /// The rating deviation of Glicko-2.
    pub rating_deviation: u16,
    /// Upvotes minus downvotes, from -100 to 100.
    pub popularity: i8,
    /// How often the puzzle was played.
    pub plays: u32,
    /// The themes, without duplicates.
    pub themes: Vec<Theme>,
    /// The game: its source, number and ply, as in `selfcapture-1000-1-0000@0c4a7b2e#12.57`.
    pub game: String,
    /// The opening, if it has a name.
    pub opening: String,
    /// The explanation.
    pub explanation: Explanation,
}

/// The rating deviation of a puzzle that nobody has played: that of an unrated player.
const UNRATED_DEVIATION: u16 = 350;

impl Puzzle {
    /// The first line of a CSV file.
    pub const HEADER: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,\
                              GameUrl,OpeningTags,Explanation";

    /// Creates a puzzle that nobody has played.
    #[must_use]
    pub fn new(
        position: Position,
        moves: Vec<Move>,
        rating: u16,
        themes: Vec<Theme>,
        game: String,
        explanation: Explanation,
    ) -> Puzzle {
        Puzzle {
            position,
            moves,
            rating,
            rating_deviation: UNRATED_DEVIATION,
            popularity: 0,
            plays: 0,
            themes,
            game,
            opening: String::new(),
            explanation,
        }
    }

    /// Returns the identifier.
    #[must_use]
    pub fn id(&self) -> PuzzleId {
        PuzzleId::new(&self.position.to_fen(), &self.ucis())
    }

    /// Returns the positions before each move.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut position = self.position.clone();
        let mut positions = Vec::new();
        for &mv in &self.moves {
            positions.push(position.clone());
            position.play_unchecked(mv);
        }
        positions
    }

    /// Returns the positions in which the solver has to move, each with the solution.
    pub fn solver_moves(&self) -> impl Iterator<Item = (Position, Move)> {
        self.positions().into_iter().zip(self.moves.clone()).skip(1).step_by(2)
    }

    /// Returns the moves in UCI notation.
    #[must_use]
    pub fn ucis(&self) -> Vec<String> {
        let positions = self.positions();
        positions.iter().zip(&self.moves).map(|(position, &mv)| position.uci(mv)).collect()
    }

    /// Reads the puzzles of a CSV file. Positions, moves and identifiers are checked.
    ///
    /// # Errors
    /// If a row is not valid, with its line.
    pub fn read_csv(text: &str) -> Result<Vec<Puzzle>, CsvError> {
        csv::read(text, Puzzle::HEADER, Puzzle::parse)
    }

    fn parse(columns: [&str; 11]) -> Result<Puzzle, String> {
        let [id, fen, moves, rating, deviation, popularity, plays, themes, game, opening, text] =
            columns;
        let position =
            Position::from_fen(fen, Variant::SelfCapture).map_err(|error| error.to_string())?;
        let mut after = position.clone();
        let mut parsed = Vec::new();
        for uci in moves.split(' ') {
            let mv = after.parse_uci(uci).map_err(|error| error.to_string())?;
            after.play_unchecked(mv);
            parsed.push(mv);
        }
        if parsed.len() < 2 || !parsed.len().is_multiple_of(2) {
            return Err("the moves must end with a move of the solver".to_owned());
        }
        let words = themes.split(' ').filter(|word| !word.is_empty());
        let puzzle = Puzzle {
            position,
            moves: parsed,
            rating: csv::number(rating, "rating")?,
            rating_deviation: csv::number(deviation, "rating deviation")?,
            popularity: csv::number(popularity, "popularity")?,
            plays: csv::number(plays, "number of plays")?,
            themes: words.map(str::parse).collect::<Result<_, _>>()?,
            game: game.to_owned(),
            opening: opening.to_owned(),
            explanation: text.parse()?,
        };
        if id.parse() == Ok(puzzle.id()) {
            Ok(puzzle)
        } else {
            Err("the PuzzleId is not that of the FEN and the moves".to_owned())
        }
    }

    /// Returns the row of the puzzle, with a line break.
    #[must_use]
    pub fn csv_row(&self) -> String {
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.code()).collect();
        format!(
            "{},{},{},{},{},{},{},{},{},{},{}\n",
            self.id(),
            self.position.to_fen(),
            self.ucis().join(" "),
            self.rating,
            self.rating_deviation,
            self.popularity,
            self.plays,
            themes.join(" "),
            self.game,
            self.opening,
            self.explanation.text()
        )
    }

    /// Returns the CSV file of puzzles.
    #[must_use]
    pub fn write_csv<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>) -> String {
        let mut text = format!("{}\n", Puzzle::HEADER);
        for puzzle in puzzles {
            text.push_str(&puzzle.csv_row());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle() -> Puzzle {
        let fen = "5k2/8/8/8/8/8/6P1/4K1R1 b - - 3 40";
        let position = Position::from_fen(fen, Variant::SelfCapture).unwrap();
        let opponent = position.parse_uci("f8g8").unwrap();
        let mut after = position.clone();
        after.play_unchecked(opponent);
        let solution = after.parse_uci("g1g2").unwrap();
        let text = "line_opened move=Rxg2+ piece=rook victim=pawn square=g2 line=g";
        let themes = vec![Theme::SelfCapture, Theme::Endgame];
        let game = "games@0123abcd#3.44".to_owned();
        Puzzle::new(position, vec![opponent, solution], 900, themes, game, text.parse().unwrap())
    }

    #[test]
    fn puzzles_are_equal_after_writing_and_reading() {
        let played = Puzzle { rating: 1_234, plays: 7, popularity: -3, ..puzzle() };
        let text = Puzzle::write_csv([&puzzle(), &played]);
        assert_eq!(Puzzle::read_csv(&text).unwrap(), [puzzle(), played]);
        assert_eq!(puzzle().solver_moves().count(), 1);
    }

    #[test]
    fn the_columns_are_those_of_lichess_and_the_explanation() {
        let row = puzzle().csv_row();
        let columns: Vec<&str> = row.trim_end().split(',').collect();
        assert_eq!(columns.len(), Puzzle::HEADER.split(',').count());
        assert_eq!(columns[1], "5k2/8/8/8/8/8/6P1/4K1R1 b - - 3 40");
        assert_eq!(columns[2], "f8g8 g1g2");
        assert_eq!(columns[3..8], ["900", "350", "0", "0", "selfCapture endgame"]);
    }

    #[test]
    fn invalid_rows_are_reported_with_their_line() {
        let text = Puzzle::write_csv([&puzzle()]);
        for (from, to, message) in [
            ("PuzzleId", "Id", "line 1: expected the columns PuzzleId,"),
            (",900,", ",fast,", "line 2: 'fast' is not a valid rating"),
            ("g1g2", "g1g9", "line 2: "),
            ("f8g8 g1g2", "f8g8", "line 2: the moves must end with a move of the solver"),
            ("f8g8", "f8e8", "line 2: the PuzzleId is not that of the FEN and the moves"),
            ("endgame", "ending", "line 2: 'ending' is not a theme"),
            (" line=g", "", "line 2: the parameter line of line_opened is missing"),
            (",900,", ",900,,", "line 2: 12 columns instead of 11"),
            ("5k2/", "5k3/", "line 2: "),
        ] {
            let error = Puzzle::read_csv(&text.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
