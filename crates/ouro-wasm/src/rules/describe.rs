//! Moves and outcomes as plain objects.

use ouro_rules::{
    Bitboard, CastlingSide, Color, Game, Message, Move, Outcome, Params, Position, Role,
    SelfCapture, Square, Theme,
};
use serde::Serialize;

/// A legal move.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MoveInfo {
    uci: String,
    san: String,
    color: &'static str,
    piece: &'static str,
    from: &'static str,
    /// The target; for castling, the square of the king afterwards.
    to: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    promotion: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    captured: Option<Captured>,
    self_capture: bool,
    /// The themes of a self-capture.
    themes: Vec<ThemeInfo>,
    check: bool,
    castling: bool,
}

#[derive(Serialize)]
struct Captured {
    piece: &'static str,
    /// The owner of the piece: in a self-capture, the side that moves.
    color: &'static str,
    /// The square of the piece, which differs from the target in en passant.
    square: &'static str,
}

/// A theme of a self-capture.
#[derive(Serialize)]
struct ThemeInfo {
    code: &'static str,
    params: Params,
    squares: Vec<&'static str>,
    text: String,
}

/// Returns the themes of a self-capture; none if the move is not one.
fn themes(capture: Option<SelfCapture>) -> Vec<ThemeInfo> {
    let info = |theme: &Theme| ThemeInfo {
        code: theme.code(),
        params: theme.params(),
        squares: theme.squares().into_iter().map(Square::name).collect(),
        text: theme.to_string(),
    };
    capture.map_or_else(Vec::new, |capture| capture.themes.iter().map(info).collect())
}

impl MoveInfo {
    /// Describes a legal move.
    pub(super) fn new(position: &Position, mv: Move) -> MoveInfo {
        let turn = position.turn();
        let to = if mv.is_castle() {
            CastlingSide::of(mv.from(), mv.to()).king_target(turn)
        } else {
            mv.to()
        };
        let captured = position.captured(mv);
        let san = position.san(mv);
        MoveInfo {
            uci: position.uci(mv),
            color: turn.name(),
            piece: position.piece_on(mv.from()).map_or("", |piece| piece.role().name()),
            from: mv.from().name(),
            to: to.name(),
            promotion: mv.promoted_to().map(Role::name),
            captured: captured.map(|(piece, square)| Captured {
                piece: piece.role().name(),
                color: piece.color().name(),
                square: square.name(),
            }),
            self_capture: position.is_self_capture(mv),
            themes: themes(position.self_capture(mv)),
            // Mate is a check too.
            check: san.ends_with(['+', '#']),
            castling: mv.is_castle(),
            san,
        }
    }
}

/// The outcome of a finished game.
#[derive(Serialize)]
pub(super) struct OutcomeInfo {
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    reason: &'static str,
    params: Params,
    text: String,
}

impl From<Outcome> for OutcomeInfo {
    fn from(outcome: Outcome) -> OutcomeInfo {
        OutcomeInfo {
            result: outcome.result(),
            winner: outcome.winner().map(Color::name),
            reason: outcome.code(),
            params: outcome.params(),
            text: outcome.to_string(),
        }
    }
}

/// The state of a position.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PositionInfo {
    variant: &'static str,
    fen: String,
    turn: &'static str,
    check: bool,
    halfmove_clock: u16,
    fullmove_number: u16,
    /// The pieces by square, as letters of FEN.
    pieces: std::collections::BTreeMap<&'static str, char>,
}

impl From<&Position> for PositionInfo {
    fn from(position: &Position) -> PositionInfo {
        let pieces = position.board().iter();
        PositionInfo {
            variant: position.variant().name(),
            fen: position.to_fen(),
            turn: position.turn().name(),
            check: position.in_check(),
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
            pieces: pieces.map(|(square, piece)| (square.name(), piece.char())).collect(),
        }
    }
}

/// The number of self-captures of each side.
#[derive(Serialize)]
pub(super) struct SelfCaptures {
    white: usize,
    black: usize,
}

impl From<&Game> for SelfCaptures {
    fn from(game: &Game) -> SelfCaptures {
        let by = |color: Color| game.self_captures().filter(|(_, c)| c.by == color).count();
        SelfCaptures { white: by(Color::White), black: by(Color::Black) }
    }
}

/// Returns the names of squares.
pub(super) fn squares(set: Bitboard) -> Vec<&'static str> {
    set.into_iter().map(Square::name).collect()
}
