//! The commands of opening books.
#![allow(clippy::unwrap_used, missing_docs)]

mod support {
    pub(crate) mod command;
}

use ouro_book::{Book, PolyglotBook, Results};
use ouro_rules::{Epd, PgnGame, Position, Variant};
use support::command::{ouro, text};

/// Runs a command that must succeed, and returns its output.
fn run(line: &str) -> String {
    let output = ouro(&line.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{line}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_book_is_built_shown_exported_and_played_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for variant in ["chess", "selfcapture"] {
        let (book, games, results) = (path(variant), path("games"), path("results"));
        let build =
            format!("book build --variant {variant} --positions 300 --nodes 50 --out {book}");
        let built = run(&build);
        assert!(built.starts_with("300 positions, "), "{built}");
        assert_eq!(run(&build), built, "a finished build only reads its log");

        let shown = run(&format!("book show --variant {variant} --book {book}"));
        let first_moves = Position::start(variant.parse().unwrap()).legal_moves().len();
        assert_eq!(shown.lines().count(), 4 + first_moves, "{shown}");
        let after = format!("book show --variant {variant} --book {book} --moves e4");
        assert!(run(&after).starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"));

        let export = |name: &str| {
            let out = path(name);
            let wide = "--plies 2 --margin 400 --balance 400 --count 20";
            let line = format!("book export --variant {variant} --book {book} {wide} --out {out}");
            (run(&line), std::fs::read_to_string(&out).unwrap())
        };
        let (said, epd) = export("openings.epd");
        let variant_type: Variant = variant.parse().unwrap();
        let lines = epd.lines().map(|line| Epd::parse(line, variant_type).unwrap());
        let keys: std::collections::HashSet<u64> = lines.map(|epd| epd.position.key()).collect();
        assert_eq!(said, format!("{} openings\n", keys.len()));
        let (_, pgn) = export("openings.pgn");
        let read: Vec<_> = PgnGame::read(&pgn).map(Result::unwrap).collect();
        assert_eq!(read.len(), keys.len());
        assert!(read.iter().all(|game| game.start.variant() == variant_type));

        run(&format!(
            "selfplay --variant {variant} --book {book} --random-plies 2-6 --nodes 20 --games 8 --out {games}"
        ));
        let said = run(&format!("book results {games} --variant {variant} --out {results}"));
        assert!(said.starts_with("8 games, "), "{said}");
        let results = Results::from_bytes(&std::fs::read(&results).unwrap()).unwrap();
        assert_eq!(results.games(), 8);
        std::fs::remove_dir_all(&games).unwrap();
    }
    let polyglot = path("chess.bin");
    run(&format!("book export --book {} --out {polyglot}", path("chess")));
    let polyglot = PolyglotBook::from_bytes(&std::fs::read(&polyglot).unwrap()).unwrap();
    let book = Book::from_bytes(&std::fs::read(path("chess")).unwrap()).unwrap();
    let start = Position::start(Variant::Chess);
    assert_eq!(polyglot.moves(&start)[0].0, book.moves(&start)[0].mv);

    let list = path("list.tsv");
    std::fs::write(&list, "eco\tname\tmoves\nC60\tRuy Lopez\te4 e5 Nf3 Nc6 Bb5\n").unwrap();
    let plot = path("plot.svg");
    let theory = run(&format!(
        "book theory --chess {} --selfcapture {} --results {} --openings {list} --nodes 1000 --plot {plot}",
        path("chess"),
        path("selfcapture"),
        path("results"),
    ));
    assert!(theory.contains("| Ruy Lopez | e4 e5 Nf3 Nc6 Bb5 |"), "{theory}");
    assert_eq!(theory.lines().filter(|line| line.ends_with(" % |")).count(), 39 + 1, "{theory}");
    assert!(std::fs::read_to_string(&plot).unwrap().ends_with("</svg>\n"));
}

#[test]
fn bad_books_positions_and_names_are_reported_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("text.book");
    std::fs::write(&file, "1. e4 e5").unwrap();
    let file = file.display().to_string();
    for (line, reason) in [
        (format!("book show --book {file}"), "this is not an opening book of Ouro"),
        ("book show --book /does/not/exist".to_owned(), "No such file"),
        ("book show --moves e5".to_owned(), "e5"),
        ("book show 8/8/8/8/8/2k5/8/K7_w_-_-_0_1".to_owned(), "does not contain"),
        (format!("book show --variant chess960 --book {file}"), "this is not an opening book"),
        ("book build --variant chess960 --out x".to_owned(), "there are no books of chess960"),
        (
            "book export --variant selfcapture --out x.bin".to_owned(),
            "Polyglot's format is for chess",
        ),
        ("book export --out x.txt".to_owned(), "must end in .epd, .pgn or .bin"),
        (
            format!("book theory --openings {file}"),
            "line 1: expected the columns eco, name and moves",
        ),
    ] {
        let words: Vec<String> = line.split(' ').map(|word| word.replace('_', " ")).collect();
        let output = ouro(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(2), "{line}");
        let message = text(&output.stderr);
        assert!(message.contains(reason) && message.lines().count() == 1, "{line}: {message}");
    }
}
