//! Boards as images.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderName, header};
use axum::response::IntoResponse;
use ouro_rules::{Arrow, BoardSvg, Color, Game, Move};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::position::{read_square, refused};
use super::types::{Side, VariantName, read_start};
use crate::app::App;
use crate::board_image::{self, ImageKey, Layout, SIZES};
use crate::caller::Caller;
use crate::extract::Query;
use crate::problem::{Code, Problem};

/// Images change only with the program.
const CACHE: (HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=86400");
/// The width of a PNG image of a board, unless the request says otherwise.
const DEFAULT_SIZE: u32 = 512;

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
    let (game, played) = read_line(query.variant, query.fen.as_deref(), query.mv.as_deref())?;
    let mut picture = picture(&game, played, query.orientation);
    for text in query.arrows.iter().flat_map(|all| all.split(',')).filter(|text| !text.is_empty()) {
        let (Some(from), Some(to)) = (text.get(..2), text.get(2..)) else {
            return Err(Problem::new(Code::BadRequest, "an arrow is two squares, such as e2e4"));
        };
        picture = picture.arrow(Arrow { from: read_square(from)?, to: read_square(to)? });
    }
    Ok(([(header::CONTENT_TYPE, "image/svg+xml"), CACHE], picture.to_string()))
}

/// What the PNG image shows.
#[derive(Deserialize, IntoParams, ToSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PngQuery {
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
    /// The board alone, or a card of 1200 × 630 pixels for previews of links; the board if missing.
    #[serde(default)]
    #[param(inline)]
    layout: LayoutName,
    /// The width of the board in pixels, from 64 to 1024; 512 if missing. A card has a fixed size.
    #[param(minimum = 64, maximum = 1024)]
    size: Option<u32>,
}

/// What the image contains.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LayoutName {
    #[default]
    Board,
    Card,
}

/// Render a board as a PNG image.
#[utoipa::path(get, path = "/board.png", tag = "positions", params(PngQuery),
    responses((status = 200, body = Vec<u8>, content_type = "image/png"), (status = "4XX", body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn board_png(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(query): Query<PngQuery>,
) -> Result<impl IntoResponse, Problem> {
    let size = query.size.unwrap_or(DEFAULT_SIZE);
    if !SIZES.contains(&size) {
        let detail = format!("size is from {} to {}", SIZES.start(), SIZES.end());
        return Err(Problem::new(Code::OutOfRange, detail));
    }
    let layout = match query.layout {
        LayoutName::Board => Layout::Board(size),
        LayoutName::Card => Layout::Card,
    };
    let (game, played) = read_line(query.variant, query.fen.as_deref(), query.mv.as_deref())?;
    let svg = picture(&game, played, query.orientation).coordinates(false).to_string();
    let key = ImageKey::new(&svg, layout);
    let image = match app.images.get(&key) {
        Some(image) => image,
        None => {
            let draw = move || board_image::draw(&svg, layout);
            let drawn = app.compute.run(&caller.name(), draw).await?;
            let image = Bytes::from(drawn.map_err(Problem::internal)?);
            app.images.insert(key, image.clone());
            image
        }
    };
    Ok(([(header::CONTENT_TYPE, "image/png"), CACHE], image))
}

/// Reads a position and plays the move of a query.
fn read_line(
    variant: VariantName,
    fen: Option<&str>,
    mv: Option<&str>,
) -> Result<(Game, Option<Move>), Problem> {
    let (position, _) = read_start(variant, fen)?;
    let mut game = Game::from_position(position);
    let played = mv.map(|uci| game.play_uci(uci)).transpose().map_err(|error| refused(&error))?;
    Ok((game, played))
}

/// Returns the board after the last move.
fn picture(game: &Game, played: Option<Move>, orientation: Option<Side>) -> BoardSvg<'_> {
    let board =
        BoardSvg::new(game.position()).seen_by(orientation.map_or(Color::White, Color::from));
    match played {
        Some(mv) => board.last_move(mv),
        None => board,
    }
}
