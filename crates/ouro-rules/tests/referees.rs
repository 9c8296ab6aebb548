//! Ouro against other libraries and against a reference move generator, over random games.
#![allow(clippy::unwrap_used, clippy::result_large_err)]

mod common;

use common::reference::ReferenceBoard;
use common::{Random, for_random_positions, uci_moves};
use ouro_rules::{Color, Message, Move, Position, Stage, Variant};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

/// The number of positions of each comparison.
const POSITIONS: usize = 200_000;

fn shakmaty_position(position: &Position, mode: CastlingMode) -> Chess {
    let fen: shakmaty::fen::Fen = position.to_fen().parse().unwrap();
    fen.into_position(mode)
        .or_else(|error| {
            // Some of the start positions are unreachable, and Ouro must report them too.
            assert!(!position.reachability_problems().is_empty(), "{position}: {error}");
            error.ignore_impossible_check()
        })
        .unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// Compares moves, checks, SAN, insufficient material and the FEN after a move with shakmaty.
fn compare_with_shakmaty(variant: Variant, mode: CastlingMode, seed: u64, count: usize) {
    let mut random = Random::new(seed ^ 1);
    for_random_positions(variant, seed, count, |position| {
        let theirs = shakmaty_position(position, mode);
        assert_eq!(position.in_check(), theirs.is_check(), "{position}");
        let mut ours = Vec::new();
        for mv in position.legal_moves().into_iter() {
            ours.push((position.uci(mv), position.san(mv)));
        }
        let mut expected = Vec::new();
        for mv in theirs.legal_moves() {
            let uci = shakmaty::uci::UciMove::from_move(mv, mode).to_string();
            let san = shakmaty::san::SanPlus::from_move(theirs.clone(), mv).to_string();
            expected.push((uci, san));
        }
        ours.sort_unstable();
        expected.sort_unstable();
        assert_eq!(ours, expected, "{position}");

        assert_eq!(
            position.is_insufficient_material(),
            theirs.is_insufficient_material(),
            "{position}"
        );
        for (color, theirs_color) in
            [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)]
        {
            let expected = !theirs.has_insufficient_material(theirs_color);
            assert_eq!(position.can_mate(color), expected, "{position} {color}");
        }

        let moves = position.legal_moves();
        if !moves.is_empty() {
            let mv = *random.pick(&moves);
            assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{position}");
            assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv), "{position}");
            let mut after = position.clone();
            after.play(mv).unwrap();
            let uci: shakmaty::uci::UciMove = position.uci(mv).parse().unwrap();
            let their_move = uci.to_move(&theirs).unwrap();
            let their_after = theirs.play(their_move).unwrap();
            let fen = shakmaty::fen::Fen::from_position(&their_after, EnPassantMode::Legal);
            let ours = match variant {
                Variant::Chess960 => after.to_fen_in(ouro_rules::FenStyle::XFen),
                _ => after.to_fen(),
            };
            assert_eq!(ours, fen.to_string(), "{position} {}", position.uci(mv));
        }
    });
}

#[test]
fn chess_agrees_with_shakmaty() {
    compare_with_shakmaty(Variant::Chess, CastlingMode::Standard, 1, POSITIONS);
}

#[test]
fn chess960_agrees_with_shakmaty() {
    compare_with_shakmaty(Variant::Chess960, CastlingMode::Chess960, 2, POSITIONS / 4);
}

/// Compares moves and checkers with cozy-chess, which writes castling as king captures rook.
fn compare_with_cozy_chess(variant: Variant, seed: u64, count: usize) {
    for_random_positions(variant, seed, count, |position| {
        let shredder = variant == Variant::Chess960;
        let fen = position.to_fen();
        let mut fields: Vec<&str> = fen.split(' ').collect();
        // cozy-chess rejects a halfmove clock above 100.
        let clock = position.halfmove_clock().min(100).to_string();
        fields[4] = &clock;
        let theirs = cozy_chess::Board::from_fen(&fields.join(" "), shredder).unwrap();
        let mut expected = Vec::new();
        theirs.generate_moves(|moves| {
            expected.extend(moves.into_iter().map(|mv| mv.to_string()));
            false
        });
        let in_their_notation = |mv: Move| match mv.promoted_to() {
            Some(role) => format!("{}{}{}", mv.from(), mv.to(), role.char()),
            None => format!("{}{}", mv.from(), mv.to()),
        };
        let mut ours: Vec<_> = position.legal_moves().into_iter().map(in_their_notation).collect();
        ours.sort_unstable();
        expected.sort_unstable();
        assert_eq!(ours, expected, "{position}");
        let checkers = theirs.checkers().into_iter().map(|square| square.to_string());
        let ours = position.checkers().into_iter().map(|square| square.to_string());
        assert!(checkers.eq(ours), "{position}");
    });
}

#[test]
fn chess_agrees_with_cozy_chess() {
    compare_with_cozy_chess(Variant::Chess, 3, POSITIONS);
}

#[test]
fn chess960_agrees_with_cozy_chess() {
    compare_with_cozy_chess(Variant::Chess960, 4, POSITIONS / 4);
}

#[test]
fn self_capture_agrees_with_the_reference_generator() {
    for_random_positions(Variant::SelfCapture, 5, POSITIONS, |position| {
        let reference = ReferenceBoard::new(position);
        assert_eq!(uci_moves(position), reference.legal_moves(), "{position}");
        assert_eq!(position.in_check(), reference.in_check(), "{position}");
    });
}

#[test]
fn chess_agrees_with_the_reference_generator() {
    for_random_positions(Variant::Chess, 6, POSITIONS / 10, |position| {
        let reference = ReferenceBoard::new(position);
        assert_eq!(uci_moves(position), reference.legal_moves(), "{position}");
    });
}

#[test]
fn stages_counts_and_predicates_agree_with_the_legal_moves() {
    for variant in Variant::ALL {
        for_random_positions(variant, 7, 20_000, |position| {
            let all = position.legal_moves();
            assert_eq!(position.count_legal_moves(), all.len());
            assert_eq!(position.has_legal_moves(), !all.is_empty());
            let stage = |stage| {
                let mut list = ouro_rules::MoveList::new();
                position.generate(stage, &mut list);
                list
            };
            let (captures, quiets) = (stage(Stage::Captures), stage(Stage::Quiets));
            let own = stage(Stage::SelfCaptures);
            for mv in &captures {
                assert!(!position.is_self_capture(mv));
                assert!(position.captured(mv).is_some() || mv.promoted_to().is_some());
            }
            for mv in &quiets {
                assert!(position.captured(mv).is_none() && mv.promoted_to().is_none());
            }
            for mv in &own {
                assert!(position.is_self_capture(mv));
                let (victim, _) = position.captured(mv).unwrap();
                assert_eq!(victim.color(), position.turn());
            }
            let mut together: Vec<u16> = captures
                .iter()
                .chain(quiets.iter())
                .chain(own.iter())
                .map(|mv| mv.bits())
                .collect();
            let mut expected: Vec<u16> = all.iter().map(|mv| mv.bits()).collect();
            together.sort_unstable();
            expected.sort_unstable();
            assert_eq!(together, expected, "{position}");
            expected.dedup();
            assert_eq!(expected.len(), all.len(), "a move is generated twice in {position}");
            let evasions = stage(Stage::Evasions);
            assert_eq!(evasions.len(), if position.in_check() { all.len() } else { 0 });
            for mv in &all {
                let mut after = position.clone();
                after.play(mv).unwrap();
                assert_eq!(position.gives_check(mv), after.in_check(), "{position} {mv:?}");
            }
        });
    }
}

#[test]
fn is_legal_is_correct_for_every_sixteen_bit_value() {
    for variant in Variant::ALL {
        let mut random = Random::new(8);
        for_random_positions(variant, 8, 12_000, |position| {
            if random.below(20) > 0 {
                return;
            }
            let mut legal = vec![false; 1 << 16];
            for mv in &position.legal_moves() {
                legal[usize::from(mv.bits())] = true;
            }
            for bits in 0..=u16::MAX {
                let found = position.is_legal(Move::from_bits(bits));
                assert_eq!(found, legal[usize::from(bits)], "{position} {bits:#06x}");
            }
        });
    }
}

#[test]
fn find_move_is_correct_for_every_pair_of_squares() {
    use ouro_rules::{Role, Square};
    for variant in Variant::ALL {
        let mut random = Random::new(9);
        for_random_positions(variant, 9, 12_000, |position| {
            if random.below(20) > 0 {
                return;
            }
            let mut found = Vec::new();
            for from in Square::ALL {
                for to in Square::ALL {
                    for promotion in [None, Some(Role::Queen), Some(Role::King)] {
                        match position.find_move(from, to, promotion) {
                            Ok(mv) => {
                                assert!(position.is_legal(mv), "{position} {mv:?}");
                                found.push(mv.bits());
                            }
                            Err(reason) => assert!(!reason.code().is_empty()),
                        }
                    }
                }
            }
            let mut expected: Vec<_> = position
                .legal_moves()
                .into_iter()
                .filter(|mv| mv.promoted_to().is_none_or(|role| role == Role::Queen))
                .map(Move::bits)
                .collect();
            found.sort_unstable();
            found.dedup();
            expected.sort_unstable();
            assert_eq!(found, expected, "{position}");
        });
    }
}
