//! The views of puzzles, and what a link to each of them shows.

use super::head::Head;
use super::view::image;
use crate::app::App;
use crate::puzzles::stock::StockPuzzle;

/// A view of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PuzzleView<'a> {
    Training,
    Daily,
    Themes,
    MateOrNot,
    History,
    Replay,
    Single { id: &'a str },
}

impl<'a> PuzzleView<'a> {
    /// Returns the view at a path below `/puzzles`.
    pub(super) fn of(rest: &'a str) -> Option<PuzzleView<'a>> {
        Some(match rest {
            "" => PuzzleView::Training,
            "daily" => PuzzleView::Daily,
            "themes" => PuzzleView::Themes,
            "mate-or-not" => PuzzleView::MateOrNot,
            "history" => PuzzleView::History,
            "replay" => PuzzleView::Replay,
            id if !id.contains('/') => PuzzleView::Single { id },
            _ => return None,
        })
    }

    /// Returns the path, the title and the description, whatever puzzle is shown.
    pub(super) const fn general(self) -> (&'static str, &'static str, &'static str) {
        match self {
            PuzzleView::Training | PuzzleView::Single { .. } => (
                "/puzzles",
                "Puzzles • Ouro",
                "Find the best move in positions where it matters that you can capture your own pieces.",
            ),
            PuzzleView::Daily => (
                "/puzzles/daily",
                "Puzzle of the day • Ouro",
                "A puzzle of self-capture chess every day, the same for everybody.",
            ),
            PuzzleView::Themes => (
                "/puzzles/themes",
                "Puzzle themes • Ouro",
                "Puzzles of self-capture chess by theme: lines opened at the king, escapes, promotions and mates.",
            ),
            PuzzleView::MateOrNot => (
                "/puzzles/mate-or-not",
                "Mate or not? • Ouro",
                "All of these positions are checkmate in chess. Is the king lost, or can it capture its own pieces?",
            ),
            PuzzleView::History => (
                "/puzzles/history",
                "Puzzle history • Ouro",
                "The puzzles that you have attempted on Ouro, and your rating.",
            ),
            PuzzleView::Replay => (
                "/puzzles/replay",
                "Replay failed puzzles • Ouro",
                "The puzzles that you have failed on Ouro and not solved since.",
            ),
        }
    }

    /// Describes the puzzle that is shown. Somebody without the token of the server does not see it.
    pub(super) fn describe(self, app: &App, head: &mut Head) {
        if app.config.api_token.is_some() {
            return;
        }
        match self {
            PuzzleView::Daily => {
                if let Ok((day, entry)) = app.puzzles.daily() {
                    head.description = format!("{day}: {}", task(entry));
                    show(entry, head);
                }
            }
            PuzzleView::Single { id } => match app.puzzles.find(id) {
                Ok(entry) => {
                    head.title = format!("Puzzle {} • Ouro", entry.id);
                    head.description = task(entry);
                    head.path = format!("/puzzles/{}", entry.id);
                    head.indexed = false;
                    show(entry, head);
                }
                Err(_) => *head = Head::not_found(),
            },
            _ => {}
        }
    }
}

/// Returns what a solver is asked for.
fn task(entry: &StockPuzzle) -> String {
    let solver = !entry.puzzle.position.turn();
    format!(
        "Find the best move for {solver}. In self-capture chess you can capture your own pieces, but never the king."
    )
}

/// Shows the position after the opponent's move as the solver sees it.
fn show(entry: &StockPuzzle, head: &mut Head) {
    let before = &entry.puzzle.position;
    head.image = image(before, entry.puzzle.moves.first().copied(), !before.turn());
    head.image_text = format!("{} to move", !before.turn());
}
