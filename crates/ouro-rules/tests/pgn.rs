//! Parsing and writing PGN.
#![allow(clippy::unwrap_used)]

mod common;

use common::Random;
use ouro_rules::{
    Color, Game, PgnErrorKind, PgnGame, PgnResult, Position, SanError, Setup, Variant,
};

const ANNOTATED: &str = r#"% an escaped line
[Event "Casual \"blitz\" game"]
[Site "C:\\games"]
[White "Anderssen, Adolf"]
[Black "Dufresne, Jean"]
[Result "1-0"]
[ECO "C52"]

{Evergreen} 1. e4 e5 2. Nf3 $1 Nc6 (2... d6 3. d4 (3. Bc4 {quiet} Be7) 3... exd4) (2... Nf6 $5) 3. Bc4! Bc5 ; a comment to the end
4. b4!? {a gambit
over two lines} Bxb4 1-0
"#;

#[test]
fn comments_variations_and_annotations_are_parsed() {
    let pgn = PgnGame::read(ANNOTATED).next().unwrap().unwrap();
    assert_eq!(pgn.tag("Event"), Some("Casual \"blitz\" game"));
    assert_eq!(pgn.tag("Site"), Some("C:\\games"));
    assert_eq!(pgn.tag("Result"), None);
    assert_eq!(pgn.result, PgnResult::Win(Color::White));
    assert_eq!(pgn.comments, ["Evergreen"]);
    assert_eq!(pgn.moves.len(), 8);
    assert_eq!(pgn.moves[2].nags, [1]);
    assert_eq!(pgn.moves[3].variations.len(), 2);
    assert_eq!(pgn.moves[3].variations[0].len(), 3);
    assert_eq!(pgn.moves[3].variations[0][1].variations[0][0].comments, ["quiet"]);
    assert_eq!(pgn.moves[3].variations[1][0].nags, [5]);
    assert_eq!(pgn.moves[5].comments, ["a comment to the end"]);
    assert_eq!(pgn.moves[6].nags, [5]);
    assert_eq!(pgn.moves[6].comments, ["a gambit over two lines"]);
    let game = pgn.main_line().unwrap();
    assert_eq!(game.sans().join(" "), "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4");
}

#[test]
fn an_annotated_game_round_trips() {
    let pgn = PgnGame::read(ANNOTATED).next().unwrap().unwrap();
    let written = pgn.to_string();
    let again = PgnGame::read(&written).next().unwrap().unwrap();
    assert_eq!(again.moves, pgn.moves);
    assert_eq!((&again.comments, again.result), (&pgn.comments, pgn.result));
    assert_eq!(again.to_string(), written);
    assert!(written.lines().all(|line| line.chars().count() <= 80), "{written}");
    assert!(written.starts_with(
        "[Event \"Casual \\\"blitz\\\" game\"]\n[Site \"C:\\\\games\"]\n[Date \"????.??.??\"]\n"
    ));
    let flowing = written.replace('\n', " ");
    assert!(flowing.contains("(2... d6 3. d4 (3. Bc4 {quiet} 3... Be7) 3... exd4)"), "{written}");
}

#[test]
fn random_games_of_every_variant_round_trip() {
    let mut random = Random::new(13);
    for round in 0..120 {
        let variant = Variant::ALL[round % 3];
        let start = match variant {
            Variant::Chess960 => Position::chess960_start(random.below(960) as u16).unwrap(),
            _ => Position::start(variant),
        };
        let mut game = Game::from_position(start);
        while game.outcome().is_none() && game.moves().len() < 150 {
            let moves = game.position().legal_moves();
            game.play(*random.pick(&moves)).unwrap();
        }
        let mut pgn = PgnGame::from(&game);
        pgn.tags.push(("White".into(), "Ouro \"the\" \\ snake".into()));
        let text = pgn.to_string();
        let back = PgnGame::read(&text).next().unwrap().unwrap();
        assert_eq!(back.moves, pgn.moves);
        assert_eq!(back.start, pgn.start);
        assert_eq!(back.result, pgn.result);
        assert_eq!(back.tag("White"), pgn.tag("White"));
        assert_eq!(back.main_line().unwrap().position(), game.position());
    }
}

/// Checks that pgn-reader parses written games and returns the same SAN.
#[test]
fn pgn_reader_parses_written_games() {
    struct Counter;
    impl pgn_reader::Visitor for Counter {
        type Tags = ();
        type Movetext = Vec<String>;
        type Output = Vec<String>;
        fn begin_tags(&mut self) -> std::ops::ControlFlow<Self::Output, Self::Tags> {
            std::ops::ControlFlow::Continue(())
        }
        fn begin_movetext(
            &mut self,
            (): Self::Tags,
        ) -> std::ops::ControlFlow<Self::Output, Self::Movetext> {
            std::ops::ControlFlow::Continue(Vec::new())
        }
        fn san(
            &mut self,
            moves: &mut Self::Movetext,
            san: pgn_reader::SanPlus,
        ) -> std::ops::ControlFlow<Self::Output> {
            moves.push(san.to_string());
            std::ops::ControlFlow::Continue(())
        }
        fn begin_variation(
            &mut self,
            _: &mut Self::Movetext,
        ) -> std::ops::ControlFlow<Self::Output, pgn_reader::Skip> {
            std::ops::ControlFlow::Continue(pgn_reader::Skip(true))
        }
        fn end_game(&mut self, moves: Self::Movetext) -> Self::Output {
            moves
        }
    }
    let mut random = Random::new(14);
    for round in 0..60 {
        let variant = Variant::ALL[round % 3];
        let mut game = Game::new(variant);
        while game.outcome().is_none() && game.moves().len() < 120 {
            let moves = game.position().legal_moves();
            game.play(*random.pick(&moves)).unwrap();
        }
        let mut pgn = PgnGame::from(&game);
        if let Some(first) = pgn.moves.first_mut() {
            first.comments.push("a comment {with} braces".into());
            first.variations.push(vec![first.mv.into()]);
        }
        let text = pgn.to_string();
        let mut reader = pgn_reader::Reader::new(text.as_bytes());
        let moves = reader.read_game(&mut Counter).unwrap().unwrap();
        assert_eq!(moves, game.sans());
    }
}

#[test]
fn several_games_are_parsed_one_after_the_other() {
    let text = "[White \"A\"]\n\n1. e4 e5 1/2-1/2\n\n[White \"B\"]\n\n1. d4\n\n[White \"C\"]\n[Variant \"Self-capture\"]\n\n1. Rxa2 0-1";
    let games: Vec<_> = PgnGame::read(text).map(Result::unwrap).collect();
    let names: Vec<_> = games.iter().map(|game| game.tag("White").unwrap()).collect();
    assert_eq!(names, ["A", "B", "C"]);
    let results: Vec<_> = games.iter().map(|game| game.result.to_string()).collect();
    assert_eq!(results, ["1/2-1/2", "*", "0-1"]);
    assert_eq!(games[2].start.variant(), Variant::SelfCapture);
    assert_eq!(PgnGame::read("").count(), 0);
    assert_eq!(PgnGame::read(" \n\n").count(), 0);
    let bare = PgnGame::read("e4 e5 *\nd4 d5 *").map(Result::unwrap);
    assert_eq!(bare.map(|game| game.moves.len()).collect::<Vec<_>>(), [2, 2]);
}

#[test]
fn the_start_position_comes_from_the_fen_tag() {
    let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 5\"]\n\n5... Kd7 6. e4 *";
    let pgn = PgnGame::read(text).next().unwrap().unwrap();
    assert_eq!(pgn.start.to_fen(), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 5");
    let written = pgn.to_string();
    assert!(written.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 5\"]\n"));
    assert!(written.contains("\n5... Kd7 6. e4 *\n"), "{written}");
    let start = PgnGame::read("1. e4 *").next().unwrap().unwrap();
    assert_eq!(start.start.to_setup(), Setup::start());
    assert!(!start.to_string().contains("FEN"));
}

#[test]
fn an_error_is_located_and_the_next_game_is_parsed() {
    let text = "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"B\"]\n\n1. d4 *\n";
    let games: Vec<_> = PgnGame::read(text).collect();
    assert_eq!(games.len(), 2);
    let error = games[0].as_ref().unwrap_err();
    assert_eq!((error.game, error.line, error.at), (1, 3, 25));
    assert_eq!(
        error.to_string(),
        "game 1, line 3 (byte 25): after 1... e5: Ke3 is not a legal move in this position",
    );
    assert_eq!(games[1].as_ref().unwrap().tag("White"), Some("B"));
}

#[test]
fn empty_games_and_trailing_comments_are_distinguished() {
    let text = "[White \"A\"]\n\n[White \"B\"]\n\n1. e4 1/2 {the end}\n; of the file";
    let games: Vec<_> = PgnGame::read(text).map(Result::unwrap).collect();
    assert_eq!(games.len(), 2);
    assert!(games[0].moves.is_empty());
    assert_eq!((games[1].tag("White"), games[1].result), (Some("B"), PgnResult::Draw));
    let remark = PgnGame::read("1. e4 ({only words}) e5 *").next().unwrap().unwrap();
    assert_eq!(remark.moves[0].comments, ["only words"]);
}

#[test]
fn a_comment_with_brackets_does_not_start_a_game() {
    let text = "[White \"A\"]\n\n1. e5 {\n[%clk 0:10]} *\n\n[White \"B\"]\n\n1. e4 *";
    let games: Vec<_> = PgnGame::read(text).collect();
    assert_eq!(games.len(), 2);
    assert!(games[0].is_err() && games[1].is_ok());
    let open = "[White \"A\"]\n\n1. e4 (1. d4\n\n[Event \"E\"]\n[White \"B\"]\n\n1. e4 *";
    let games: Vec<_> = PgnGame::read(open).collect();
    assert!(games[0].is_err());
    assert_eq!(games[1].as_ref().unwrap().tag("Event"), Some("E"));
}

#[test]
fn repairs_of_the_start_position_are_reported() {
    let text = "[FEN \"r3k3/8/8/8/8/8/8/4K3 b kq - 0 1\"]\n\n1... O-O-O *";
    let pgn = PgnGame::read(text).next().unwrap().unwrap();
    assert_eq!(pgn.repairs.len(), 1);
    assert_eq!(pgn.moves.len(), 1);
}

#[test]
fn unusual_tags_and_comments_are_written_as_valid_pgn() {
    let mut pgn = PgnGame::read("1. e4 e5 *").next().unwrap().unwrap();
    pgn.moves[0].variations.push(Vec::new());
    pgn.moves[0].comments.push("a } brace".into());
    for (name, value) in
        [("FEN", "x"), ("SetUp", "1"), ("Variant", "?"), ("My Tag", "\n"), ("", "")]
    {
        pgn.tags.push((name.into(), value.into()));
    }
    let written = pgn.to_string();
    let again = PgnGame::read(&written).next().unwrap().unwrap();
    assert_eq!(again.moves.len(), 2);
    assert_eq!(again.tag("My_Tag"), Some(" "));
    assert_eq!(again.start, pgn.start);
}

#[test]
fn every_kind_of_error_is_reported() {
    let error = |text: &str| PgnGame::read(text).next().unwrap().unwrap_err();
    let syntax = |text: &str| match error(text).kind {
        PgnErrorKind::Syntax(why) => why,
        other => panic!("{other:?}"),
    };
    assert!(syntax("[White A]\n\n1. e4 *").contains("[Name"));
    assert!(syntax("[White \"A]\n\n1. e4 *").contains("[Name"));
    assert!(syntax("[\"A\"]\n\n1. e4 *").contains("[Name"));
    assert!(syntax("1. e4 {never closed").contains("'}'"));
    assert!(syntax("1. e4 $999 *").contains("255"));
    assert!(syntax("1. e4 ) *").contains("no matching"));
    assert!(syntax("( 1. e4 ) *").contains("must follow a move"));
    assert!(syntax("1. e4 (1. d4 *").contains("not closed"));
    assert!(syntax("1. e4 (1. d4 [White \"x\"]").contains("not closed"));
    let deep = format!("1. e4 {}", "(1. d4 ".repeat(100_000));
    assert!(syntax(&deep).contains("too deeply"));
    assert!(matches!(error("[Variant \"Atomic\"]\n\n1. e4 *").kind, PgnErrorKind::Variant(_)));
    assert!(matches!(error("[FEN \"8/8\"]\n\n1. e4 *").kind, PgnErrorKind::Fen(_)));
    match error("1. e5 *").kind {
        PgnErrorKind::Move { after, error } => {
            assert_eq!(after, "the start position");
            assert_eq!(error, SanError::Illegal("e5".into()));
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(error("1. e4 -- *").kind, PgnErrorKind::Move { .. }));
    assert!(matches!(error("1. e4 } *").kind, PgnErrorKind::Move { .. }));
}

#[test]
fn move_numbers_and_odd_spacing_do_not_matter() {
    for text in [
        "1.e4 e5 2.Nf3 Nc6 *",
        "1. e4 1... e5 2. Nf3 2... Nc6 *",
        "1.e4 1...e5 2.Nf3 2...Nc6*",
        "1 e4 e5 2 Nf3 Nc6",
        "\u{FEFF}1. e4\te5\r\n2. Nf3\r\nNc6 *",
        "1. e4 (1. d4 1-0) e5 2. Nf3 Nc6 *",
    ] {
        let pgn = PgnGame::read(text).next().unwrap();
        let game = pgn.unwrap_or_else(|error| panic!("{text}: {error}")).main_line().unwrap();
        assert_eq!(game.sans().join(" "), "e4 e5 Nf3 Nc6", "{text}");
    }
}

#[test]
fn random_texts_do_not_panic() {
    let mut random = Random::new(15);
    let letters: Vec<char> = "e4d5Nf3QxKO-+#=!?$(){};[]\"\\1.*/ \n%é".chars().collect();
    for _ in 0..60_000 {
        let mut text: Vec<char> =
            if random.below(2) == 0 { ANNOTATED.chars().collect() } else { Vec::new() };
        for _ in 0..random.below(60) {
            let at = random.below(text.len() + 1);
            text.insert(at, *random.pick(&letters));
        }
        let text: String = text.into_iter().collect();
        for game in PgnGame::read(&text) {
            match game {
                Ok(game) => {
                    let written = game.to_string();
                    let again = PgnGame::read(&written).next().unwrap();
                    assert_eq!(again.unwrap().moves, game.moves, "{text}\n{written}");
                }
                Err(error) => assert!(error.at <= text.len()),
            }
        }
    }
}
