//! Reading PGN leniently.
#![allow(clippy::unwrap_used)]

mod common;

use common::Random;
use ouro_rules::{
    Color, PgnEncoding, PgnErrorKind, PgnGame, PgnImport, PgnMove, PgnResult, PgnWarningKind,
    Position, Variant, decode_pgn,
};

fn import(text: &str) -> PgnImport {
    let games: Vec<_> = PgnGame::read_lenient(text).collect();
    assert_eq!(games.len(), 1, "{text}: {games:?}");
    games.into_iter().next().unwrap().unwrap()
}

fn sans(import: &PgnImport) -> String {
    import.game.main_line().unwrap().sans().join(" ")
}

fn warnings(import: &PgnImport) -> Vec<String> {
    import.warnings.iter().map(|warning| warning.kind.to_string()).collect()
}

/// Checks that every line of a game has only legal moves, with null moves in variations only.
fn check_legal(start: &Position, moves: &[PgnMove], is_main_line: bool) {
    let mut position = start.clone();
    for annotated in moves {
        for variation in &annotated.variations {
            check_legal(&position, variation, false);
        }
        match annotated.mv {
            Some(mv) => position.play(mv).unwrap(),
            None => {
                assert!(!is_main_line);
                position.play_null().unwrap();
            }
        }
    }
}

/// Checks what lenient reading promises about every game that it keeps.
fn check_promises(text: &str) {
    for game in PgnGame::read_lenient(text) {
        let import = match game {
            Ok(import) => import,
            Err(error) => {
                assert!(error.at <= text.len());
                continue;
            }
        };
        let game = &import.game;
        check_legal(&game.start, &game.moves, true);
        assert!(import.warnings.len() <= 100);
        assert!(import.warnings.len() == 100 || import.further_warnings == 0);
        let written = game.to_string();
        let games: Vec<_> = PgnGame::read(&written).map(Result::unwrap).collect();
        assert_eq!(games.len(), 1, "{text}\n{written}");
        assert_eq!(games[0].start, game.start, "{text}\n{written}");
        assert_eq!(games[0].moves, game.moves, "{text}\n{written}");
        assert_eq!(games[0].comments, game.comments, "{text}\n{written}");
        assert_eq!(games[0].result, game.result, "{text}\n{written}");
        for (name, value) in &game.tags {
            assert_eq!(games[0].tag(name), Some(value.replace('\r', " ").as_str()), "{text}");
        }
        assert_eq!(games[0].to_string(), written);
    }
}

/// A game as ChessBase exports it: null moves, nested variations, annotations and comments.
const CHESSBASE: &str = "[Event \"Wch U20\"]\r\n[Site \"Graz\"]\r\n[White \"Gr\u{fc}nfeld, E.\"]\r\n\
[Black \"Alekhine, A.\"]\r\n[Result \"0-1\"]\r\n[ECO \"D85\"]\r\n[Annotator \"Somebody\"]\r\n\
[PlyCount \"12\"]\r\n[SourceVersionDate \"2020.01.01\"]\r\n\r\n\
{[%evp 0,4,19,31]} 1. d4 {[%clk 0:01:02]} Nf6 $1 2. c4 g6 ({The idea is seen after} 2... Z0 $2 \
3. Nc3 $14 Z0 (3... g6 4. e4 d6 (4... Bg7 5. -- $140 O-O)) 4. e4 $18) 3. Nc3 d5 $146 ; Gr\u{fc}nfeld!\r\n\
% an escape line\r\n4. cxd5 Nxd5 5. e4 Nxc3 6. bxc3 +- Bg7 N {and so on} 0-1\r\n";

#[test]
fn a_null_move_in_a_variation_is_kept_with_the_whole_game() {
    let import = import(CHESSBASE);
    assert_eq!(import.error, None);
    assert_eq!(sans(&import), "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7");
    let game = &import.game;
    assert_eq!(game.tag("White"), Some("Gr\u{fc}nfeld, E."));
    assert_eq!(game.comments, ["[%evp 0,4,19,31]"]);
    assert_eq!(game.moves[0].comments, ["[%clk 0:01:02]"]);
    assert_eq!(game.moves[5].comments, ["Gr\u{fc}nfeld!"]);
    assert_eq!(game.moves[10].nags, [18]);
    assert_eq!(game.moves[11].nags, [146]);
    assert_eq!(game.result, PgnResult::Win(Color::Black));
    let variation = &game.moves[3].variations[0];
    assert_eq!(variation[0].comments_before, ["The idea is seen after"]);
    assert_eq!((variation[0].mv, variation[2].mv, variation.len()), (None, None, 4));
    assert_eq!(variation[2].variations[0][2].variations[0].len(), 3);
    let null_moves = import.warnings.iter().filter(|w| w.kind == PgnWarningKind::NullMove);
    assert_eq!(null_moves.count(), 3);
    assert_eq!(import.warnings.len(), 5, "{:?}", import.warnings);
    let written = game.to_string();
    assert!(written.contains("(2... {The") || written.contains("({The idea"), "{written}");
    assert!(written.contains("-- $2"), "{written}");
    check_promises(CHESSBASE);
}

#[test]
fn strict_reading_accepts_null_moves_as_they_are_written_and_only_in_variations() {
    let game = |text| PgnGame::read(text).next().unwrap();
    assert_eq!(game("1. e4 e5 (1... -- 2. d4) *").unwrap().moves[1].variations[0][0].mv, None);
    assert!(game("1. e4 e5 (1... Z0 2. d4) *").is_err());
    assert!(game("1. e4 -- *").is_err());
    let check = game("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 (3... --) *").unwrap_err();
    let after = "the start of the variation";
    assert_eq!(check.kind, PgnErrorKind::NullMoveInCheck(after.into()));
}

#[test]
fn every_spelling_of_the_null_move_is_read() {
    for null in ["--", "Z0", "z0", "null", "0000", "@@@@", "Z0+", "--!?"] {
        let import = import(&format!("1. e4 e5 (1... {null} 2. d4 {null} 3. c4) 2. Nf3 *"));
        let variation = &import.game.moves[1].variations[0];
        let nulls: Vec<_> = variation.iter().map(|annotated| annotated.mv.is_none()).collect();
        assert_eq!(nulls, [true, false, true, false], "{null}");
        assert_eq!(warnings(&import), ["a null move was kept"; 2], "{null}");
    }
}

#[test]
fn a_null_move_in_the_main_line_ends_the_game_and_in_check_the_variation() {
    let main = import("1. e4 e5 2. Nf3 Z0 3. d4 (3. c4) exd4 1-0");
    assert_eq!(sans(&main), "e4 e5 Nf3");
    let error = main.error.unwrap();
    assert_eq!(error.kind, PgnErrorKind::NullMoveInMainLine("2. Nf3".into()));
    assert_eq!((error.game, error.line, error.at, error.move_number), (1, 1, 16, Some(2)));
    assert_eq!(main.game.result, PgnResult::Win(Color::White));

    let check = import("1. e4 f6 (1... e5 2. Qh5 g6 3. Qxe5+ -- 4. d4) 2. d4 *");
    assert_eq!(check.error, None);
    assert_eq!(sans(&check), "e4 f6 d4");
    assert_eq!(check.game.moves[1].variations[0].len(), 4);
    assert_eq!(
        check.warnings[0].to_string(),
        "line 1 (byte 37), move 3: the rest of a variation was dropped: \
         after 3. Qxe5+: a side in check cannot make a null move",
    );
}

#[test]
fn a_game_is_kept_up_to_the_move_that_cannot_be_read() {
    let text = "[White \"A\"]\n\n1. e4 e5\n2. Ke3 (2. d4) {why?} Nc6 3. Nf3 1/2-1/2\n\n[White \"B\"]\n\n1. d4 *\n";
    let games: Vec<_> = PgnGame::read_lenient(text).map(Result::unwrap).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(sans(&games[0]), "e4 e5");
    let error = games[0].error.as_ref().unwrap();
    assert_eq!((error.game, error.line, error.at, error.move_number), (1, 4, 25, Some(2)));
    assert_eq!(error.kind.to_string(), "after 1... e5: Ke3 is not a legal move in this position");
    assert_eq!(games[0].game.result, PgnResult::Draw);
    assert_eq!((games[1].game.tag("White"), &games[1].error), (Some("B"), &None));
}

#[test]
fn an_unreadable_move_in_a_variation_drops_only_the_rest_of_that_variation() {
    let text = "1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6 3. Kd5 a6 (3... b6) 4. b3) d6 3. Kf9 {x} g6) \
                (1... Xx 2. d4) 2. Nf3 *";
    let import = import(text);
    assert_eq!(import.error, None);
    assert_eq!(sans(&import), "e4 e5 Nf3");
    let variations = &import.game.moves[1].variations;
    assert_eq!(variations.len(), 1);
    assert_eq!(variations[0].len(), 3);
    assert_eq!(variations[0][1].variations[0].len(), 2);
    assert_eq!(import.warnings.len(), 3);
    assert!(import.warnings.iter().all(|w| matches!(w.kind, PgnWarningKind::VariationCut(_))));
    check_promises(text);
}

#[test]
fn unusual_spellings_of_moves_are_read_with_a_warning() {
    for (text, expected) in [
        ("e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1", "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O"),
        ("e2-e4 e7-e5 Ng1-f3 b8-c6", "e4 e5 Nf3 Nc6"),
        ("e4 e5 Nf3 Nc6 Bc4 Bc5 0-0", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"),
        ("e4 e5 nf3 nc6", "e4 e5 Nf3 Nc6"),
        ("e4 e5 ♘f3 ♞c6", "e4 e5 Nf3 Nc6"),
        ("e4 d5 e:d5 Q×d5", "e4 d5 exd5 Qxd5"),
        ("e4 f6 d4 g5 Qh5", "e4 f6 d4 g5 Qh5#"),
        ("e4+ e5#", "e4 e5"),
        ("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7++", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"),
        ("a4 b5 axb5 a6 bxa6 Bb7 axb7 Na6 bxa8q", "a4 b5 axb5 a6 bxa6 Bb7 axb7 Na6 bxa8=Q"),
        ("a4 b5 axb5 a6 bxa6 Bb7 axb7 Na6 b7a8n", "a4 b5 axb5 a6 bxa6 Bb7 axb7 Na6 bxa8=N"),
    ] {
        let import = import(&format!("{text} *"));
        assert_eq!((sans(&import).as_str(), import.error.is_none()), (expected, true), "{text}");
        assert!(!import.warnings.is_empty(), "{text}");
        let spelling = |kind: &PgnWarningKind| matches!(kind, PgnWarningKind::Spelling { .. });
        assert!(import.warnings.iter().all(|warning| spelling(&warning.kind)), "{import:?}");
    }
    // A bishop move that is not legal is not a pawn capture in UCI notation.
    assert!(import("a4 c5 a5 c4 a6 c3 B2c3 *").error.is_some());
}

#[test]
fn evaluation_signs_become_numeric_annotations() {
    let import = import("1. e4! e5?! 2. Nf3 += Nc6 = 3. Bb5+- a6N 4. Ba4 N Nf6 +/- (4... b5 -+) *");
    let nags: Vec<_> = import.game.moves.iter().map(|annotated| annotated.nags.clone()).collect();
    assert_eq!(
        nags,
        [vec![1], vec![6], vec![14], vec![10], vec![18], vec![146], vec![146], vec![16]]
    );
    assert_eq!(import.game.moves[7].variations[0][0].nags, [19]);
    assert_eq!(import.error, None);
}

#[test]
fn byte_order_marks_and_control_characters_are_skipped() {
    let text = "\u{FEFF}[White \"A\"]\n\n1. e4 *\n\u{FEFF}[White \"B\"]\n\n1. d4 *\n\u{1A}";
    let games: Vec<_> = PgnGame::read_lenient(text).map(Result::unwrap).collect();
    let names: Vec<_> = games.iter().map(|import| import.game.tag("White").unwrap()).collect();
    assert_eq!(names, ["A", "B"]);
    for import in &games {
        assert_eq!(warnings(import), ["a byte order mark was skipped"]);
    }
    assert_eq!(PgnGame::read_lenient("\u{FEFF}").count(), 0);
    assert_eq!(PgnGame::read_lenient("\u{FEFF}% escape\n1. e4 *").count(), 1);
}

#[test]
fn a_missing_result_comes_from_the_tag() {
    let tagged = import("[Result \"1-0\"]\n\n1. e4 e5");
    assert_eq!(tagged.game.result, PgnResult::Win(Color::White));
    assert_eq!(warnings(&tagged), ["the moves do not end with a result; it was set to 1-0"]);
    assert_eq!(warnings(&import("1. e4")), ["the moves do not end with a result; it was set to *"]);
    let other = import("[Result \"1-0\"]\n\n1. e4 ½-½");
    assert_eq!(other.game.result, PgnResult::Draw);
    assert_eq!(warnings(&other), ["the Result tag says 1-0, but the moves end with 1/2-1/2"]);
}

#[test]
fn odd_tags_are_kept_as_well_as_possible() {
    let text = "[Event \"The \"Big\" Cup\"]\n[Site Paris]\n[White Elo \"2500\"]\n[Round \"1\"\n\
                [Round \"2\"]\n[Mood \"good\"]\n[%junk]\n[White \"A\"] [Black \"B\"]\n\n1. e4 [%clk 1] e5 *";
    let import = import(text);
    let game = &import.game;
    assert_eq!(game.tag("Event"), Some("The \"Big\" Cup"));
    assert_eq!(game.tag("Site"), Some("Paris"));
    assert_eq!(game.tag("White_Elo"), Some("2500"));
    assert_eq!(game.tag("Round"), Some("1"));
    assert_eq!((game.tag("White"), game.tag("Black")), (Some("A"), Some("B")));
    assert_eq!(sans(&import), "e4 e5");
    let kinds: Vec<_> = import.warnings.iter().map(|warning| warning.kind.clone()).collect();
    assert!(kinds.contains(&PgnWarningKind::UnknownTag("Mood".into())), "{kinds:?}");
    assert!(kinds.contains(&PgnWarningKind::RepeatedTag("Round".into())), "{kinds:?}");
    assert_eq!(kinds.iter().filter(|kind| matches!(kind, PgnWarningKind::OddTag(_))).count(), 4);
    assert_eq!(kinds.iter().filter(|kind| matches!(kind, PgnWarningKind::Skipped(_))).count(), 2);
    check_promises(text);
}

#[test]
fn games_without_blank_lines_or_moves_are_separated() {
    let text = "[Event \"1\"]\n[White \"A\"]\n1. e4 e5 1-0\n[Event \"2\"]\n1. d4 d5\n[Event \"3\"]\n\
                [Event \"4\"]\n1. c4 (1. b3\n[Event \"5\"]\n1. f4 {never closed\n[Event \"6\"]\n1. a3 *";
    let games: Vec<_> = PgnGame::read_lenient(text).map(Result::unwrap).collect();
    let events: Vec<_> = games.iter().map(|import| import.game.tag("Event").unwrap()).collect();
    assert_eq!(events, ["1", "2", "3", "4", "5", "6"]);
    let counts: Vec<_> = games.iter().map(|import| import.game.moves.len()).collect();
    assert_eq!(counts, [2, 2, 0, 1, 1, 1]);
    assert!(games[3].warnings.iter().any(|w| w.kind == PgnWarningKind::UnclosedVariation));
    assert!(games[4].warnings.iter().any(|w| w.kind == PgnWarningKind::UnclosedComment));
    assert_eq!(games[4].game.moves[0].comments, ["never closed"]);
    check_promises(text);
}

#[test]
fn the_variant_comes_from_the_tag_or_else_from_the_caller() {
    let read = |text: &'static str, variant: Option<Variant>| {
        let reader = PgnGame::read_lenient(text);
        let mut reader = match variant {
            Some(variant) => reader.variant(variant),
            None => reader,
        };
        reader.next().unwrap()
    };
    let bare = "1. Nxd2 *";
    assert_eq!(read(bare, Some(Variant::SelfCapture)).unwrap().game.moves.len(), 1);
    assert!(read(bare, Some(Variant::SelfCapture)).unwrap().warnings.is_empty());
    assert!(read(bare, None).is_err());
    let tagged = "[Variant \"Capture Anything\"]\n\n1. Nxd2 *";
    assert_eq!(read(tagged, None).unwrap().game.start.variant(), Variant::SelfCapture);
    let other = read(tagged, Some(Variant::Chess)).unwrap();
    assert_eq!(other.game.start.variant(), Variant::SelfCapture);
    let (tag, asked) = (Variant::SelfCapture, Variant::Chess);
    assert_eq!(other.warnings[0].kind, PgnWarningKind::OtherVariant { tag, asked });
    let unknown = "[Variant \"Atomic\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *";
    let kept = read(unknown, Some(Variant::Chess)).unwrap();
    assert!(matches!(kept.warnings[0].kind, PgnWarningKind::UnknownVariant { .. }));
    assert!(matches!(read(unknown, None).unwrap_err().kind, PgnErrorKind::Variant(_)));
    assert_eq!(PgnGame::read_lenient(unknown).filter(Result::is_ok).count(), 1);
    let mut strict = PgnGame::read(bare).variant(Variant::SelfCapture);
    assert_eq!(strict.next().unwrap().unwrap().moves.len(), 1);
}

#[test]
fn a_start_position_needs_no_setup_tag_and_chess960_is_read() {
    let fen = import("[FEN \"r3k3/8/8/8/8/8/8/4K3 b kq -\"]\n\n1... 0-0-0 *");
    assert_eq!(sans(&fen), "O-O-O");
    assert_eq!((fen.game.repairs.len(), fen.warnings.len()), (2, 3));
    let start = Position::chess960_start(0).unwrap();
    let text = format!("[Variant \"Chess 960\"]\n[FEN \"{}\"]\n\n1. e4 *", start.to_fen());
    assert_eq!(import(&text).game.start, start);
    let bad = "[FEN \"8/8\"]\n\n1. e4 (1. d4) *\n\n[White \"B\"]\n\n1. d4 *";
    let games: Vec<_> = PgnGame::read_lenient(bad).collect();
    assert!(matches!(games[0].as_ref().unwrap_err().kind, PgnErrorKind::Fen(_)));
    assert_eq!((games.len(), games[1].is_ok()), (2, true));
}

#[test]
fn stray_signs_are_skipped() {
    let import = import("(1. d4) 1. e4 ) } $999 e5 12( 1... c5 ) 2. Nf3 13) *");
    assert_eq!((sans(&import).as_str(), import.error.clone()), ("e4 e5 Nf3", None));
    assert_eq!(import.game.moves[1].variations.len(), 1);
    assert_eq!(import.warnings.len(), 5, "{:?}", import.warnings);
}

#[test]
fn text_that_is_no_game_is_an_error() {
    let text = "Dear friend,\nhere is my game.\n\n[White \"A\"]\n\n1. e4 *";
    let games: Vec<_> = PgnGame::read_lenient(text).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].as_ref().unwrap_err().at, 0);
    assert_eq!(games[1].as_ref().unwrap().game.moves.len(), 1);
    assert!(PgnGame::read_lenient("[%nothing]").next().unwrap().is_err());
    assert_eq!(PgnGame::read_lenient("").count(), 0);
}

#[test]
fn every_limit_holds() {
    let text = format!("{} *", "Nf3+ Nf6+ Ng1+ Ng8+ ".repeat(50));
    let many = import(&text);
    assert_eq!((many.warnings.len(), many.further_warnings), (100, 100));

    let limited = PgnGame::read_lenient(&text).max_moves(150).next().unwrap().unwrap();
    assert_eq!(limited.game.moves.len(), 150);
    assert_eq!(limited.error.unwrap().kind, PgnErrorKind::TooManyMoves(150));
    assert!(PgnGame::read(&text).max_moves(150).next().unwrap().is_err());
    assert!(PgnGame::read(&text).max_moves(200).next().unwrap().is_ok());
    let nested = PgnGame::read_lenient("1. e4 (1. d4 (1. c4 c5 2. b3) d5) e5 *").max_moves(3);
    let nested = nested.map(Result::unwrap).next().unwrap();
    assert_eq!((nested.game.moves.len(), nested.error.is_some()), (1, true));
    assert_eq!(nested.game.moves[0].variations[0][0].variations[0].len(), 1);

    let comments = PgnGame::read_lenient("{a} {b} 1. e4 {c} {d} *").max_moves(3);
    let comments = comments.map(Result::unwrap).next().unwrap();
    assert_eq!((comments.game.comments.len(), comments.game.moves[0].comments.len()), (2, 1));
    assert_eq!(warnings(&comments), ["comments after the first 3 were dropped"]);

    let deep = import(&format!("1. e4 {}e5 *", "(1. d4 ".repeat(100_000)));
    let mut depth = 0;
    let mut line = &deep.game.moves;
    while let Some(variation) = line[0].variations.first() {
        (line, depth) = (variation, depth + 1);
    }
    assert_eq!(depth, 64);
    let closed = format!("1. e4 {}{} e5 *", "(1. d4 ".repeat(100), ")".repeat(100));
    assert_eq!(sans(&import(&closed)), "e4 e5");

    let tags: String = (0..2_000).map(|i| format!("[Tag{i} \"x\"]\n")).collect();
    let tags = import(&format!("{tags}\n1. e4 *"));
    assert_eq!(tags.game.tags.len(), 1_000);
    assert_eq!(tags.warnings.len() + tags.further_warnings, 2_000);
}

#[test]
fn reading_can_start_at_a_game() {
    let text = "1. e4 *\n1. d4 *\n1. ü *\n1. c4 *";
    let mut games = PgnGame::read_lenient(text);
    games.next().unwrap().unwrap();
    let at = games.offset();
    let mut rest = PgnGame::read_lenient(text).starting_at(at);
    assert_eq!(sans(&rest.next().unwrap().unwrap()), "d4");
    let error = rest.next().unwrap().unwrap_err();
    assert_eq!((error.line, error.at), (3, 19));
    assert_eq!(PgnGame::read_lenient(text).starting_at(20).count(), 2);
    assert_eq!(PgnGame::read_lenient(text).starting_at(usize::MAX).count(), 0);
    assert!(PgnGame::read("\u{FEFF}1. e4 *").starting_at(0).next().unwrap().is_ok());
}

#[test]
fn files_that_are_not_utf_8_are_decoded_as_windows_1252() {
    let bytes = b"[White \"M\xFCller\"]\n\n1. e4 {\x84quoted\x93 \x96 5\x80} *";
    let (text, encoding) = decode_pgn(bytes);
    assert_eq!(encoding, PgnEncoding::Windows1252);
    let game = import(&text).game;
    assert_eq!(game.tag("White"), Some("Müller"));
    assert_eq!(game.moves[0].comments, ["„quoted“ – 5€"]);
    let (text, encoding) = decode_pgn("é".as_bytes());
    assert_eq!((text.as_ref(), encoding), ("é", PgnEncoding::Utf8));
}

/// A reader that takes quadratic time for one of the texts needs minutes for it.
#[test]
fn reading_takes_linear_time() {
    let many = 300_000;
    let tags: String = (0..many).map(|i| format!("[T{i} \"\"]\n")).collect();
    let texts = [
        format!("{tags}\n1. e4 *"),
        "[A \"\"]\n\n1. e5 *\n\n".repeat(many),
        "[A \"\"]\n\n1. e4 {\n\n".repeat(many),
        "[A \"\"]\n\n1. e4 (\n\n".repeat(many),
        "[A \"\"]\n\n{x} {y} *\n\n".repeat(many),
        "[A \"".repeat(many),
        "[A \"]\n".repeat(many),
        "[ \n\n".repeat(many),
        "(".repeat(many),
        "1. e4 ".to_owned() + &"(e5)".repeat(many),
        "\u{FEFF}[".repeat(many),
        "1".repeat(many),
        "1. e4 ".to_owned() + &"{}".repeat(many),
        "1. e4 ".to_owned() + &"$1".repeat(many),
        "x".repeat(many),
        "*".repeat(many),
        ";\n".repeat(many),
    ];
    let begun = std::time::Instant::now();
    for text in &texts {
        assert!(PgnGame::read(text).count() <= many);
        assert!(PgnGame::read_lenient(text).count() <= many);
    }
    assert!(begun.elapsed().as_secs() < 240, "{:?}", begun.elapsed());
}

#[test]
fn whatever_is_kept_replays_legally_and_reads_back_strictly() {
    let mut random = Random::new(15);
    let pieces = [
        "e4",
        "Nf3",
        "(",
        ")",
        "{",
        "}",
        ";",
        "\n",
        " ",
        "[White \"A\"]",
        "[",
        "]",
        "\"",
        "Z0",
        "--",
        "0000",
        "1.",
        "*",
        "1-0",
        "$5",
        "!",
        "+-",
        "N",
        "\u{FEFF}",
        "%",
        "\\",
        "[FEN \"",
        "[Variant \"Self-capture\"]\n",
        "e7e5",
        "O-O",
        "0-0",
        "Nxd2",
        "½",
        "é",
        "♘f3",
        "=",
        "1...",
        "[%clk 1]",
        "[A B]\n",
        "[White-Elo \"1\"]\n",
        "[White_Elo \"1\"]\n",
        "\r\n",
        "\0",
    ];
    for round in 0..40_000 {
        let mut text = match round % 3 {
            0 => String::new(),
            1 => CHESSBASE.to_owned(),
            _ => "1. e4 e5 (1... Z0 2. d4 (2. c4 --)) 2. Nf3 {x} Nc6 1/2-1/2\n".repeat(2),
        };
        for _ in 0..random.below(30) {
            let at = text.floor_char_boundary(random.below(text.len() + 1));
            if random.below(4) == 0 && !text.is_empty() {
                let end = text.floor_char_boundary((at + random.below(12)).min(text.len()));
                text.replace_range(at..end.max(at), "");
            } else {
                let piece: &str = random.pick::<&str>(&pieces);
                text.insert_str(at, piece);
            }
        }
        check_promises(&text);
    }
}
