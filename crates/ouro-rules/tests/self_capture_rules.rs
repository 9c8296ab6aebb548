//! The rules of self-capture chess, one test each.
#![allow(clippy::unwrap_used)]

mod common;

use common::reference::ReferenceBoard;
use common::{chess, self_capture, uci_moves};
use ouro_rules::{
    Color, DebugView, Game, IllegalReason, Line, Message, Move, Outcome, PgnGame, Piece, Position,
    Role, Square, Theme, Variant,
};

fn has(position: &Position, mv: &str) -> bool {
    uci_moves(position).iter().any(|found| found == mv)
}

fn play(position: &Position, mv: &str) -> Position {
    let mut next = position.clone();
    next.play(position.parse_uci(mv).unwrap()).unwrap();
    next
}

#[test]
fn a_pawn_captures_its_own_pieces_diagonally() {
    let position = self_capture("4k3/8/8/3N1N2/4P3/8/8/4K3 w - - 0 1");
    assert!(has(&position, "e4d5") && has(&position, "e4f5"));
    assert!(!has(&chess("4k3/8/8/3N1N2/4P3/8/8/4K3 w - - 0 1"), "e4d5"));
}

#[test]
fn a_pawn_promotes_by_capturing_its_own_piece() {
    let position = self_capture("1N2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for promotion in ["q", "r", "b", "n"] {
        assert!(has(&position, &format!("a7b8{promotion}")));
        assert!(has(&position, &format!("a7a8{promotion}")));
    }
    let after = play(&position, "a7b8q");
    assert_eq!(after.piece_on(Square::B8), Some(Piece::WhiteQueen));
    assert_eq!(after.board().of_color(Color::White).count(), 2);
}

#[test]
fn a_pawn_push_needs_an_empty_square() {
    let position = self_capture("4k3/8/8/8/4N3/4P3/8/4K3 w - - 0 1");
    assert!(!has(&position, "e3e4"));
    let position = self_capture("4k3/8/8/8/4N3/8/4P3/4K3 w - - 0 1");
    assert!(has(&position, "e2e3") && !has(&position, "e2e4"));
    let position = self_capture("4k3/8/8/8/8/4N3/4P3/4K3 w - - 0 1");
    assert!(!has(&position, "e2e3") && !has(&position, "e2e4"));
}

#[test]
fn the_king_captures_its_own_piece_if_the_square_is_not_attacked() {
    let position = self_capture("4k3/8/8/8/8/8/3PP3/3RK3 w - - 0 1");
    assert!(has(&position, "e1d1") && has(&position, "e1d2") && has(&position, "e1e2"));
    let attacked = self_capture("3rk3/8/8/8/8/8/3PP3/4K3 w - - 0 1");
    assert!(!has(&attacked, "e1d2"));
    assert_eq!(
        attacked.find_move(Square::E1, Square::D2, None),
        Err(IllegalReason::KingIntoCheck(Square::D2)),
    );
}

#[test]
fn sliders_stop_at_the_first_piece_and_may_capture_it() {
    let position = self_capture("4k3/8/8/8/P6p/8/1P6/R3K3 w Q - 0 1");
    assert!(has(&position, "a1a4"));
    assert!(!has(&position, "a1a5"));
    let position = self_capture("4k3/8/8/8/8/3P4/4B3/4K3 w - - 0 1");
    assert!(has(&position, "e2d3") && !has(&position, "e2c4"));
}

#[test]
fn kings_cannot_be_captured() {
    let position = self_capture("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    assert!(!has(&position, "a1e1") && !has(&position, "h1e1"));
    assert_eq!(position.find_move(Square::H1, Square::E1, None), Err(IllegalReason::OwnKing));
    assert_eq!(position.find_move(Square::A1, Square::E8, None), Err(IllegalReason::EnemyKing));
}

#[test]
fn pieces_block_attacks_as_in_chess() {
    // The own knight blocks the rook.
    let position = self_capture("4k3/8/8/8/8/4N3/8/K3R3 b - - 0 1");
    assert!(!position.in_check());
    // A pinned piece stays on its line, also for self-captures.
    let pinned = self_capture("4r2k/8/8/8/3P4/4N3/8/4K3 w - - 0 1");
    assert!(uci_moves(&pinned).iter().all(|mv| !mv.starts_with("e3")));
    assert_eq!(
        pinned.find_move(Square::E3, Square::G4, None),
        Err(IllegalReason::Pinned(Role::Knight)),
    );
}

#[test]
fn en_passant_captures_enemy_pawns_only() {
    let mut game = Game::from_position(self_capture("4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 1"));
    game.play_uci("e2e4").unwrap();
    assert_eq!(game.position().en_passant(), None);
    let position = self_capture("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    let after = play(&position, "d7d5");
    assert!(has(&after, "e5d6"));
    assert_eq!(play(&after, "e5d6").board().of_color(Color::Black).count(), 1);
}

#[test]
fn castling_never_captures() {
    let position = self_capture("4k3/8/8/8/8/8/8/R3KN1R w KQ - 0 1");
    assert!(!has(&position, "e1g1"));
    assert!(has(&position, "e1c1"));
    let position = self_capture("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1");
    assert!(has(&position, "e1g1") && !has(&position, "e1c1"));
}

#[test]
fn a_king_next_to_its_rook_captures_it_and_does_not_castle() {
    let position = self_capture("4k3/8/8/8/8/8/8/6KR w - - 0 1");
    let mv = position.parse_uci("g1h1").unwrap();
    assert_eq!(mv, Move::normal(Square::G1, Square::H1));
    assert_eq!(position.san(mv), "Kxh1");
    assert!(position.is_self_capture(mv));
}

#[test]
fn capturing_the_own_rook_ends_its_castling_right() {
    let position = self_capture("4k3/8/8/8/8/6N1/8/R3K2R w KQ - 0 1");
    let after = play(&position, "g3h1");
    assert_eq!(after.to_fen(), "4k3/8/8/8/8/8/8/R3K2N b Q - 0 1");
    // Another rook in the corner does not restore it.
    let mut game = Game::from_position(self_capture("4k3/8/8/8/8/6N1/8/R3K2R w KQ - 0 1"));
    for mv in ["g3h1", "e8d8", "h1g3", "d8e8", "a1a2", "e8d8", "a2h2", "d8e8", "h2h1", "e8d8"] {
        game.play_uci(mv).unwrap();
    }
    assert_eq!(game.position().piece_on(Square::H1), Some(Piece::WhiteRook));
    assert!(!has(game.position(), "e1g1") && !has(game.position(), "e1c1"));
    let error = game.play_squares(Square::E1, Square::G1, None).unwrap_err().to_string();
    assert_eq!(error, "the right to castle is lost: White captured the rook on h1 on move 1");
}

#[test]
fn a_self_capture_resets_the_halfmove_clock() {
    let position = self_capture("4k3/8/8/8/8/8/4P3/R3K3 w Q - 40 60");
    assert_eq!(play(&position, "e1e2").halfmove_clock(), 0);
    assert_eq!(play(&position, "a1a2").halfmove_clock(), 41);
}

#[test]
fn undo_restores_the_position_for_every_kind_of_move() {
    let cases = [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 3 9", "e2e4"),
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 7 9", "d7d5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "e5d6"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9", "e8c8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "h1h8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "e1e2"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 5 9", "a7a8q"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 5 9", "a7b8r"),
        ("1N2k3/P7/8/8/8/8/8/4K3 w - - 5 9", "a7b8n"),
        ("4k3/8/8/8/8/8/3P4/R1B1K2R w KQ - 5 9", "c1d2"),
        ("4k3/8/8/8/8/6N1/3P4/R1B1K2R w KQ - 5 9", "g3h1"),
        ("4k3/8/8/8/8/8/3P4/R1B1K2R w KQ - 5 9", "e1d2"),
        ("4k3/8/8/3N4/4P3/8/8/4K3 w - - 5 9", "e4d5"),
    ];
    for (fen, mv) in cases {
        let before = self_capture(fen);
        let mut game = Game::from_position(before.clone());
        game.play_uci(mv).unwrap();
        let after = game.position().clone();
        assert_ne!(after, before);
        assert!(game.undo().is_some());
        assert_eq!(game.position(), &before, "{fen} {mv}");
        assert_eq!(game.position().key(), before.key());
        assert_eq!(DebugView(game.position()).to_string(), DebugView(&before).to_string());
        assert_eq!(game.position().check_invariants(), Ok(()));
        assert!(game.redo().is_some());
        assert_eq!(game.position(), &after, "{fen} {mv}");
        assert_eq!(game.redo(), None);
    }
}

#[test]
fn undoing_a_self_capture_restores_the_color_of_the_captured_piece() {
    let mut game = Game::from_position(self_capture("4k3/8/8/8/8/8/3P4/2B1K3 w - - 0 1"));
    game.play_uci("c1d2").unwrap();
    assert_eq!(game.position().piece_on(Square::D2), Some(Piece::WhiteBishop));
    game.undo();
    assert_eq!(game.position().piece_on(Square::D2), Some(Piece::WhitePawn));
    assert_eq!(game.undo(), None);
}

#[test]
fn a_position_can_have_274_moves() {
    let fen = "1KQ1Q1Q1/1Q5Q/3k4/Q5Q1/Q5Q1/2Q5/Q3QQ2/1Q5Q w - - 0 1";
    let position = self_capture(fen);
    assert_eq!(position.legal_moves().len(), 274);
    assert_eq!(position.count_legal_moves(), 274);
    assert_eq!(ReferenceBoard::new(&position).legal_moves().len(), 274);
    assert_eq!(chess(fen).legal_moves().len(), 220);
}

#[test]
fn san_uci_and_pgn_write_self_captures_like_captures() {
    let mut game = Game::new(Variant::SelfCapture);
    let mv = game.play_san("Nxd2").unwrap();
    assert_eq!(game.start().uci(mv), "b1d2");
    let pgn = PgnGame::from(&game).to_string();
    assert!(pgn.contains("[Variant \"Self-capture\"]") && pgn.contains("1. Nxd2"), "{pgn}");
    let back = PgnGame::read(&pgn).next().unwrap().unwrap();
    assert_eq!(back.main_line().unwrap().position(), game.position());
}

#[test]
fn the_variant_is_part_of_the_key() {
    let keys = Variant::ALL.map(|variant| Position::start(variant).key());
    assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
    let pawns = Variant::ALL.map(|variant| Position::start(variant).pawn_key());
    assert!(pawns[0] == pawns[1] && pawns[1] == pawns[2]);
}

#[test]
fn a_game_lists_its_self_captures() {
    let mut game = Game::new(Variant::SelfCapture);
    for san in ["e4", "e5", "Bxg2", "Kxf7", "Nf3"] {
        game.play_san(san).unwrap();
    }
    let found: Vec<_> = game.self_captures().collect();
    assert_eq!(found.len(), 2);
    let (ply, capture) = &found[0];
    assert_eq!(
        (*ply, capture.by, capture.piece, capture.victim, capture.square),
        (2, Color::White, Role::Bishop, Role::Pawn, Square::G2)
    );
    assert!(capture.themes.is_empty());
    let (ply, capture) = &found[1];
    assert_eq!((*ply, capture.by, capture.piece), (3, Color::Black, Role::King));
    assert_eq!(capture.themes, [Theme::KingWalk { to: capture.square }]);
}

#[test]
fn themes_are_recognised() {
    let themes = |fen: &str, san: &str| {
        let position = self_capture(fen);
        let mv = position.parse_san(san).unwrap();
        position.self_capture(mv).unwrap().themes
    };
    let escape = Theme::KingEscape { to: Square::G2 };
    let walk = Theme::KingWalk { to: Square::G2 };
    let promotion = Theme::Promotion { on: Square::B8 };
    // Back-rank mate in chess; here the king captures its own pawn.
    assert_eq!(themes("3r2k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", "Kxg2"), [escape]);
    assert_eq!(themes("6k1/8/8/8/8/8/5PPP/6K1 w - - 0 1", "Kxg2"), [walk]);
    assert_eq!(
        themes("1N2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q+"),
        [promotion, Theme::Check { king: Square::E8 }],
    );
    let file = Theme::LineOpened {
        by: Square::G2,
        end: Square::G8,
        line: Line::File(ouro_rules::File::G),
    };
    let check = Theme::Check { king: Square::G8 };
    assert_eq!(themes("6k1/8/8/8/8/8/6P1/4K1R1 w - - 0 1", "Rxg2+"), [file, check]);
    // The knight leaves the diagonal of its bishop and captures its own pawn.
    let diagonal = Theme::LineOpened {
        by: Square::B2,
        end: Square::H8,
        line: Line::Diagonal(Square::A1, Square::H8),
    };
    let check_in_corner = Theme::Check { king: Square::H8 };
    assert_eq!(themes("7k/8/8/8/3N4/1P6/1B6/4K3 w - - 0 1", "Nxb3+"), [diagonal, check_in_corner]);
    assert_eq!(
        themes("k7/8/8/8/8/8/3P4/2B1K3 w - - 0 1", "Bxd2"),
        [Theme::Frees { piece: Role::Bishop, square: Square::D2 }]
    );
    let rank = Theme::LineOpened {
        by: Square::A2,
        end: Square::G2,
        line: Line::Rank(ouro_rules::Rank::Second),
    };
    let check_on_rank = Theme::Check { king: Square::G2 };
    assert_eq!(themes("1K6/8/8/8/8/2P5/R3N1k1/8 w - - 0 1", "Nxc3+"), [rank, check_on_rank]);
    // The bishop gains mobility but does not attack the surroundings of the king.
    let freed = Theme::Frees { piece: Role::Bishop, square: Square::C1 };
    assert_eq!(themes("k7/8/8/8/8/1P6/1P1N4/2B1K3 w - - 0 1", "Nxb3"), [freed]);
    assert_eq!(themes("k7/8/8/8/4N3/8/3P4/2B1K3 w - - 0 1", "Nxd2"), []);
    let tempo = Theme::Tempo { target: Role::Queen, square: Square::E6 };
    assert_eq!(themes("k7/8/4q3/8/3P4/8/4N3/3K4 w - - 0 1", "Nxd4"), [tempo]);
    assert_eq!(themes("k7/8/4n3/8/3P4/8/4N3/3K4 w - - 0 1", "Nxd4"), []);
    // The rook already attacked the squares behind it.
    assert_eq!(themes("8/8/3P4/8/3R4/8/8/2k4K w - - 0 1", "Rxd6"), []);
    assert_eq!(rank.to_string(), "clears the second rank");
    assert_eq!(diagonal.to_string(), "clears the a1–h8 diagonal");
    let words = [escape, walk, promotion, file, check].map(|theme| theme.to_string());
    assert_eq!(
        words,
        [
            "the king escapes through its own army",
            "the king walks through its own army",
            "promotes by capturing its own piece",
            "clears the g-file",
            "gives check",
        ],
    );
    let ranks = ouro_rules::Rank::ALL.map(|rank| Line::Rank(rank).to_string());
    assert_eq!((ranks[0].as_str(), ranks[7].as_str()), ("first rank", "eighth rank"));
    assert_eq!(Line::through(Square::A1, Square::B3), None);
    let codes = [escape, walk, promotion, check, rank].map(|theme| theme.code());
    assert_eq!(codes, ["king_escape", "king_walk", "promotion", "check", "line_opened"]);
    let squares = |theme: Theme| theme.squares().into_iter().map(Square::name).collect::<Vec<_>>();
    assert_eq!(squares(file), ["g2", "g3", "g4", "g5", "g6", "g7", "g8"]);
    assert_eq!(squares(diagonal), ["b2", "c3", "d4", "e5", "f6", "g7", "h8"]);
    assert_eq!(squares(rank), ["a2", "b2", "c2", "d2", "e2", "f2", "g2"]);
    assert_eq!(squares(escape), ["g2"]);
    assert_eq!(squares(check), ["g8"]);
}

#[test]
fn all_legal_moves_may_be_self_captures() {
    // A smothered king captures one of the pieces around it.
    let smothered = "6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1";
    let in_chess = Game::from_position(chess(smothered));
    assert_eq!(in_chess.outcome(), Some(Outcome::Checkmate { winner: Color::White }));
    let game = Game::from_position(self_capture(smothered));
    assert_eq!(game.outcome(), None);
    assert_eq!(uci_moves(game.position()), ["h8g7", "h8g8", "h8h7"]);
    let all_own = |mv| game.position().is_self_capture(mv);
    assert!(game.position().legal_moves().into_iter().all(all_own));
}

#[test]
fn a_mate_is_a_mate_if_every_own_piece_is_guarded() {
    // The knights guard g7 and h7, and the rook on the f-file guards f7.
    let fen = "R5k1/5ppp/8/5NN1/8/8/8/4KR2 b - - 0 1";
    let game = Game::from_position(self_capture(fen));
    assert_eq!(ReferenceBoard::new(game.position()).legal_moves(), [] as [String; 0]);
    assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: Color::White }));
}
