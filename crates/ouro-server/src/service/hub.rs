//! Announces changes of games to their sockets.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::broadcast;

use crate::games::event::LoggedEvent;
use crate::games::state::GameState;

/// A change of a game.
pub(crate) enum Change {
    /// An event, with the state after it, so that listeners do not load the game again.
    Event(Box<Announcement>),
    /// Something has changed; the storage knows what.
    Unknown,
    Deleted,
}

/// An event and the state after it.
pub(crate) struct Announcement {
    pub(crate) logged: LoggedEvent,
    pub(crate) after: GameState,
    /// The message to spectators, rendered once for all of them.
    spectator_message: OnceLock<Option<Utf8Bytes>>,
}

impl Announcement {
    pub(crate) const fn new(logged: LoggedEvent, after: GameState) -> Announcement {
        Announcement { logged, after, spectator_message: OnceLock::new() }
    }

    /// Returns the message to spectators, which `render` renders the first time.
    pub(crate) fn spectator_message(
        &self,
        render: impl FnOnce(&Announcement) -> Option<Utf8Bytes>,
    ) -> Option<Utf8Bytes> {
        self.spectator_message.get_or_init(|| render(self)).clone()
    }
}

/// The changes that a listener may lag behind before it is dropped.
const CAPACITY: usize = 64;

type Channels = HashMap<String, broadcast::Sender<Arc<Change>>>;

/// The listeners of each game.
#[derive(Default)]
pub(crate) struct Hub {
    channels: Mutex<Channels>,
}

impl Hub {
    fn lock(&self) -> MutexGuard<'_, Channels> {
        // The map is consistent between any two operations, whoever panicked.
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Listens to a game from now on.
    pub(crate) fn listen(&self, id: &str) -> broadcast::Receiver<Arc<Change>> {
        let mut channels = self.lock();
        // Channels without listeners are removed now and then.
        if channels.len().is_multiple_of(256) {
            channels.retain(|_, sender| sender.receiver_count() > 0);
        }
        channels.entry(id.to_owned()).or_insert_with(|| broadcast::channel(CAPACITY).0).subscribe()
    }

    /// Returns whether a game has listeners, so that an announcement is worth preparing.
    pub(crate) fn has_listeners(&self, id: &str) -> bool {
        self.lock().get(id).is_some_and(|sender| sender.receiver_count() > 0)
    }

    pub(crate) fn announce(&self, id: &str, change: Change) {
        if let Some(sender) = self.lock().get(id) {
            // Fails if nobody listens any more.
            let _ = sender.send(Arc::new(change));
        }
    }

    /// Returns the number of listeners of all games.
    pub(crate) fn listeners(&self) -> usize {
        self.lock().values().map(broadcast::Sender::receiver_count).sum()
    }
}
