//! Positions for "Mate or not?": checkmate in chess, and in self-capture chess perhaps not.

use std::path::PathBuf;

use ouro_puzzles::{Explanation, ExplanationCode, MateOrNot};
use ouro_rules::{Bitboard, Move, Position, Role, Variant, attacks};

use super::duplicates::Duplicates;
use super::source::{Source, SourceError};

/// A search for positions that are checkmate in chess.
#[derive(Clone, Copy, Debug)]
pub struct MateSearch {
    /// The number of positions, half of them checkmate in self-capture chess.
    pub count: usize,
}

impl MateSearch {
    /// Finds positions one move away from those of games, with alternating answers. Each game contributes at
    /// most one position per answer. Calls `report` after each game with the number of positions with
    /// either answer. Returns fewer positions if the games do not contain enough.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn run(
        &self,
        files: &[PathBuf],
        report: &mut dyn FnMut([usize; 2]),
    ) -> Result<Vec<MateOrNot>, SourceError> {
        let half = self.count.div_ceil(2);
        let mut found: [Vec<MateOrNot>; 2] = Default::default();
        let mut duplicates = Duplicates::default();
        'files: for path in files {
            let mut source = Source::open(path)?;
            let mut number = 0;
            while let Some(game) = source.next()? {
                let mut taken = [false; 2];
                for (ply, (position, ..)) in game.game.positions().enumerate() {
                    for mv in &position.legal_moves() {
                        let Some((is_mate, explanation)) = question(&position, mv) else {
                            continue;
                        };
                        let answer = usize::from(is_mate);
                        let is_new = !taken[answer] && found[answer].len() < half;
                        if is_new && duplicates.add(&position, mv) {
                            taken[answer] = true;
                            let game = format!("{}#{number}.{ply}", source.name);
                            let position = position.clone();
                            found[answer].push(MateOrNot { position, mv, game, explanation });
                        }
                    }
                }
                number += 1;
                let counts = [found[0].len(), found[1].len()];
                report(counts);
                if counts.iter().all(|&count| count >= half) {
                    break 'files;
                }
            }
        }
        let [no, yes] = found;
        Ok(no.into_iter().zip(yes).flat_map(|(no, yes)| [no, yes]).collect())
    }
}

/// Returns the answer and its explanation if a move leads to checkmate in chess with own pieces beside the
/// king. The move is no self-capture, so that it exists in chess.
fn question(position: &Position, mv: Move) -> Option<(bool, Explanation)> {
    if position.is_self_capture(mv) || !position.gives_check(mv) {
        return None;
    }
    let mut after = position.clone();
    after.play_unchecked(mv);
    let escapes = after.legal_moves();
    if escapes.iter().any(|&escape| !after.is_self_capture(escape)) {
        return None;
    }
    let chess = Position::from_setup(&after.to_setup(), Variant::Chess).ok()?;
    if chess.has_legal_moves() {
        return None;
    }
    let captures = escapes.iter().filter_map(|&mv| Some((mv, after.self_capture(mv)?)));
    let explanation = match captures.max_by_key(|(_, capture)| capture.victim) {
        Some((escape, capture)) => {
            Explanation::new(ExplanationCode::KingCaptures, |key| match key {
                "move" => after.san(escape),
                "piece" => Role::King.to_string(),
                "victim" => capture.victim.to_string(),
                _ => capture.square.to_string(),
            })
        }
        None => {
            let beside: Bitboard =
                attacks::king(after.king_of(after.turn())) & after.board().of_color(after.turn());
            let squares: Vec<String> =
                beside.into_iter().map(|square| square.to_string()).collect();
            if squares.is_empty() {
                return None;
            }
            Explanation::new(ExplanationCode::AllProtected, |_| squares.join("-"))
        }
    };
    Some((escapes.is_empty(), explanation))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(fen: &str, san: &str) -> Option<(bool, String)> {
        let position = Position::from_fen(fen, Variant::SelfCapture).unwrap();
        let mv = position.parse_san(san).unwrap();
        question(&position, mv).map(|(mate, explanation)| (mate, explanation.text()))
    }

    #[test]
    fn a_smothered_mate_of_chess_is_no_mate_if_the_king_can_capture_a_piece() {
        let no = answer("6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", "Nf7+");
        let text = "king_captures move=Kxg8 piece=king victim=rook square=g8";
        assert_eq!(no, Some((false, text.to_owned())));
    }

    #[test]
    fn a_mate_whose_own_pieces_are_protected_stays_a_mate() {
        // The rook protects g8, the bishops protect g7 and h7.
        let yes = answer("R5rk/6pp/8/6N1/8/8/1B6/1B2K3 w - - 0 1", "Nf7#");
        assert_eq!(yes, Some((true, "all_protected squares=g7-h7-g8".to_owned())));
    }

    #[test]
    fn other_moves_and_mates_without_own_pieces_beside_the_king_are_no_questions() {
        assert_eq!(answer("6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", "Ne4"), None);
        assert_eq!(answer("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8#"), None);
    }
}
