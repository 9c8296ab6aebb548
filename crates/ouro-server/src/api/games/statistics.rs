//! Statistics of self-captures.

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

/// Whose self-captures to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Scope {
    /// The caller's.
    #[default]
    Mine,
    /// Everybody's, engines included.
    All,
}

/// Whose self-captures to count.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct StatisticsQuery {
    /// `mine` if missing.
    #[serde(default)]
    #[param(inline)]
    scope: Scope,
}

/// Numbers of self-captures.
#[derive(Serialize, ToSchema)]
pub(crate) struct SelfCaptureStatistics {
    /// Games of self-capture chess.
    games: i64,
    /// Games with a self-capture.
    games_with: i64,
    /// Self-captures of people.
    by_people: i64,
    /// Self-captures of the engine.
    by_engine: i64,
    /// By the capturing piece.
    pieces: BTreeMap<String, i64>,
    /// By the captured piece.
    victims: BTreeMap<String, i64>,
    /// By the pieces on the board other than pawns and kings: `opening` for ten or more, `middlegame` for
    /// five to nine, `endgame` for fewer.
    phases: BTreeMap<String, i64>,
}

/// Get statistics of self-captures in stored games.
#[utoipa::path(get, path = "/stats/self-captures", operation_id = "self_capture_statistics", tag = "games", params(StatisticsQuery),
    responses((status = 200, body = SelfCaptureStatistics), (status = "4XX", body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn self_captures(
    State(app): State<Arc<App>>,
    owner: Owner,
    Query(query): Query<StatisticsQuery>,
) -> Result<Json<SelfCaptureStatistics>, Problem> {
    let me = owner.id();
    let scope = (query.scope == Scope::Mine).then_some(me.as_str());
    let counters = app.games.store.self_capture_counters(scope).await?;
    let value = |name: &str| counters.get(name).copied().unwrap_or(0);
    let group = |prefix: &str| {
        let named = counters.iter();
        named
            .filter_map(|(name, &value)| Some((name.strip_prefix(prefix)?.to_owned(), value)))
            .collect()
    };
    Ok(Json(SelfCaptureStatistics {
        games: value("games"),
        games_with: value("games_with"),
        by_people: value("by_people"),
        by_engine: value("by_engine"),
        pieces: group("piece:"),
        victims: group("victim:"),
        phases: group("phase:"),
    }))
}
