//! Probing: known positions, the halfmove clock, en passant, the order of moves and errors.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::LazyLock;

use ouro_rules::{Position, Variant};
use ouro_tablebase::{Category, Generator, Material, Probe, ProbeError, Tablebase};

/// Tables of both variants.
struct Tables {
    chess: Tablebase,
    self_capture: Tablebase,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let tables = |variant: Variant| {
        let folder = tempfile::tempdir().unwrap();
        let materials: [Material; 2] = ["KPvK", "KNvKN"].map(|name| name.parse().unwrap());
        Generator::new(variant).run(&materials, folder.path(), &mut |_| {}).unwrap();
        Tablebase::open(folder.path(), variant).unwrap()
    };
    Tables { chess: tables(Variant::Chess), self_capture: tables(Variant::SelfCapture) }
});

fn chess(fen: &str) -> Probe {
    TABLES.chess.probe(&Position::from_fen(fen, Variant::Chess).unwrap()).unwrap()
}

fn self_capture(fen: &str) -> Probe {
    TABLES.self_capture.probe(&Position::from_fen(fen, Variant::SelfCapture).unwrap()).unwrap()
}

#[test]
fn mates_stalemates_and_draws_have_distance_zero() {
    let mated = chess("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
    assert_eq!(mated, Probe { category: Category::Loss, dtz: 0, dtm: Some(0) });
    let stalemate = chess("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1");
    assert_eq!(stalemate, Probe { category: Category::Draw, dtz: 0, dtm: Some(0) });
    let kings = chess("k7/8/1K6/8/8/8/8/8 b - - 0 1");
    assert_eq!(kings, Probe { category: Category::Draw, dtz: 0, dtm: Some(0) });
}

#[test]
fn colors_are_exchanged_if_black_is_the_stronger_side() {
    let white = chess("8/8/8/8/8/2k5/8/R3K3 w - - 0 1");
    let black = chess("r3k3/8/2K5/8/8/8/8/8 b - - 0 1");
    assert_eq!(white, black);
    assert_eq!(white.category, Category::Win);
}

#[test]
fn the_halfmove_clock_turns_wins_into_cursed_wins() {
    let fen = |clock: u16| format!("8/8/8/8/8/2k5/8/R3K3 w - - {clock} 80");
    let dtz = chess(&fen(0)).dtz as u16;
    assert_eq!(chess(&fen(100 - dtz)).category, Category::Win);
    assert_eq!(chess(&fen(101 - dtz)).category, Category::CursedWin);
    // A mate on the board counts before the fifty-move rule.
    assert_eq!(chess("k7/1Q6/1K6/8/8/8/8/8 b - - 100 80").category, Category::Loss);
}

#[test]
fn playing_the_first_move_wins_with_king_and_pawn_under_the_fifty_move_rule() {
    let mut position =
        Position::from_fen("8/8/2k5/8/2K5/8/2P5/8 w - - 0 1", Variant::Chess).unwrap();
    let mut probe = TABLES.chess.probe(&position).unwrap();
    assert_eq!(probe.category, Category::Win);
    let mut plies = 0;
    while position.has_legal_moves() {
        let best = TABLES.chess.probe_moves(&position).unwrap()[0];
        position.play(best.mv).unwrap();
        assert_eq!(best.after.category.sign(), -probe.category.sign(), "{position}");
        probe = best.after;
        plies += 1;
        assert!(plies < 200 && position.halfmove_clock() < 100);
    }
    assert!(position.in_check());
}

#[test]
fn moves_are_sorted_from_the_best_to_the_worst() {
    let position = Position::from_fen("1k6/8/1K6/8/8/8/8/3R4 w - - 0 1", Variant::Chess).unwrap();
    let moves = TABLES.chess.probe_moves(&position).unwrap();
    assert_eq!(position.san(moves[0].mv), "Rd8#");
    assert_eq!(moves.len(), position.legal_moves().len());
    let values: Vec<_> =
        moves.iter().map(|m| (m.after.category, m.after.dtm.unwrap().abs())).collect();
    assert!(values.is_sorted());
    let black = Position::from_fen("1k6/3R4/1K6/8/8/8/8/8 b - - 0 1", Variant::Chess).unwrap();
    let moves = TABLES.chess.probe_moves(&black).unwrap();
    let distances: Vec<_> = moves.iter().map(|m| m.after.dtm.unwrap()).collect();
    assert!(distances.is_sorted_by(|a, b| a >= b), "{distances:?}");
}

#[test]
fn a_smothered_king_captures_its_own_knight_in_self_capture_chess() {
    let fen = "8/8/8/8/8/1N6/n1K5/k7 b - - 0 1";
    assert_eq!(chess(fen), Probe { category: Category::Loss, dtz: 0, dtm: Some(0) });
    assert_eq!(self_capture(fen).category, Category::Draw);
    let position = Position::from_fen(fen, Variant::SelfCapture).unwrap();
    let moves = TABLES.self_capture.probe_moves(&position).unwrap();
    assert_eq!(moves.iter().map(|m| position.san(m.mv)).collect::<Vec<_>>(), ["Kxa2"]);
    assert!(moves[0].zeroing);
}

#[test]
fn a_position_outside_the_tables_is_an_error_with_a_reason() {
    let error = |fen: &str, variant: Variant| {
        TABLES.chess.probe(&Position::from_fen(fen, variant).unwrap()).unwrap_err()
    };
    let castling = error("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Variant::Chess);
    assert!(matches!(castling, ProbeError::CastlingRights));
    let missing = error("4k3/8/8/8/8/8/3R4/4K2R w - - 0 1", Variant::Chess);
    assert_eq!(missing.to_string(), "the table KRRvK is missing");
    let men = error("4k3/pppp4/8/8/8/8/8/4K3 w - - 0 1", Variant::Chess);
    assert_eq!(men.to_string(), "6 pieces are on the board, and tables have at most 5");
    let variant = error("4k3/8/8/8/8/8/8/4K2R w - - 0 1", Variant::SelfCapture);
    assert_eq!(
        variant.to_string(),
        "the tables are for chess, and the position is one of selfcapture"
    );
}
