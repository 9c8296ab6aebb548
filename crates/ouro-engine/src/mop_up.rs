//! Mop-up evaluation: a lone king against enough material to mate it.
//!
//! A network that has learned from games gives all such positions about the same score, so a short search
//! finds no progress. This evaluation drives the lone king to the edge, or to a corner of the bishop's
//! color against bishop and knight.

use ouro_rules::{Board, Color, Position, Role, Square};

use crate::score::Score;

/// The score of a win before material is counted.
const WON: Score = 2_000;

/// Returns the score for the side to move if one side has a lone king and the other can mate it.
pub(crate) fn evaluate(position: &Position) -> Option<Score> {
    let board = position.board();
    let bare = Color::BOTH.into_iter().find(|&color| board.of_color(color).count() == 1)?;
    let strong = !bare;
    if !can_mate(board, strong) {
        return None;
    }
    let (king, other) = (position.king_of(bare), position.king_of(strong));
    let material: Score = Role::ALL
        .iter()
        .filter(|&&role| role != Role::King)
        .map(|role| role.value() * board.pieces(strong, *role).count() as Score)
        .sum();
    let driven = match lone_bishop_and_knight(board, strong) {
        Some(bishop) => 7 - corner_distance(king, bishop.is_light()),
        None => edge_distance(king),
    };
    let score = WON + material + 30 * driven - 12 * Score::from(king.distance(other));
    Some(if position.turn() == strong { score } else { -score })
}

/// Returns `true` if a side can mate a lone king without promoting a pawn.
fn can_mate(board: &Board, color: Color) -> bool {
    let bishops = board.pieces(color, Role::Bishop);
    let has = |role| !board.pieces(color, role).is_empty();
    let both_colors = bishops.into_iter().any(Square::is_light)
        && bishops.into_iter().any(|square| !square.is_light());
    has(Role::Queen) || has(Role::Rook) || both_colors || (has(Role::Bishop) && has(Role::Knight))
}

/// Returns the square of the bishop if bishop and knight are the only pieces.
fn lone_bishop_and_knight(board: &Board, color: Color) -> Option<Square> {
    let bishop = board.pieces(color, Role::Bishop).first()?;
    let knight = !board.pieces(color, Role::Knight).is_empty();
    (knight && board.of_color(color).count() == 3).then_some(bishop)
}

/// Returns the distance of a square from the center: 0 to 6.
fn edge_distance(square: Square) -> Score {
    let outward = |line: usize| if line < 4 { 3 - line } else { line - 4 } as Score;
    outward(square.index() % 8) + outward(square.index() / 8)
}

/// Returns the number of king moves to the nearer corner of a color.
fn corner_distance(square: Square, light: bool) -> Score {
    let corners = if light { [Square::H1, Square::A8] } else { [Square::A1, Square::H8] };
    corners.map(|corner| Score::from(square.distance(corner))).into_iter().min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::Variant;

    fn score(fen: &str) -> Option<Score> {
        evaluate(&Position::from_fen(fen, Variant::Chess).unwrap())
    }

    #[test]
    fn only_mating_material_wins_against_a_lone_king() {
        for fen in [
            "8/8/4k3/8/8/4K3/8/R7 w - - 0 1",
            "8/8/4k3/8/8/4K3/8/Q7 w - - 0 1",
            "8/8/4k3/8/8/4K3/8/2B2B2 w - - 0 1",
            "8/8/4k3/8/8/4K3/8/2B2N2 w - - 0 1",
        ] {
            assert!(score(fen).is_some_and(|score| score > 2_000), "{fen}");
            let black = fen.replace(" w ", " b ");
            assert!(score(&black).is_some_and(|score| score < -2_000), "{black}");
        }
        for fen in [
            "8/8/4k3/8/8/4K3/8/2N2N2 w - - 0 1",
            "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1",
            "8/8/4k3/8/8/4K3/8/2B1B3 w - - 0 1",
            "8/4p3/4k3/8/8/4K3/8/R7 w - - 0 1",
        ] {
            assert_eq!(score(fen), None, "{fen}");
        }
    }

    #[test]
    fn a_lone_king_scores_worse_at_the_edge_and_in_the_right_corner() {
        assert!(score("k7/8/8/8/8/4K3/8/1R6 w - - 0 1") > score("8/8/4k3/8/8/4K3/8/1R6 w - - 0 1"));
        // The bishop on c1 is dark, like a1 and h8.
        assert!(
            score("7k/8/5K2/8/8/8/8/2B2N2 w - - 0 1") > score("k7/8/2K5/8/8/8/8/2B2N2 w - - 0 1")
        );
    }
}
