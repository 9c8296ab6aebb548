//! Reviews of played moves.
#![allow(clippy::unwrap_used, missing_docs)]

use ouro_engine::{Engine, Judgement, MomentKind, Purpose, Review, Signals};
use ouro_rules::{Game, Position, Theme, Variant};

fn review(fen: &str, variant: Variant, san: &str) -> Review {
    let game = Game::from_position(Position::from_fen(fen, variant).unwrap());
    let played = game.position().parse_san(san).unwrap();
    let mut engine = Engine::new(16, 1).unwrap();
    engine.review(&game, played, 20_000, &Signals::default()).unwrap()
}

#[test]
fn a_hanging_queen_is_a_blunder_and_a_developing_move_is_not() {
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(review(fen, Variant::Chess, "Qg4").judgement, Some(Judgement::Blunder));
    assert_eq!(review(fen, Variant::Chess, "exd5").judgement, None);
}

#[test]
fn a_smothered_king_escapes_by_capturing_its_own_pieces() {
    // In chess this is mate. Two of the three self-captures are about equally good.
    for escape in ["Kxg7", "Kxh7"] {
        let review = review("6rk/5Npp/8/8/8/8/6PP/6K1 b - - 0 1", Variant::SelfCapture, escape);
        let moment = review.moment.unwrap();
        assert_eq!((moment.kind, moment.purpose), (MomentKind::Played, Some(Purpose::AvoidsMate)));
        let to = moment.mv.to();
        assert_eq!(moment.themes, [Theme::KingEscape { to }]);
    }
}

#[test]
fn a_missed_mate_by_self_capture_is_reported() {
    // The rook captures its own pawn and mates.
    let fen = "3r3k/p7/1p3p1P/1Pp1p3/P1b2r2/6R1/3N4/2K4R w - - 0 1";
    let review = review(fen, Variant::SelfCapture, "Nxc4");
    let moment = review.moment.unwrap();
    assert_eq!((moment.kind, moment.purpose), (MomentKind::Missed, Some(Purpose::Mates)));
    assert_eq!(moment.mv.to(), ouro_rules::Square::H6);
    assert!(moment.themes.contains(&Theme::Check { king: ouro_rules::Square::H8 }));
}

#[test]
fn a_self_capture_that_refutes_a_move_is_reported() {
    // Black allows Rxh6#, which opens the file by capturing a pawn.
    let fen = "3r3k/p7/1p3p1P/1Pp1p3/P1b2r2/6R1/3N4/2K4R b - - 0 1";
    let review = review(fen, Variant::SelfCapture, "a6");
    let moment = review.moment.unwrap();
    assert_eq!((moment.kind, moment.purpose), (MomentKind::Refutation, Some(Purpose::Mates)));
    assert!(review.judgement.is_some());
}

#[test]
fn chess_has_no_self_capture_moments() {
    // Black, two rooks down, misses a mate in one.
    let review =
        review("1nbqkbn1/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQ - 0 2", Variant::Chess, "a6");
    assert_eq!(review.moment, None);
    assert_eq!(review.judgement, Some(Judgement::Blunder));
}

#[test]
fn usual_openings_are_not_mistakes() {
    for variant in [Variant::Chess, Variant::SelfCapture] {
        for nodes in [3_000, 5_000, 10_000, 20_000] {
            let mut game = Game::new(variant);
            let mut engine = Engine::new(1, 1).unwrap();
            for san in ["Nc3", "Nf6"] {
                let played = game.position().parse_san(san).unwrap();
                let review = engine.review(&game, played, nodes, &Signals::default()).unwrap();
                let is_mistake = review.judgement >= Some(Judgement::Mistake);
                assert!(!is_mistake, "{san} in {variant} with {nodes} nodes");
                game.play(played).unwrap();
            }
        }
    }
}

#[test]
fn a_missed_mate_in_one_is_a_mistake_even_in_a_won_position() {
    // Qg7# and Rb8# mate; other moves win as well.
    let fen = "7k/5p2/5KQ1/8/8/8/8/1R6 w - - 0 1";
    assert!(review(fen, Variant::Chess, "Rb2").judgement >= Some(Judgement::Mistake));
    assert_eq!(review(fen, Variant::Chess, "Qg7#").judgement, None);
    assert_eq!(review(fen, Variant::Chess, "Rb8#").judgement, None);
}
