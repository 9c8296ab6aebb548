//! Tells the sockets of a game what has happened in it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::broadcast;

use super::event::Logged;
use super::state::State;

/// Something that has happened in a game.
pub(crate) enum News {
    /// An event, with the game after it, so that nobody has to read it again.
    Event(Box<Happened>),
    /// Another process has added to the log.
    Elsewhere,
}

/// An event and what it has made of the game.
pub(crate) struct Happened {
    pub(crate) logged: Logged,
    pub(crate) after: State,
    /// The message for those who only watch, written once for all of them.
    message: OnceLock<Option<Utf8Bytes>>,
}

impl Happened {
    pub(crate) fn new(logged: Logged, after: State) -> Happened {
        Happened { logged, after, message: OnceLock::new() }
    }

    /// The message for those who only watch, as `write` writes it the first time.
    pub(crate) fn message(
        &self,
        write: impl FnOnce(&Happened) -> Option<Utf8Bytes>,
    ) -> Option<Utf8Bytes> {
        self.message.get_or_init(|| write(self)).clone()
    }
}

/// Events that a reader may be behind before it is dropped.
const BEHIND: usize = 64;

type Readers = HashMap<String, broadcast::Sender<Arc<News>>>;

/// Who listens to which game.
#[derive(Default)]
pub(crate) struct Hub {
    games: Mutex<Readers>,
}

impl Hub {
    fn lock(&self) -> MutexGuard<'_, Readers> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Listens to a game from now on.
    pub(crate) fn listen(&self, id: &str) -> broadcast::Receiver<Arc<News>> {
        let mut games = self.lock();
        // Those that nobody listens to any more are forgotten now and then.
        if games.len().is_multiple_of(256) {
            games.retain(|_, sender| sender.receiver_count() > 0);
        }
        games.entry(id.to_owned()).or_insert_with(|| broadcast::channel(BEHIND).0).subscribe()
    }

    /// Whether anybody listens to a game, and news are worth preparing.
    pub(crate) fn has_listeners(&self, id: &str) -> bool {
        self.lock().get(id).is_some_and(|sender| sender.receiver_count() > 0)
    }

    pub(crate) fn tell(&self, id: &str, news: News) {
        if let Some(sender) = self.lock().get(id) {
            // Nobody may be listening.
            let _ = sender.send(Arc::new(news));
        }
    }

    /// Connections that listen.
    pub(crate) fn listeners(&self) -> usize {
        self.lock().values().map(broadcast::Sender::receiver_count).sum()
    }
}
