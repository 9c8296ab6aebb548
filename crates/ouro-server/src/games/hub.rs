//! Tells the sockets of a game what has happened in it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast;

use super::event::Logged;

/// Events that a reader may be behind before it is dropped.
const BEHIND: usize = 64;

type Readers = HashMap<String, broadcast::Sender<Arc<Logged>>>;

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
    pub(crate) fn listen(&self, id: &str) -> broadcast::Receiver<Arc<Logged>> {
        let mut games = self.lock();
        // Those that nobody listens to any more are forgotten now and then.
        if games.len().is_multiple_of(256) {
            games.retain(|_, sender| sender.receiver_count() > 0);
        }
        games.entry(id.to_owned()).or_insert_with(|| broadcast::channel(BEHIND).0).subscribe()
    }

    /// Whether anybody listens to a game.
    pub(crate) fn has_listeners(&self, id: &str) -> bool {
        self.lock().get(id).is_some_and(|sender| sender.receiver_count() > 0)
    }

    pub(crate) fn tell(&self, id: &str, log: &[Logged]) {
        if let Some(sender) = self.lock().get(id) {
            for logged in log {
                // Nobody may be listening.
                let _ = sender.send(Arc::new(logged.clone()));
            }
        }
    }

    /// Connections that listen.
    pub(crate) fn listeners(&self) -> usize {
        self.lock().values().map(broadcast::Sender::receiver_count).sum()
    }
}
