//! A player who knows which events of its games were acknowledged and compares them with what the service stores.

use std::io;

use serde_json::{Value, json};

use crate::http::{Client, Response};

/// Games are resigned after this number of moves, so that their logs stay short.
const LONGEST_GAME: usize = 60;

/// What the player knows about a game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The id of the game.
    pub id: String,
    /// Acknowledged events after the creation: moves in UCI notation, or [`RESIGNATION`].
    acknowledged: Vec<String>,
    /// An event that was sent and not acknowledged. It may or may not be stored.
    unconfirmed: Option<String>,
    /// Events with unknown outcome that were not stored when the game was read. PostgreSQL may still commit one of
    /// them: a commit that has been sent survives the process that sent it.
    late: Vec<String>,
    version: i64,
    legal_moves: Vec<String>,
}

/// The event that ends a game early.
const RESIGNATION: &str = "resignation";

impl Game {
    /// Creates a game between two people, both played by the client.
    ///
    /// # Errors
    /// If the service does not create it; the response, if there was one, says why.
    pub fn create(client: &Client) -> Result<Game, Refusal> {
        let human = json!({ "kind": "human" });
        let body = json!({ "variant": "selfcapture", "white": human, "black": human });
        let created = accept(client.post("/api/v1/games", &body))?.json();
        let view = &created["game"];
        let id = view["id"].as_str().unwrap_or_default().to_owned();
        let mut game = Game {
            id,
            acknowledged: Vec::new(),
            unconfirmed: None,
            late: Vec::new(),
            version: 1,
            legal_moves: Vec::new(),
        };
        game.update(view);
        Ok(game)
    }

    fn path(&self) -> String {
        format!("/api/v1/games/{}", self.id)
    }

    fn update(&mut self, view: &Value) {
        self.version = view["version"].as_i64().unwrap_or(0);
        let moves = view["legal_moves"].as_array().into_iter().flatten();
        self.legal_moves = moves.filter_map(|mv| mv["uci"].as_str()).map(str::to_owned).collect();
    }

    /// Returns the number of acknowledged events after the creation.
    #[must_use]
    pub fn acknowledged(&self) -> usize {
        self.acknowledged.len()
    }

    fn is_over(&self) -> bool {
        self.legal_moves.is_empty() && self.unconfirmed.is_none()
    }

    /// Plays a random legal move, or resigns a long game. The game remembers the event before it is sent, so that
    /// [`Game::check`] can tell a lost event from one with unknown outcome.
    ///
    /// # Errors
    /// If the service does not acknowledge the event.
    pub fn play(&mut self, client: &Client, random: &mut fastrand::Rng) -> Result<(), Refusal> {
        let (event, response) = if self.acknowledged.len() >= LONGEST_GAME {
            self.unconfirmed = Some(RESIGNATION.to_owned());
            let body = json!({ "action": "resign", "version": self.version });
            (RESIGNATION.to_owned(), client.post(&format!("{}/actions", self.path()), &body))
        } else {
            let uci = random.choice(&self.legal_moves).cloned().unwrap_or_default();
            self.unconfirmed = Some(uci.clone());
            let body = json!({ "uci": uci, "version": self.version });
            (uci, client.post(&format!("{}/moves", self.path()), &body))
        };
        let view = match accept(response) {
            Ok(response) => response.json(),
            Err(refusal) if refusal.status() == Some(409) && !self.late.is_empty() => {
                return self.check(client).map_err(|_| refusal);
            }
            Err(refusal) => return Err(refusal),
        };
        self.unconfirmed = None;
        self.late.clear();
        self.acknowledged.push(event);
        self.update(&view);
        Ok(())
    }

    /// Reads the game and compares it with the acknowledged events. An unconfirmed event that is stored counts as
    /// acknowledged from now on.
    ///
    /// # Errors
    /// If the game cannot be read, or if it contradicts what was acknowledged.
    pub fn check(&mut self, client: &Client) -> Result<(), CheckError> {
        let response =
            client.get(&self.path()).map_err(|error| CheckError::Unread(error.to_string()))?;
        match response.status {
            200 => {}
            404 => return Err(CheckError::Lost("an acknowledged game is lost".to_owned())),
            _ => return Err(CheckError::Unread(response.summary())),
        }
        let view = response.json();
        let moves = view["moves"].as_array().into_iter().flatten();
        let mut stored: Vec<&str> = moves.filter_map(|mv| mv["uci"].as_str()).collect();
        if view["outcome"]["reason"] == RESIGNATION {
            stored.push(RESIGNATION);
        }
        let known = self.acknowledged.len();
        if stored.len() < known || stored[..known] != self.acknowledged[..] {
            return Err(CheckError::Lost(match known.saturating_sub(stored.len()) {
                0 => "acknowledged events of a game were replaced by others".to_owned(),
                lost => format!("{lost} acknowledged events of a game are lost"),
            }));
        }
        match &stored[known..] {
            [] => self.late.extend(self.unconfirmed.take()),
            [event]
                if self.unconfirmed.as_deref() == Some(event)
                    || self.late.iter().any(|late| late == event) =>
            {
                self.acknowledged.push((*event).to_owned());
                self.late.clear();
            }
            _ => return Err(CheckError::Lost("a game has events that nobody sent".to_owned())),
        }
        let version = view["version"].as_i64();
        if version != i64::try_from(stored.len() + 1).ok() {
            return Err(CheckError::Lost("the versions of a game are not consecutive".to_owned()));
        }
        self.unconfirmed = None;
        self.update(&view);
        Ok(())
    }
}

/// The reason why a game could not be checked, or what is wrong with it.
#[derive(Clone, Debug)]
pub enum CheckError {
    /// The service did not return the game.
    Unread(String),
    /// The stored game contradicts an acknowledgement.
    Lost(String),
}

/// A request that was not acknowledged.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The service responded.
    Status(Box<Response>),
    /// The connection failed.
    Connection(String),
}

impl Refusal {
    /// Returns the status of the response, if there was one.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        match self {
            Refusal::Status(response) => Some(response.status),
            Refusal::Connection(_) => None,
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::Status(response) => f.write_str(&response.summary()),
            Refusal::Connection(error) => f.write_str(error),
        }
    }
}

/// Returns a response if it is a success.
fn accept(response: io::Result<Response>) -> Result<Response, Refusal> {
    match response {
        Ok(response) if (200..300).contains(&response.status) => Ok(response),
        Ok(response) => Err(Refusal::Status(Box::new(response))),
        Err(error) => Err(Refusal::Connection(error.to_string())),
    }
}

/// A player with one game at a time.
pub struct Player {
    client: Client,
    random: fastrand::Rng,
    current: Option<Game>,
    finished: Vec<Game>,
    moves: usize,
}

impl Player {
    /// Creates a player without a game.
    #[must_use]
    pub fn new(client: Client, seed: u64) -> Player {
        let random = fastrand::Rng::with_seed(seed);
        Player { client, random, current: None, finished: Vec::new(), moves: 0 }
    }

    /// Continues after a restart of the service.
    pub fn reconnect(&mut self, service: std::net::SocketAddr) {
        self.client = self.client.at(service);
    }

    /// Plays one event, in a new game if no game is in progress.
    ///
    /// # Errors
    /// If the service does not acknowledge it.
    pub fn play(&mut self) -> Result<(), Refusal> {
        if let Some(game) = self.current.take_if(|game| game.is_over()) {
            self.finished.push(game);
        }
        let game = match &mut self.current {
            Some(game) => game,
            empty => empty.insert(Game::create(&self.client)?),
        };
        game.play(&self.client, &mut self.random)?;
        self.moves += 1;
        Ok(())
    }

    /// Checks the game in progress.
    ///
    /// # Errors
    /// If it cannot be read or contradicts what was acknowledged.
    pub fn check(&mut self) -> Result<(), CheckError> {
        self.current.as_mut().map_or(Ok(()), |game| game.check(&self.client))
    }

    /// Checks all games.
    ///
    /// # Errors
    /// If one cannot be read or contradicts what was acknowledged.
    pub fn check_all(&mut self) -> Result<(), CheckError> {
        self.finished
            .iter_mut()
            .chain(&mut self.current)
            .try_for_each(|game| game.check(&self.client))
    }

    /// Returns the number of acknowledged events.
    #[must_use]
    pub fn events(&self) -> usize {
        self.moves
    }

    /// Returns the client.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }
}
