//! A bare king against enough to mate it: won, and the search must be led to the mate.
//!
//! A network that has learned from games sees such positions as won and nothing more, because none is
//! won more than another; a search of a few thousand nodes then finds no way. So the king is driven to
//! the edge, where mates are, or to the corner of the bishop's colour if a bishop and a knight must do
//! it.

use ouro_rules::{Board, Color, Position, Role, Square};

use crate::score::Score;

/// What such a win is worth before the pieces are counted.
const WON: Score = 2_000;

/// The score of such a position for the side to move; none for all others.
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

/// Whether a side can force mate on a bare king with what it has, whatever its pawns do.
fn can_mate(board: &Board, color: Color) -> bool {
    let bishops = board.pieces(color, Role::Bishop);
    let has = |role| !board.pieces(color, role).is_empty();
    let both_colours = bishops.into_iter().any(Square::is_light)
        && bishops.into_iter().any(|square| !square.is_light());
    has(Role::Queen) || has(Role::Rook) || both_colours || (has(Role::Bishop) && has(Role::Knight))
}

/// The bishop, if a bishop and a knight are all there is.
fn lone_bishop_and_knight(board: &Board, color: Color) -> Option<Square> {
    let bishop = board.pieces(color, Role::Bishop).first()?;
    let knight = !board.pieces(color, Role::Knight).is_empty();
    (knight && board.of_color(color).count() == 3).then_some(bishop)
}

/// How far a square is from the middle: 0 to 6.
fn edge_distance(square: Square) -> Score {
    let outward = |line: usize| if line < 4 { 3 - line } else { line - 4 } as Score;
    outward(square.index() % 8) + outward(square.index() / 8)
}

/// How many king moves a square is from the nearer corner of a colour.
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
    fn only_what_mates_a_bare_king_is_won() {
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
    fn the_king_is_worse_off_at_the_edge_and_in_the_right_corner() {
        assert!(score("k7/8/8/8/8/4K3/8/1R6 w - - 0 1") > score("8/8/4k3/8/8/4K3/8/1R6 w - - 0 1"));
        // The bishop on c1 is dark, like a1 and h8.
        assert!(
            score("7k/8/5K2/8/8/8/8/2B2N2 w - - 0 1") > score("k7/8/2K5/8/8/8/8/2B2N2 w - - 0 1")
        );
    }
}
