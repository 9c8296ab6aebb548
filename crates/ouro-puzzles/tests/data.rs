//! The files in `data/puzzles`.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::HashSet;

use ouro_puzzles::{MateOrNot, Puzzle, Theme};

#[test]
fn the_puzzles_can_be_read_and_are_all_different() {
    let puzzles = Puzzle::read_csv(include_str!("../../../data/puzzles/selfcapture.csv")).unwrap();
    let ids: HashSet<_> = puzzles.iter().map(Puzzle::id).collect();
    assert_eq!(ids.len(), puzzles.len());
    for puzzle in &puzzles {
        assert!((600..=2_800).contains(&puzzle.rating));
        let mut last = puzzle.positions().pop().unwrap();
        last.play(*puzzle.moves.last().unwrap()).unwrap();
        let mates = last.in_check() && !last.has_legal_moves();
        assert!(mates || !puzzle.themes.contains(&Theme::Mate), "{}", puzzle.id());
    }
}

#[test]
fn half_of_at_least_500_mates_of_chess_are_mate_with_self_captures() {
    let rows = MateOrNot::read_csv(include_str!("../../../data/puzzles/mate-or-not.csv")).unwrap();
    assert!(rows.len() >= 500);
    assert_eq!(2 * rows.iter().filter(|row| row.is_mate()).count(), rows.len());
    let ids: HashSet<_> = rows.iter().map(MateOrNot::id).collect();
    assert_eq!(ids.len(), rows.len());
}
