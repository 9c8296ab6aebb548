//! Boards as SVG images.

use axum::http::header;
use axum::response::IntoResponse;
use ouro_rules::{Arrow, BoardSvg, Color};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::position::{read_square, refused};
use super::types::{Side, VariantName, read_start};
use crate::extract::Query;
use crate::problem::{Code, Problem};

/// What the image shows.
#[derive(Deserialize, IntoParams, ToSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct BoardQuery {
    /// The variant; chess if missing.
    #[serde(default)]
    variant: VariantName,
    /// The position; the start position if missing.
    fen: Option<String>,
    /// A move to play and highlight, in UCI notation.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The side at the bottom; White if missing.
    orientation: Option<Side>,
    /// Arrows as pairs of squares, separated by commas: `e2e4,g1f3`. A pair of equal squares is a circle.
    arrows: Option<String>,
}

/// Render a board as an SVG image.
#[utoipa::path(get, path = "/board.svg", tag = "positions", params(BoardQuery),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn board_svg(
    Query(query): Query<BoardQuery>,
) -> Result<impl IntoResponse, Problem> {
    let (position, _) = read_start(query.variant, query.fen.as_deref())?;
    let mut game = ouro_rules::Game::from_position(position);
    let played = match &query.mv {
        Some(uci) => Some(game.play_uci(uci).map_err(|error| refused(&error))?),
        None => None,
    };
    let mut picture =
        BoardSvg::new(game.position()).seen_by(query.orientation.map_or(Color::White, Color::from));
    if let Some(mv) = played {
        picture = picture.last_move(mv);
    }
    for text in query.arrows.iter().flat_map(|all| all.split(',')).filter(|text| !text.is_empty()) {
        let (Some(from), Some(to)) = (text.get(..2), text.get(2..)) else {
            return Err(Problem::new(Code::BadRequest, "an arrow is two squares, such as e2e4"));
        };
        picture = picture.arrow(Arrow { from: read_square(from)?, to: read_square(to)? });
    }
    let headers =
        [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "public, max-age=86400")];
    Ok((headers, picture.to_string()))
}
