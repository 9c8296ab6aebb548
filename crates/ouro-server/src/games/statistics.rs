//! How often people and engines take their own pieces.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::caller::Owner;
use crate::extract::Query;
use crate::problem::Problem;

/// Whose self-captures are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Scope {
    /// Those of the caller.
    #[default]
    Mine,
    /// Those of everybody, the engine too.
    All,
}

/// Whose self-captures are counted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct StatisticsQuery {
    /// `mine` if it is not said.
    #[serde(default)]
    #[param(inline)]
    scope: Scope,
}

/// How often, by whom, of what and when.
#[derive(Serialize, ToSchema)]
pub(crate) struct SelfCaptureStatistics {
    /// Games of self-capture chess.
    games: i64,
    /// Those with a self-capture.
    games_with: i64,
    /// Self-captures of people.
    by_people: i64,
    /// Self-captures of the engine.
    by_engine: i64,
    /// By the piece that took.
    pieces: BTreeMap<String, i64>,
    /// By the piece that was taken.
    victims: BTreeMap<String, i64>,
    /// By the pieces on the board, pawns and kings apart: `opening` for ten and more, `middlegame`
    /// for five to nine, `endgame` for fewer.
    phases: BTreeMap<&'static str, i64>,
}

/// Statistics of self-captures in stored games.
#[utoipa::path(get, path = "/stats/self-captures", operation_id = "self_capture_statistics", tag = "games", params(StatisticsQuery),
    responses((status = 200, body = SelfCaptureStatistics), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn self_captures(
    State(app): State<Arc<App>>,
    owner: Owner,
    Query(query): Query<StatisticsQuery>,
) -> Result<Json<SelfCaptureStatistics>, Problem> {
    let me = owner.id();
    let of = (query.scope == Scope::Mine).then_some(me.as_str());
    let (games, games_with) = app.store.self_capture_games(of).await?;
    let mut statistics = SelfCaptureStatistics {
        games,
        games_with,
        by_people: 0,
        by_engine: 0,
        pieces: BTreeMap::new(),
        victims: BTreeMap::new(),
        phases: BTreeMap::new(),
    };
    for row in app.store.self_captures(of).await? {
        if row.by_engine == 1 {
            statistics.by_engine += row.count;
        } else {
            statistics.by_people += row.count;
        }
        *statistics.pieces.entry(row.piece).or_default() += row.count;
        *statistics.victims.entry(row.victim).or_default() += row.count;
        let phase = match row.phase {
            0 => "opening",
            1 => "middlegame",
            _ => "endgame",
        };
        *statistics.phases.entry(phase).or_default() += row.count;
    }
    Ok(Json(statistics))
}
