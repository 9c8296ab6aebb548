//! Boards as text, as SVG and as a debug dump.
#![allow(clippy::unwrap_used)]

mod common;

use common::chess;
use ouro_rules::{
    Arrow, BoardSvg, Color, DebugView, Position, Square, TextBoard, TextStyle, Variant,
};

#[test]
fn text_boards_use_letters_or_symbols() {
    let position = chess("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1");
    let ascii = TextBoard::new(&position, TextStyle::Ascii).to_string();
    let lines: Vec<_> = ascii.lines().collect();
    assert_eq!(lines.len(), 18);
    assert_eq!(lines[1], "8 | r |   |   |   | k |   |   |   |");
    assert_eq!(lines[15], "1 |   |   |   |   | K |   |   | R |");
    assert_eq!(lines[17].trim_end(), "    a   b   c   d   e   f   g   h");
    let flipped = TextBoard::new(&position, TextStyle::Unicode).seen_by(Color::Black).to_string();
    let lines: Vec<_> = flipped.lines().collect();
    assert_eq!(lines[1], "1 | ♖ |   |   | ♔ |   |   |   |   |");
    assert_eq!(lines[17].trim_end(), "    h   g   f   e   d   c   b   a");
}

#[test]
fn the_debug_view_shows_every_validation() {
    let view = DebugView(&Position::start(Variant::SelfCapture)).to_string();
    for expected in [
        "FEN:            rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "Variant:        selfcapture",
        "Legal moves:    39",
        "Castling rooks: {a1, h1, a8, h8}",
        "Zobrist key:    0x",
        "pawns              knights            bishops",
        "  playable                    ok",
        "  reachable                   ok",
        "  bitboards and squares agree ok",
        "  keys, checks and pins       ok",
    ] {
        assert!(view.contains(expected), "{expected}\n{view}");
    }
    let odd = DebugView(&chess("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1")).to_string();
    assert!(odd.contains("reachable                   no last move can have given this check"));
}

/// Asserts that all elements are closed in order.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name.to_owned()));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap().to_owned());
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn the_svg_shows_pieces_last_move_check_and_arrows() {
    let position = chess("4k3/8/8/8/8/8/8/r3K3 w - - 0 1");
    let svg = BoardSvg::new(&position)
        .last_move(ouro_rules::Move::normal(Square::A8, Square::A1))
        .arrow(Arrow { from: Square::E1, to: Square::E2 })
        .arrow(Arrow { from: Square::D2, to: Square::D2 })
        .to_string();
    assert_well_formed(&svg);
    assert_eq!(svg.matches("<use ").count(), 3);
    assert_eq!(svg.matches("fill-opacity=\".55\"").count(), 2);
    assert_eq!(svg.matches("url(#check)").count(), 1);
    assert_eq!(svg.matches("<polygon ").count(), 1);
    assert_eq!(svg.matches("<circle ").count(), 1);
    assert_eq!(svg.matches("<text ").count(), 32);
    assert!(svg.contains("<title>4k3/8/8/8/8/8/8/r3K3 w - - 0 1</title>"));
}

#[test]
fn castling_highlights_the_target_of_the_king() {
    let position = chess("4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");
    let castling = ouro_rules::Move::castle(Square::E1, Square::H1);
    let svg = BoardSvg::new(&position).coordinates(false).last_move(castling).to_string();
    let marked: Vec<_> = svg.match_indices("fill-opacity=\".55\"").collect();
    assert_eq!(marked.len(), 2);
    assert!(svg.contains("x=\"270\" y=\"315\" width=\"45\" height=\"45\" fill=\"#d9b640\""));
}

#[test]
fn the_svg_can_be_flipped_and_drawn_without_coordinates() {
    let position = chess("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let white = BoardSvg::new(&position).coordinates(false).to_string();
    let black = BoardSvg::new(&position).coordinates(false).seen_by(Color::Black).to_string();
    assert!(white.contains("href=\"#w-rook\" x=\"0\" y=\"315\""));
    assert!(black.contains("href=\"#w-rook\" x=\"315\" y=\"0\""));
    assert!(!white.contains("<text"));
    assert_well_formed(&black);
    assert!(!white.contains("fill=\"url(#check)\""));
}
