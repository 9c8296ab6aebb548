//! Openings of chess with a name.

use ouro_rules::{Game, Variant};

/// The columns of a list of openings.
const COLUMNS: &str = "eco\tname\tmoves";

/// An opening of chess with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedOpening {
    /// The code of the Encyclopaedia of Chess Openings, such as `C60`.
    pub eco: String,
    /// The name.
    pub name: String,
    /// The moves in SAN, separated by spaces.
    pub moves: String,
}

/// The reason why a list of openings cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct OpeningListError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

impl NamedOpening {
    /// Reads a list with the columns eco, name and moves, separated by tabs.
    ///
    /// # Errors
    /// If the header, a line or a move is not valid.
    pub fn read_list(text: &str) -> Result<Vec<NamedOpening>, OpeningListError> {
        let mut lines = text.lines().zip(1..);
        if lines.next().map(|(line, _)| line) != Some(COLUMNS) {
            let reason = "expected the columns eco, name and moves".to_owned();
            return Err(OpeningListError { line: 1, reason });
        }
        lines
            .map(|(text, line)| {
                let error = |reason| OpeningListError { line, reason };
                let columns: Vec<&str> = text.split('\t').collect();
                let [eco, name, moves] = columns[..] else {
                    return Err(error("expected three columns".to_owned()));
                };
                let [eco, name, moves] = [eco, name, moves].map(str::to_owned);
                let opening = NamedOpening { eco, name, moves };
                opening.game(Variant::Chess).map_err(error)?;
                Ok(opening)
            })
            .collect()
    }

    /// Returns the game of the opening in a variant.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn game(&self, variant: Variant) -> Result<Game, String> {
        let mut game = Game::new(variant);
        for san in self.moves.split(' ') {
            game.play_san(san).map_err(|error| format!("{san}: {error}"))?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_openings_is_read_and_illegal_moves_are_reported() {
        let list = "eco\tname\tmoves\nC60\tRuy Lopez\te4 e5 Nf3 Nc6 Bb5\n";
        let openings = NamedOpening::read_list(list).unwrap();
        assert_eq!((openings[0].eco.as_str(), openings[0].name.as_str()), ("C60", "Ruy Lopez"));
        let error = |text| NamedOpening::read_list(text).unwrap_err().to_string();
        assert!(error("eco\tname\tmoves\nA00\tX\te4 e6 e6\n").starts_with("line 2: e6:"));
        assert_eq!(error("eco\tname\tmoves\nX\te4\n"), "line 2: expected three columns");
        assert_eq!(error("e4 e5"), "line 1: expected the columns eco, name and moves");
    }
}
