//! Annotated games of many styles, read leniently and by pgn-reader and shakmaty.
#![allow(clippy::unwrap_used)]

mod common;

use common::Random;
use ouro_rules::{Color, PgnGame, PgnMove, Position, Variant};

/// Writes random games in the styles of many programs.
struct Scribe {
    random: Random,
    text: String,
    /// What a referee must read: moves in UCI notation, and parentheses around variations.
    expected: Vec<String>,
}

impl Scribe {
    /// Writes a gap, but no blank line, which would end the game for the referee.
    fn space(&mut self) {
        let gap = *self.random.pick(&[" ", " ", " ", "\r\n", "\n", "  "]);
        if !self.text.ends_with('\n') {
            self.text.push_str(gap);
        }
    }

    fn ornament(&mut self) {
        let ornament = *self.random.pick(&[
            "",
            "",
            "",
            "",
            "$1",
            "$14 $146",
            "{a comment}",
            "{[%clk 0:01:02]}",
            "{[%cal Ge2e4]}",
            "{two\nlines (with) [brackets]}",
            "; to the end (1. e4 *\n",
            "\n% escape (1. d4\n",
        ]);
        let at_start = self.text.ends_with('\n');
        self.text.push_str(if at_start { ornament.trim_start() } else { ornament });
        if !ornament.is_empty() {
            self.space();
        }
    }

    fn line(&mut self, start: &Position, length: usize, depth: usize) {
        let mut position = start.clone();
        for i in 0..length {
            let before = position.clone();
            let moves = before.legal_moves();
            let null = depth > 0 && !before.in_check() && self.random.below(5) == 0;
            if moves.is_empty() && !null {
                return;
            }
            if before.turn() == Color::White || i == 0 || self.random.below(4) == 0 {
                let dots = if before.turn() == Color::White { "." } else { "..." };
                self.text.push_str(&format!("{}{dots}", before.fullmove_number()));
                if self.random.below(2) == 0 {
                    self.space();
                }
            }
            if null {
                position.play_null().unwrap();
                self.expected.push("0000".into());
                let spelling = *self.random.pick(&["--", "Z0"]);
                self.text.push_str(spelling);
            } else {
                let mv = *self.random.pick(&moves);
                position.play(mv).unwrap();
                self.expected.push(before.uci(mv));
                let san = before.san(mv);
                let plain = san.trim_end_matches(['+', '#']);
                let zeros = san.replace('O', "0");
                let spelling = *self.random.pick(&[san.as_str(), &san, &san, plain, &zeros]);
                self.text.push_str(spelling);
                let sign = *self.random.pick(&["", "", "", "!", "?!"]);
                self.text.push_str(sign);
            }
            self.space();
            self.ornament();
            while depth < 3 && self.random.below(8) == 0 {
                self.text.push('(');
                self.expected.push("(".into());
                let length = 1 + self.random.below(6);
                let (from, written) = (self.expected.len(), self.text.len());
                self.line(&before, length, depth + 1);
                if self.expected.len() == from {
                    // No move is legal: no variation.
                    self.expected.pop();
                    self.text.truncate(written - 1);
                    break;
                }
                self.text.push(')');
                self.expected.push(")".into());
                self.space();
            }
        }
    }
}

/// Lists the moves of a line in the form of the referee.
fn flatten(start: &Position, moves: &[PgnMove], list: &mut Vec<String>) {
    let mut position = start.clone();
    for annotated in moves {
        let before = position.clone();
        match annotated.mv {
            Some(mv) => position.play(mv).unwrap(),
            None => position.play_null().unwrap(),
        }
        list.push(annotated.mv.map_or("0000".into(), |mv| before.uci(mv)));
        for variation in &annotated.variations {
            list.push("(".into());
            flatten(&before, variation, list);
            list.push(")".into());
        }
    }
}

/// Replays the lines of a game with pgn-reader and shakmaty.
mod referee {
    use std::ops::ControlFlow;

    use pgn_reader::{SanPlus, Skip, Visitor};
    use shakmaty::san::San;
    use shakmaty::{CastlingMode, Chess, Position};

    pub(super) struct Referee;

    pub(super) struct Lines {
        /// The position before and after the last move of each open line.
        open: Vec<(Chess, Chess)>,
        list: Vec<String>,
    }

    impl Visitor for Referee {
        type Tags = ();
        type Movetext = Lines;
        type Output = Vec<String>;

        fn begin_tags(&mut self) -> ControlFlow<Self::Output, ()> {
            ControlFlow::Continue(())
        }

        fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Lines> {
            let open = vec![(Chess::default(), Chess::default())];
            ControlFlow::Continue(Lines { open, list: Vec::new() })
        }

        fn san(&mut self, lines: &mut Lines, san: SanPlus) -> ControlFlow<Self::Output> {
            let line = lines.open.last_mut().unwrap();
            line.0 = line.1.clone();
            if san.san == San::Null {
                line.1 = line.0.clone().swap_turn().unwrap();
                lines.list.push("0000".into());
            } else {
                let mv = san.san.to_move(&line.0).unwrap();
                line.1 = line.0.clone().play(mv).unwrap();
                lines.list.push(mv.to_uci(CastlingMode::Standard).to_string());
            }
            ControlFlow::Continue(())
        }

        fn begin_variation(&mut self, lines: &mut Lines) -> ControlFlow<Self::Output, Skip> {
            let before = lines.open.last().unwrap().0.clone();
            lines.open.push((before.clone(), before));
            lines.list.push("(".into());
            ControlFlow::Continue(Skip(false))
        }

        fn end_variation(&mut self, lines: &mut Lines) -> ControlFlow<Self::Output> {
            lines.open.pop();
            lines.list.push(")".into());
            ControlFlow::Continue(())
        }

        fn end_game(&mut self, lines: Lines) -> Vec<String> {
            lines.list
        }
    }
}

#[test]
fn annotated_games_are_read_as_pgn_reader_and_shakmaty_read_them() {
    for round in 0..400 {
        let mut scribe =
            Scribe { random: Random::new(round), text: String::new(), expected: Vec::new() };
        scribe.text.push_str("[White \"A\"]\n\n");
        scribe.line(&Position::start(Variant::Chess), 60, 0);
        scribe.text.push_str("1-0\n");
        let text = &scribe.text;
        let mut reader = pgn_reader::Reader::new(text.as_bytes());
        let refereed = reader.read_game(&mut referee::Referee).unwrap().unwrap();
        assert_eq!(refereed, scribe.expected, "{text}");
        let import = PgnGame::read_lenient(text).next().unwrap().unwrap();
        let mut list = Vec::new();
        flatten(&import.game.start, &import.game.moves, &mut list);
        assert_eq!((list, import.error), (scribe.expected, None), "{text}");
        // What is written strictly is read the same by the referee.
        let written = import.game.to_string();
        let mut reader = pgn_reader::Reader::new(written.as_bytes());
        assert_eq!(reader.read_game(&mut referee::Referee).unwrap().unwrap(), refereed);
    }
}
