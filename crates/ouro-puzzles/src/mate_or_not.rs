//! "Mate or not?": positions that are checkmate in chess.

use ouro_rules::{Move, Position, Variant};

use crate::csv::{self, CsvError};
use crate::explanation::Explanation;
use crate::id::PuzzleId;

/// A position that is checkmate in chess. The player decides whether it is checkmate in self-capture
/// chess.
#[derive(Clone, Debug, PartialEq)]
pub struct MateOrNot {
    /// The position before the move that gives check.
    pub position: Position,
    /// The move that gives check.
    pub mv: Move,
    /// The game: its source, number and ply.
    pub game: String,
    /// The explanation of the answer.
    pub explanation: Explanation,
}

impl MateOrNot {
    /// The first line of a CSV file.
    pub const HEADER: &str = "PuzzleId,FEN,Moves,Mate,Escapes,GameUrl,Explanation";

    /// Returns the identifier.
    #[must_use]
    pub fn id(&self) -> PuzzleId {
        PuzzleId::new(&self.position.to_fen(), &[self.position.uci(self.mv)])
    }

    /// Returns the position to judge.
    #[must_use]
    pub fn question(&self) -> Position {
        let mut after = self.position.clone();
        after.play_unchecked(self.mv);
        after
    }

    /// Returns the answer: whether the position is checkmate in self-capture chess.
    #[must_use]
    pub fn is_mate(&self) -> bool {
        !self.question().has_legal_moves()
    }

    /// Reads the positions of a CSV file and checks that they are checkmate in chess and that the
    /// answers are right.
    ///
    /// # Errors
    /// If a row is not valid, with its line.
    pub fn read_csv(text: &str) -> Result<Vec<MateOrNot>, CsvError> {
        csv::read(text, MateOrNot::HEADER, MateOrNot::parse)
    }

    fn parse([id, fen, mv, mate, escapes, game, text]: [&str; 7]) -> Result<MateOrNot, String> {
        let position =
            Position::from_fen(fen, Variant::SelfCapture).map_err(|error| error.to_string())?;
        let mv = position.parse_uci(mv).map_err(|error| error.to_string())?;
        let row = MateOrNot { position, mv, game: game.to_owned(), explanation: text.parse()? };
        if id.parse() != Ok(row.id()) {
            return Err("the PuzzleId is not that of the FEN and the move".to_owned());
        }
        if !is_chess_mate(&row.question()) {
            return Err("the position is not checkmate in chess".to_owned());
        }
        if (mate, escapes) != (row.answer(), &row.escapes()) {
            return Err("the answer is wrong".to_owned());
        }
        Ok(row)
    }

    fn answer(&self) -> &'static str {
        if self.is_mate() { "yes" } else { "no" }
    }

    /// Returns the legal moves in UCI notation.
    fn escapes(&self) -> String {
        let question = self.question();
        let moves: Vec<String> =
            question.legal_moves().into_iter().map(|mv| question.uci(mv)).collect();
        moves.join(" ")
    }

    /// Returns the CSV file of positions.
    #[must_use]
    pub fn write_csv<'a>(rows: impl IntoIterator<Item = &'a MateOrNot>) -> String {
        let mut text = format!("{}\n", MateOrNot::HEADER);
        for row in rows {
            let columns = [
                row.id().to_string(),
                row.position.to_fen(),
                row.position.uci(row.mv),
                row.answer().to_owned(),
                row.escapes(),
                row.game.clone(),
                row.explanation.text(),
            ];
            text.push_str(&columns.join(","));
            text.push('\n');
        }
        text
    }
}

/// Returns `true` if a position of self-capture chess would be checkmate in chess.
fn is_chess_mate(position: &Position) -> bool {
    let chess = Position::from_setup(&position.to_setup(), Variant::Chess);
    chess.is_ok_and(|chess| chess.in_check() && !chess.has_legal_moves())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(fen: &str, uci: &str, explanation: &str) -> MateOrNot {
        let position = Position::from_fen(fen, Variant::SelfCapture).unwrap();
        let mv = position.parse_uci(uci).unwrap();
        let explanation = explanation.parse().unwrap();
        MateOrNot { position, mv, game: "games@0123abcd#0.9".to_owned(), explanation }
    }

    #[test]
    fn answers_are_those_of_the_rules_and_survive_writing_and_reading() {
        let smothered = "king_captures move=Kxg8 piece=king victim=rook square=g8";
        let rows = [
            row("6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", "g5f7", smothered),
            row("R5rk/6pp/8/6N1/8/8/1B6/1B2K3 w - - 0 1", "g5f7", "all_protected squares=g7-h7-g8"),
        ];
        assert!(!rows[0].is_mate() && rows[1].is_mate());
        let text = MateOrNot::write_csv(&rows);
        assert_eq!(MateOrNot::read_csv(&text).unwrap(), rows);
        let wrong = text.replacen(",no,", ",yes,", 1);
        let error = MateOrNot::read_csv(&wrong).unwrap_err().to_string();
        assert_eq!(error, "line 2: the answer is wrong");
    }

    #[test]
    fn a_position_that_is_no_mate_in_chess_is_rejected() {
        let check = row("6k1/5pp1/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "all_protected squares=f7");
        let error = MateOrNot::read_csv(&MateOrNot::write_csv([&check])).unwrap_err().to_string();
        assert_eq!(error, "line 2: the position is not checkmate in chess");
    }
}
