//! Types that several requests and responses share.

use ouro_engine::{Evaluation as Score, Line, Wdl};
use ouro_rules::{Color, Game, Move, Position, Role, Square, Variant};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::messages::{ThemeName, fen_problem, move_problem};
use crate::problem::{Code, Problem};

/// The greatest number of moves in a request.
pub(crate) const MAX_MOVES: usize = 1_200;

/// A variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum VariantName {
    #[default]
    Chess,
    Chess960,
    SelfCapture,
}

impl From<VariantName> for Variant {
    fn from(name: VariantName) -> Variant {
        match name {
            VariantName::Chess => Variant::Chess,
            VariantName::Chess960 => Variant::Chess960,
            VariantName::SelfCapture => Variant::SelfCapture,
        }
    }
}

impl From<Variant> for VariantName {
    fn from(variant: Variant) -> VariantName {
        match variant {
            Variant::Chess => VariantName::Chess,
            Variant::Chess960 => VariantName::Chess960,
            Variant::SelfCapture => VariantName::SelfCapture,
        }
    }
}

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    White,
    Black,
}

impl Side {
    const fn name(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

/// A piece type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PieceName {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl PieceName {
    const fn name(self) -> &'static str {
        match self {
            PieceName::Pawn => "pawn",
            PieceName::Knight => "knight",
            PieceName::Bishop => "bishop",
            PieceName::Rook => "rook",
            PieceName::Queen => "queen",
            PieceName::King => "king",
        }
    }
}

impl From<Role> for PieceName {
    fn from(role: Role) -> PieceName {
        match role {
            Role::Pawn => PieceName::Pawn,
            Role::Knight => PieceName::Knight,
            Role::Bishop => PieceName::Bishop,
            Role::Rook => PieceName::Rook,
            Role::Queen => PieceName::Queen,
            Role::King => PieceName::King,
        }
    }
}

impl From<PieceName> for Role {
    fn from(name: PieceName) -> Role {
        match name {
            PieceName::Pawn => Role::Pawn,
            PieceName::Knight => Role::Knight,
            PieceName::Bishop => Role::Bishop,
            PieceName::Rook => Role::Rook,
            PieceName::Queen => Role::Queen,
            PieceName::King => Role::King,
        }
    }
}

/// Defines a request body with a position and further fields. A position is given by the start of the game and the
/// moves played since; castling rights, en passant, repetitions and the fifty-move counter follow from them. Unknown
/// fields are rejected, which serde cannot do with flattened structs.
macro_rules! with_position {
    ($(#[$meta:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$meta])*
        #[derive(serde::Deserialize, utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            /// The variant; chess if missing.
            #[serde(default)]
            variant: $crate::api::types::VariantName,
            /// The start of the game; the usual start position if missing. Unambiguous errors are repaired, with
            /// a warning.
            #[serde(default)]
            #[schema(example = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")]
            fen: Option<String>,
            /// The moves played since, in UCI notation.
            #[serde(default)]
            #[schema(max_items = 1200, example = json!(["e2e4", "e7e5"]))]
            moves: Vec<String>,
            $($(#[$about])* $field: $kind,)*
        }

        impl $name {
            /// Returns the game and the repairs of its FEN.
            fn read_position(
                &self,
            ) -> Result<(ouro_rules::Game, Vec<String>), $crate::problem::Problem> {
                $crate::api::types::read_game(self.variant, self.fen.as_deref(), &self.moves)
            }
        }
    };
}
pub(crate) use with_position;

/// Returns a game and the repairs of its FEN.
pub(crate) fn read_game(
    variant: VariantName,
    fen: Option<&str>,
    moves: &[String],
) -> Result<(Game, Vec<String>), Problem> {
    let (start, warnings) = read_start(variant, fen)?;
    if moves.len() > MAX_MOVES {
        let detail = format!("{} moves are more than the maximum of {MAX_MOVES}", moves.len());
        return Err(Problem::new(Code::OutOfRange, detail));
    }
    let mut game = Game::from_position(start);
    for (i, uci) in moves.iter().enumerate() {
        game.play_uci(uci).map_err(|error| {
            let problem = move_problem(&error);
            Problem::new(problem.code, format!("move {} ({}): {error}", i + 1, shown(uci)))
                .with(problem.reason)
        })?;
    }
    Ok((game, warnings))
}

/// Returns a start position and the repairs of its FEN.
pub(crate) fn read_start(
    variant: VariantName,
    fen: Option<&str>,
) -> Result<(Position, Vec<String>), Problem> {
    let variant = Variant::from(variant);
    let Some(fen) = fen else { return Ok((Position::start(variant), Vec::new())) };
    let (position, repairs) =
        Position::from_fen_lenient(fen, variant).map_err(|error| fen_problem(&error))?;
    Ok((position, repairs.iter().map(ToString::to_string).collect()))
}

/// Returns the names of squares.
pub(crate) fn squares(set: ouro_rules::Bitboard) -> Vec<String> {
    set.into_iter().map(|square: Square| square.to_string()).collect()
}

/// Returns a text from a request, shortened so that a message can quote it.
pub(crate) fn shown(text: &str) -> String {
    if text.chars().count() <= 20 {
        text.to_owned()
    } else {
        text.chars().take(20).chain(['…']).collect()
    }
}

/// A captured piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Captured {
    /// The piece type.
    pub(crate) piece: PieceName,
    /// The owner of the piece: in a self-capture, the side that moves.
    pub(crate) side: Side,
    /// The square of the piece. It differs from the target of the move in en passant.
    pub(crate) square: &'static str,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct MoveInfo {
    /// The move in UCI notation.
    #[schema(example = "g1f3")]
    pub(crate) uci: String,
    /// The move in algebraic notation.
    #[schema(example = "Nf3")]
    pub(crate) san: String,
    /// The origin square.
    #[schema(example = "g1")]
    pub(crate) from: &'static str,
    /// The target square; for castling, the square of the king afterwards.
    #[schema(example = "f3")]
    pub(crate) to: &'static str,
    /// The promotion piece; missing for other moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) promotion: Option<PieceName>,
    /// The captured piece; only for captures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) captured: Option<Captured>,
    /// Whether the captured piece is an own piece.
    pub(crate) self_capture: bool,
    /// The themes of a self-capture.
    pub(crate) themes: Vec<ThemeName>,
    /// Whether the move gives check.
    pub(crate) check: bool,
    /// Whether the move is castling.
    pub(crate) castling: bool,
}

impl MoveInfo {
    /// Describes a legal move.
    pub(crate) fn new(position: &Position, mv: Move) -> MoveInfo {
        let to = if mv.is_castle() {
            ouro_rules::CastlingSide::of(mv.from(), mv.to()).king_target(position.turn())
        } else {
            mv.to()
        };
        let captured = position.captured(mv);
        let self_capture = captured.is_some_and(|(piece, _)| piece.color() == position.turn());
        let themes = position
            .self_capture(mv)
            .map_or_else(Vec::new, |capture| capture.themes.iter().map(ThemeName::from).collect());
        let san = position.san(mv);
        MoveInfo {
            uci: position.uci(mv),
            from: mv.from().name(),
            to: to.name(),
            promotion: mv.promoted_to().map(PieceName::from),
            captured: captured.map(|(piece, square)| Captured {
                piece: piece.role().into(),
                side: piece.color().into(),
                square: square.name(),
            }),
            self_capture,
            themes,
            // Mate is a check too.
            check: san.ends_with(['+', '#']),
            castling: mv.is_castle(),
            san,
        }
    }

    /// Appends the move as JSON, with the same bytes as its `Serialize` implementation.
    ///
    /// Legal moves are most of the responses that contain them. serde_json checks every name and value for
    /// characters that need an escape; names of fields, notation and themes never do.
    pub(crate) fn write_json(&self, out: &mut String) {
        let flag = |value| if value { "true" } else { "false" };
        push(out, [r#"{"uci":""#, &self.uci, r#"","san":""#, &self.san]);
        push(out, [r#"","from":""#, self.from, r#"","to":""#, self.to, "\""]);
        if let Some(piece) = self.promotion {
            push(out, [r#","promotion":""#, piece.name(), "\""]);
        }
        if let Some(Captured { piece, side, square }) = self.captured {
            push(out, [r#","captured":{"piece":""#, piece.name(), r#"","side":""#, side.name()]);
            push(out, [r#"","square":""#, square, "\"}"]);
        }
        push(out, [r#","self_capture":"#, flag(self.self_capture), r#","themes":["#]);
        for (i, theme) in self.themes.iter().enumerate() {
            out.push_str(if i == 0 { "" } else { "," });
            theme.write_json(out);
        }
        push(out, [r#"],"check":"#, flag(self.check), r#","castling":"#, flag(self.castling), "}"]);
    }
}

pub(super) fn push<const N: usize>(out: &mut String, parts: [&str; N]) {
    for part in parts {
        out.push_str(part);
    }
}

/// An evaluation: either `cp` or `mate`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct EvaluationInfo {
    /// Centipawns, on a scale on which +100 wins half of the games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cp: Option<i32>,
    /// Moves until mate; negative if the side to move is mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mate: Option<i32>,
    /// The probabilities of a win, draw and loss, in per mille.
    #[schema(min_items = 3, max_items = 3, example = json!([310, 580, 110]))]
    pub(crate) wdl: Vec<u16>,
    /// The point of view: the side to move.
    pub(crate) point_of_view: Side,
}

impl EvaluationInfo {
    pub(crate) fn new(line: &Line, turn: Color) -> EvaluationInfo {
        EvaluationInfo::with_wdl(line.evaluation, line.wdl, turn)
    }

    /// Returns the evaluation of a position, with the expected results of its score.
    pub(crate) fn of_position(evaluation: Score, position: &Position) -> EvaluationInfo {
        let wdl = Wdl::of_evaluation(evaluation, position);
        EvaluationInfo::with_wdl(evaluation, wdl, position.turn())
    }

    fn with_wdl(evaluation: Score, wdl: Wdl, turn: Color) -> EvaluationInfo {
        let Wdl { win, draw, loss } = wdl;
        let (cp, mate) = match evaluation {
            Score::Centipawns(cp) => (Some(cp), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        EvaluationInfo { cp, mate, wdl: vec![win, draw, loss], point_of_view: turn.into() }
    }
}

/// Returns a principal variation in UCI notation and in SAN.
pub(crate) fn pv_texts(start: &Position, moves: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut position = start.clone();
    let (mut ucis, mut sans) = (Vec::new(), Vec::new());
    for &mv in moves {
        // No illegal move is ever shown, whatever the engine reports.
        if !position.is_legal(mv) {
            break;
        }
        ucis.push(position.uci(mv));
        sans.push(position.san(mv));
        position.play_unchecked(mv);
    }
    (ucis, sans)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions with captures, en passant, castling, promotions, checks, mates and self-captures of every theme.
    const POSITIONS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
        "6k1/8/8/8/8/8/6P1/4K1R1 w - - 0 1",
        "7k/5Q2/6K1/8/8/8/3PPP2/3RBN2 w - - 0 1",
    ];

    #[test]
    fn hand_written_moves_are_those_of_serde_json() {
        for fen in POSITIONS {
            for variant in [Variant::Chess, Variant::SelfCapture] {
                let position = Position::from_fen(fen, variant).unwrap();
                for mv in position.legal_moves() {
                    let info = MoveInfo::new(&position, mv);
                    assert_eq!(info.check, position.gives_check(mv), "{}", info.san);
                    assert_eq!(info.self_capture, position.is_self_capture(mv), "{}", info.san);
                    let mut text = String::new();
                    info.write_json(&mut text);
                    assert_eq!(text, serde_json::to_string(&info).unwrap());
                }
            }
        }
    }
}
