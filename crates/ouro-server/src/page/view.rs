//! The views of the web app, and what a link to each of them shows.

use form_urlencoded::Serializer;
use ouro_rules::{Color, Game, Move, Position, Variant};

use super::head::Head;
use super::puzzles::PuzzleView;
use crate::app::App;
use crate::games::event::Player;
use crate::service::games::GameError;

/// The paths of the views that search engines may list.
pub(super) const PUBLIC_PATHS: [&str; 9] = [
    "/",
    "/learn",
    "/puzzles",
    "/puzzles/daily",
    "/puzzles/themes",
    "/puzzles/mate-or-not",
    "/analysis",
    "/editor",
    "/statistics",
];

/// What the image of a view without a position shows: a king escapes a smothered mate by capturing its own pawn.
pub(super) const DEFAULT_IMAGE_TEXT: &str = "A king captures its own pawn";
const DEFAULT_POSITION: &str = "6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1";
const DEFAULT_MOVE: &str = "h8h7";

/// A view of the web app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View<'a> {
    Home,
    Learn,
    Puzzles(PuzzleView<'a>),
    Analysis,
    Editor,
    Games,
    Statistics,
    Login,
    Game { id: &'a str },
}

impl<'a> View<'a> {
    /// Returns the view at a path.
    pub(super) fn of(path: &'a str) -> Option<View<'a>> {
        let (name, rest) = match path.strip_prefix('/')?.split_once('/') {
            Some((name, rest)) => (name, rest),
            None => (path.strip_prefix('/')?, ""),
        };
        match (name, rest) {
            ("", "") => Some(View::Home),
            ("learn", _) => Some(View::Learn),
            ("puzzles", rest) => PuzzleView::of(rest).map(View::Puzzles),
            ("analysis", "") => Some(View::Analysis),
            ("editor", "") => Some(View::Editor),
            ("games", "") => Some(View::Games),
            ("statistics", "") => Some(View::Statistics),
            ("login", "") => Some(View::Login),
            ("game", id) if !id.is_empty() && !id.contains('/') => Some(View::Game { id }),
            _ => None,
        }
    }

    /// Returns the head of the page. Positions of the query and games are shown as they are now.
    pub(super) async fn head(self, app: &App, query: &str) -> Head {
        let mut head = self.general_head();
        match self {
            View::Analysis | View::Editor => {
                if let Some(line) = Line::of_query(query) {
                    line.describe(&mut head);
                }
            }
            View::Puzzles(view) => view.describe(app, &mut head),
            View::Game { id } => describe_game(app, id, &mut head).await,
            _ => {}
        }
        // Nothing of a server with a token is public.
        head.indexed &= app.config.api_token.is_none();
        head
    }

    /// Returns what the view shows whatever its address says. Titles are those of the English catalogue.
    fn general_head(self) -> Head {
        let (path, title, description) = match self {
            View::Home => (
                "/",
                "Ouro • Chess where you can capture your own pieces",
                "Chess where you can capture your own pieces, but never the king. Play, analyse and learn \
                 self-capture chess and chess, free and without registration.",
            ),
            View::Learn => (
                "/learn",
                "Learn self-capture chess • Ouro",
                "Learn the one extra rule of self-capture chess on a playable board, in a few minutes.",
            ),
            View::Puzzles(view) => view.general(),
            View::Analysis => (
                "/analysis",
                "Analysis board • Ouro",
                "Analyse positions and games of chess and self-capture chess with an engine that runs in your \
                 browser.",
            ),
            View::Editor => (
                "/editor",
                "Board editor • Ouro",
                "Set up any position of chess or self-capture chess, then analyse it or play from it.",
            ),
            View::Games => {
                ("/games", "Your games • Ouro", "The games that you have played on Ouro.")
            }
            View::Statistics => (
                "/statistics",
                "Self-capture statistics • Ouro",
                "How often players of self-capture chess capture their own pieces, and what for.",
            ),
            View::Login => ("/login", "Log in • Ouro", "This server needs a token."),
            View::Game { .. } => ("/", "Game • Ouro", "A game on Ouro."),
        };
        Head {
            title: title.to_owned(),
            description: description.to_owned(),
            path: match self {
                View::Game { id } => format!("/game/{id}"),
                _ => path.to_owned(),
            },
            image: default_image(),
            image_text: DEFAULT_IMAGE_TEXT.to_owned(),
            indexed: PUBLIC_PATHS.contains(&path) && !matches!(self, View::Game { .. }),
            missing: false,
        }
    }
}

/// Describes a game. Somebody without the token of the server does not see it.
async fn describe_game(app: &App, id: &str, head: &mut Head) {
    if app.config.api_token.is_some() {
        return;
    }
    let loaded = match app.games.load(id).await {
        Ok(loaded) => loaded,
        Err(GameError::NotFound) => {
            *head = Head::not_found();
            return;
        }
        // The web app says what is wrong.
        Err(_) => return,
    };
    let state = &loaded.state;
    let line = Line { game: state.game.clone(), orientation: Color::White };
    let name = |color: Color| match state.player(color) {
        Player::Human => {
            let chosen = state.names[color.index()].as_ref();
            chosen.map_or_else(|| "Anonymous".to_owned(), ToString::to_string)
        }
        Player::Engine { level: None } => "Ouro".to_owned(),
        Player::Engine { level: Some(level) } => format!("Ouro (level {level})"),
    };
    let moves = match state.game.moves().len().div_ceil(2) {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    };
    let status = match state.ending {
        Some(ending) => capitalised(&ending.to_string()),
        None => "In progress".to_owned(),
    };
    head.title = format!("{} vs {} • Ouro", name(Color::White), name(Color::Black));
    head.description = format!("{}. {status} after {moves}.", variant_name(state.game.variant()));
    line.show(head);
}

/// A game and the side from which it is seen.
struct Line {
    game: Game,
    orientation: Color,
}

impl Line {
    /// Reads the position of a link to the analysis or the editor. The web app explains one that is invalid.
    fn of_query(query: &str) -> Option<Line> {
        let parameter = |name: &str| {
            let mut pairs = form_urlencoded::parse(query.as_bytes());
            pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
        };
        let variant: Variant =
            parameter("variant").as_deref().unwrap_or("selfcapture").parse().ok()?;
        let (fen, moves) = (parameter("fen"), parameter("moves"));
        if fen.is_none() && moves.is_none() {
            return None;
        }
        let start = match fen {
            Some(fen) => Position::from_fen_lenient(&fen, variant).ok()?.0,
            None => Position::start(variant),
        };
        let mut game = Game::from_position(start);
        for uci in moves.iter().flat_map(|moves| moves.split(',')).filter(|uci| !uci.is_empty()) {
            game.play_uci(uci).ok()?;
        }
        let black = parameter("orientation").as_deref() == Some("black");
        Some(Line { game, orientation: if black { Color::Black } else { Color::White } })
    }

    /// Describes the position and shows it.
    fn describe(&self, head: &mut Head) {
        let variant = variant_name(self.game.variant());
        let status = match self.game.outcome() {
            Some(outcome) => outcome.to_string(),
            None => format!("{} to move", self.game.position().turn()),
        };
        head.description = format!("{variant}: {status}. {}", head.description);
        self.show(head);
    }

    /// Shows the position after the last move.
    fn show(&self, head: &mut Head) {
        let (position, mv) = match self.game.plies().last() {
            Some((position, mv)) => (position, Some(mv)),
            None => (self.game.start(), None),
        };
        head.image = image(position, mv, self.orientation);
        head.image_text = format!("{} to move", self.game.position().turn());
    }
}

/// Returns the path of the image of a position after a move.
pub(super) fn image(position: &Position, mv: Option<Move>, orientation: Color) -> String {
    let mut query = Serializer::new(String::new());
    query.append_pair("variant", position.variant().name());
    query.append_pair("fen", &position.to_fen());
    if let Some(mv) = mv {
        query.append_pair("move", &position.uci(mv));
    }
    if orientation == Color::Black {
        query.append_pair("orientation", "black");
    }
    query.append_pair("layout", "card");
    format!("/api/v1/board.png?{}", query.finish())
}

/// Returns the path of the image of views without a position.
pub(super) fn default_image() -> String {
    let mut query = Serializer::new(String::new());
    query.append_pair("variant", Variant::SelfCapture.name());
    query.append_pair("fen", DEFAULT_POSITION).append_pair("move", DEFAULT_MOVE);
    query.append_pair("layout", "card");
    format!("/api/v1/board.png?{}", query.finish())
}

fn variant_name(variant: Variant) -> &'static str {
    match variant {
        Variant::Chess => "Chess",
        Variant::Chess960 => "Chess960",
        Variant::SelfCapture => "Self-capture chess",
    }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
