//! What players may do, and the events that it leads to.

use ouro_rules::Color;

use super::error::CommandError;
use super::event::Event;
use super::state::{GameState, Offer, OfferKind, Status};

/// The longest delay before a move of an engine.
pub(crate) const MAX_DELAY_MS: u64 = 60_000;
/// The delay before each move in a new game between two engines without a clock.
pub(crate) const DEFAULT_DELAY_MS: u64 = 1_000;
/// The number of plies after which a game is drawn.
const MAX_PLIES: usize = 1_200;
/// The offers, takebacks and pauses that a game may have. Moves and results are never refused for this reason.
const MAX_OPTIONAL_EVENTS: u32 = 1_000;
/// The moves between two draw offers of a side.
const MOVES_BETWEEN_DRAW_OFFERS: u32 = 20;

/// A command other than a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Resign,
    Abort,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    ClaimDraw,
    TakeBack,
    AcceptTakeback,
    DeclineTakeback,
    Pause,
    Resume,
    SetDelay { delay_ms: u64 },
}

/// The sides that somebody plays: none for a spectator, both on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seats {
    pub(crate) white: bool,
    pub(crate) black: bool,
    /// Whether they created the game, which lets them control engines.
    pub(crate) creator: bool,
}

impl Seats {
    /// The seats of a spectator.
    pub(crate) const NONE: Seats = Seats { white: false, black: false, creator: false };

    pub(crate) const fn has(self, color: Color) -> bool {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    pub(crate) const fn is_player(self) -> bool {
        self.white || self.black
    }

    /// Returns the side that somebody acts for: on one board, the side to move.
    fn acting(self, turn: Color) -> Result<Color, CommandError> {
        match (self.white, self.black) {
            (true, true) => Ok(turn),
            (true, false) => Ok(Color::White),
            (false, true) => Ok(Color::Black),
            (false, false) => Err(CommandError::NotAPlayer),
        }
    }
}

impl GameState {
    fn check_in_progress(&self) -> Result<(), CommandError> {
        match (self.ending, self.status()) {
            (Some(ending), _) => Err(CommandError::GameOver(ending)),
            (None, Status::Waiting) => Err(CommandError::Waiting),
            (None, _) => Ok(()),
        }
    }

    /// Decides a move of a person.
    pub(crate) fn decide_move(
        &self,
        uci: &str,
        seats: Seats,
        now: i64,
    ) -> Result<Vec<Event>, CommandError> {
        self.check_in_progress()?;
        if !seats.has(self.turn()) {
            return Err(if seats.is_player() {
                CommandError::NotYourTurn(self.turn())
            } else {
                CommandError::NotAPlayer
            });
        }
        self.play(uci, now)
    }

    /// Decides a move, whoever plays it.
    pub(crate) fn play(&self, uci: &str, now: i64) -> Result<Vec<Event>, CommandError> {
        self.check_in_progress()?;
        let turn = self.turn();
        if let Some(flag) = self.decide_flag(now) {
            return Ok(vec![flag]);
        }
        let mut game = self.game.clone();
        let mv = game.play_uci(uci)?;
        let uci = self.game.position().uci(mv);
        let clock_ms =
            self.clocks.map(|clocks| clocks.remaining(turn, turn, now) + clocks.increment());
        let mut events = vec![Event::Moved { uci, clock_ms }];
        if game.moves().len() >= MAX_PLIES && game.outcome().is_none() {
            events.push(Event::MoveLimitReached);
        }
        Ok(events)
    }

    /// Returns the fall of the flag, if the side to move has run out of time.
    pub(crate) fn decide_flag(&self, now: i64) -> Option<Event> {
        let fallen = self.status() == Status::Playing && self.flag_falls_at()? <= now;
        fallen.then(|| Event::Flagged { side: self.turn() })
    }

    /// Returns the end of a game that nobody has started in time.
    pub(crate) fn decide_expiry(&self, now: i64) -> Option<Event> {
        (self.expires_at()? <= now).then_some(Event::Expired)
    }

    /// Decides a command other than a move.
    pub(crate) fn decide(
        &self,
        command: Command,
        seats: Seats,
        now: i64,
    ) -> Result<Vec<Event>, CommandError> {
        if let Command::Pause | Command::Resume | Command::SetDelay { .. } = command {
            return self.decide_control(command, seats);
        }
        if let (Command::Abort, Status::Waiting) = (command, self.status()) {
            return Ok(vec![Event::Aborted { by: seats.acting(Color::White)? }]);
        }
        self.check_in_progress()?;
        if let Some(flag) = self.decide_flag(now) {
            return Ok(vec![flag]);
        }
        let me = seats.acting(self.turn())?;
        let event = match command {
            Command::Resign => Event::Resigned { by: me },
            Command::Abort => {
                if self.game.moves().len() >= 2 {
                    let reason = "a game can be aborted only until both sides have moved";
                    return Err(CommandError::NotNow(reason));
                }
                Event::Aborted { by: me }
            }
            Command::OfferDraw
            | Command::AcceptDraw
            | Command::DeclineDraw
            | Command::ClaimDraw => self.decide_draw(command, me, seats)?,
            _ => self.decide_takeback(command, me, seats, now)?,
        };
        Ok(vec![event])
    }

    /// Returns whether one person plays both sides.
    fn is_one_board(&self, seats: Seats) -> bool {
        seats.white && seats.black && !self.players.iter().any(|player| player.is_engine())
    }

    fn decide_draw(
        &self,
        command: Command,
        me: Color,
        seats: Seats,
    ) -> Result<Event, CommandError> {
        Ok(match (command, self.offer) {
            (Command::OfferDraw, _) if self.is_one_board(seats) => Event::DrawAgreed { by: me },
            (Command::OfferDraw, Some(Offer { kind: OfferKind::Draw, by })) if by != me => {
                Event::DrawAgreed { by: me }
            }
            (Command::OfferDraw, _) => {
                let since = self.moves_since_offer(OfferKind::Draw, me);
                if since.is_some_and(|moves| moves < MOVES_BETWEEN_DRAW_OFFERS) {
                    let reason = "you can offer a draw once every ten moves";
                    return Err(CommandError::NotNow(reason));
                }
                self.check_optional_events()?;
                Event::DrawOffered { by: me }
            }
            (Command::ClaimDraw, _) => {
                if self.turn() != me {
                    return Err(CommandError::NotNow("you can claim a draw only on your turn"));
                }
                let reason = self.game.claimable_draw().ok_or(CommandError::NotNow(
                    "there is neither a threefold repetition nor a draw by the fifty-move rule",
                ))?;
                Event::DrawClaimed { by: me, reason }
            }
            (Command::AcceptDraw, _) => {
                self.check_offer(OfferKind::Draw, me)?;
                Event::DrawAgreed { by: me }
            }
            _ => {
                self.check_offer(OfferKind::Draw, me)?;
                Event::DrawDeclined { by: me }
            }
        })
    }

    fn decide_takeback(
        &self,
        command: Command,
        me: Color,
        seats: Seats,
        now: i64,
    ) -> Result<Event, CommandError> {
        match command {
            Command::TakeBack => {
                self.check_optional_events()?;
                if self.is_one_board(seats) {
                    return self.take_back(1, !self.turn(), now);
                }
                let plies = self.plies_to_take_back(me)?;
                if self.player(!me).is_engine() {
                    return self.take_back(plies, me, now);
                }
                if self.moves_since_offer(OfferKind::Takeback, me) == Some(0) {
                    return Err(CommandError::NotNow("you have asked for a takeback already"));
                }
                Ok(Event::TakebackOffered { by: me })
            }
            Command::AcceptTakeback => {
                self.check_offer(OfferKind::Takeback, me)?;
                self.take_back(self.plies_to_take_back(!me)?, !me, now)
            }
            _ => {
                self.check_offer(OfferKind::Takeback, me)?;
                Ok(Event::TakebackDeclined { by: me })
            }
        }
    }

    /// Controls engines that play each other.
    fn decide_control(&self, command: Command, seats: Seats) -> Result<Vec<Event>, CommandError> {
        self.check_in_progress()?;
        if !self.only_engines() {
            let reason = "only games between engines can be paused or slowed down";
            return Err(CommandError::NotNow(reason));
        }
        if !seats.creator {
            return Err(CommandError::NotTheCreator);
        }
        let event = match command {
            Command::Pause if !self.paused => Event::Paused,
            Command::Resume if self.paused => Event::Resumed,
            Command::SetDelay { delay_ms } if delay_ms > MAX_DELAY_MS => {
                return Err(CommandError::OutOfRange("the longest delay is 60000 ms"));
            }
            Command::SetDelay { delay_ms } if delay_ms != self.delay_ms => {
                Event::DelaySet { delay_ms }
            }
            _ => return Ok(Vec::new()),
        };
        self.check_optional_events()?;
        Ok(vec![event])
    }

    fn check_optional_events(&self) -> Result<(), CommandError> {
        if self.optional_events >= MAX_OPTIONAL_EVENTS {
            return Err(CommandError::TooManyActions(MAX_OPTIONAL_EVENTS));
        }
        Ok(())
    }

    /// Checks that the opponent has made an offer.
    fn check_offer(&self, kind: OfferKind, me: Color) -> Result<(), CommandError> {
        match self.offer {
            Some(offer) if offer.kind == kind && offer.by != me => Ok(()),
            _ => Err(CommandError::NotNow("there is no such offer")),
        }
    }

    /// Returns how many plies back the last move of a side is.
    fn plies_to_take_back(&self, side: Color) -> Result<u32, CommandError> {
        let plies = if self.turn() == side { 2 } else { 1 };
        if self.game.moves().len() < plies as usize {
            return Err(CommandError::NotNow("you have no move to take back"));
        }
        Ok(plies)
    }

    /// Takes back moves for `by`. That side keeps the time it has used and returns the increments; its opponent gets
    /// back the time for the moves that are undone. Otherwise moving and taking back would add time.
    fn take_back(&self, plies: u32, by: Color, now: i64) -> Result<Event, CommandError> {
        let kept = self
            .played
            .len()
            .checked_sub(plies as usize)
            .ok_or(CommandError::NotNow("there is no move to take back"))?;
        let turn = self.turn();
        let clocks_ms = self.clocks.map(|clocks| {
            let mut left = Color::BOTH.map(|color| clocks.remaining(color, turn, now));
            let mut mover = turn;
            for played in self.played[kept..].iter().rev() {
                mover = !mover;
                let clock = &mut left[mover.index()];
                *clock = match played.clock_before_ms {
                    Some(before) if mover != by => before,
                    _ => clock.saturating_sub(played.increment_ms),
                };
            }
            left
        });
        if clocks_ms.is_some_and(|left| left.contains(&0)) {
            return Err(CommandError::NotNow("there is not enough time left to take back"));
        }
        Ok(Event::TakenBack { plies, clocks_ms })
    }
}

#[cfg(test)]
mod tests {
    use ouro_rules::Variant;

    use super::*;
    use crate::games::clock::TimeControl;
    use crate::games::event::{LoggedEvent, Player, Setup};
    use crate::games::outcome::Ending;
    use crate::games::state::{Answer, EXPIRY_MS};

    const WHITE: Seats = Seats { white: true, black: false, creator: true };
    const BLACK: Seats = Seats { white: false, black: true, creator: false };
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// A game that takes notes of its events.
    struct TestGame {
        state: GameState,
        now: i64,
    }

    impl TestGame {
        fn new(fen: &str, players: [Player; 2], time_control: Option<TimeControl>) -> TestGame {
            let setup = Setup {
                variant: Variant::Chess,
                fen: fen.to_owned(),
                players,
                names: [None, None],
                time_control,
                invited: Vec::new(),
                rematch_of: None,
                delay_ms: 0,
            };
            let created = LoggedEvent { version: 1, at: 0, event: Event::Created(setup) };
            TestGame { state: GameState::from_log(&[created]).unwrap(), now: 0 }
        }

        fn apply(&mut self, events: Vec<Event>) {
            for event in events {
                let logged = LoggedEvent { version: self.state.version + 1, at: self.now, event };
                self.state.apply(&logged).unwrap();
            }
        }

        fn play(&mut self, uci: &str) {
            self.apply(self.state.play(uci, self.now).unwrap());
        }

        fn act(&mut self, command: Command, seats: Seats) -> Result<(), CommandError> {
            let events = self.state.decide(command, seats, self.now)?;
            self.apply(events);
            Ok(())
        }

        fn clocks(&self) -> [u64; 2] {
            let clocks = self.state.clocks.unwrap();
            Color::BOTH.map(|color| clocks.remaining(color, self.state.turn(), self.now))
        }
    }

    #[test]
    fn a_draw_can_be_offered_again_only_after_ten_moves_of_each_side() {
        let mut game = TestGame::new(START, [Player::Human; 2], None);
        game.act(Command::OfferDraw, WHITE).unwrap();
        game.act(Command::DeclineDraw, BLACK).unwrap();
        assert!(game.act(Command::OfferDraw, WHITE).is_err());
        game.act(Command::OfferDraw, BLACK).unwrap();
        game.act(Command::DeclineDraw, WHITE).unwrap();
        for moves in [["a2a3", "a7a6"], ["b2b3", "b7b6"], ["c2c3", "c7c6"], ["d2d3", "d7d6"]]
            .into_iter()
            .chain([["e2e3", "e7e6"], ["f2f3", "f7f6"], ["g2g3", "g7g6"], ["h2h3", "h7h6"]])
            .chain([["a3a4", "a6a5"], ["b3b4", "b6b5"]])
        {
            assert!(game.act(Command::OfferDraw, WHITE).is_err());
            moves.into_iter().for_each(|uci| game.play(uci));
        }
        game.act(Command::OfferDraw, WHITE).unwrap();
    }

    #[test]
    fn the_answer_to_an_offer_is_kept_until_its_maker_moves() {
        let answer = |game: &TestGame| {
            let answered = game.state.answered_offer?;
            Some((answered.offer.kind, answered.offer.by, answered.answer))
        };
        let mut game = TestGame::new(START, [Player::Human; 2], None);
        game.play("e2e4");
        // A move declines.
        game.act(Command::OfferDraw, WHITE).unwrap();
        assert_eq!(answer(&game), None);
        game.play("e7e5");
        assert_eq!(answer(&game), Some((OfferKind::Draw, Color::White, Answer::Declined)));
        assert_eq!(game.state.answered_offer.map(|answered| answered.version), Some(4));
        game.play("g1f3");
        assert_eq!(answer(&game), None);
        // So does the opponent expressly, and a second offer replaces the first.
        game.act(Command::OfferDraw, BLACK).unwrap();
        game.act(Command::TakeBack, BLACK).unwrap();
        assert_eq!(answer(&game), Some((OfferKind::Draw, Color::Black, Answer::Withdrawn)));
        game.act(Command::DeclineTakeback, WHITE).unwrap();
        assert_eq!(answer(&game), Some((OfferKind::Takeback, Color::Black, Answer::Declined)));
        game.play("b8c6");
        assert_eq!(answer(&game), None);
        game.act(Command::TakeBack, BLACK).unwrap();
        game.act(Command::AcceptTakeback, WHITE).unwrap();
        assert_eq!(answer(&game), Some((OfferKind::Takeback, Color::Black, Answer::Accepted)));
        game.play("b8c6");
        for uci in ["f1c4", "f8c5", "c2c3", "g8f6", "d2d4", "e5d4", "c3d4", "c5b4", "b1c3"] {
            game.play(uci);
        }
        for uci in ["f6e4", "e1g1", "b4c3", "b2c3", "d7d5", "c4d3", "e8g8", "f1e1", "f7f5"] {
            game.play(uci);
        }
        game.act(Command::OfferDraw, WHITE).unwrap();
        game.act(Command::AcceptDraw, BLACK).unwrap();
        assert_eq!(answer(&game), Some((OfferKind::Draw, Color::White, Answer::Accepted)));
        assert_eq!(game.state.ending, Some(Ending::Agreement));
    }

    #[test]
    fn takebacks_are_limited_and_moves_and_resigning_are_not() {
        let engine = Player::Engine { level: Some(1) };
        let mut game = TestGame::new(START, [Player::Human, engine], None);
        for _ in 0..MAX_OPTIONAL_EVENTS {
            game.play("e2e4");
            game.act(Command::TakeBack, WHITE).unwrap();
        }
        game.play("e2e4");
        let refused = game.act(Command::TakeBack, WHITE);
        assert!(matches!(refused, Err(CommandError::TooManyActions(_))), "{refused:?}");
        game.play("e7e5");
        game.act(Command::Resign, WHITE).unwrap();
        assert_eq!(game.state.ending, Some(Ending::Resignation { winner: Color::Black }));
    }

    #[test]
    fn taking_back_returns_the_increment_and_gives_the_opponent_the_time_back() {
        let control = TimeControl { initial_ms: 60_000, increment_ms: 10_000 };
        let engine = Player::Engine { level: None };
        let mut game = TestGame::new(START, [Player::Human, engine], Some(control));
        game.play("e2e4");
        game.now = 1_000;
        game.play("e7e5");
        assert_eq!(game.clocks(), [60_000, 69_000]);
        game.now = 6_000;
        game.play("g1f3");
        game.now = 8_000;
        game.play("b8c6");
        assert_eq!(game.clocks(), [65_000, 77_000]);
        game.now = 9_000;
        game.act(Command::TakeBack, WHITE).unwrap();
        // White has used 5 s for the move and 1 s since. Black is where it was before its move.
        assert_eq!(game.clocks(), [54_000, 69_000]);
        game.now = 10_000;
        assert_eq!(game.clocks(), [53_000, 69_000]);
    }

    #[test]
    fn a_side_without_time_for_the_increment_cannot_take_back() {
        let control = TimeControl { initial_ms: 1_000, increment_ms: 10_000 };
        let engine = Player::Engine { level: None };
        let mut game = TestGame::new(START, [Player::Human, engine], Some(control));
        for uci in ["e2e4", "e7e5", "g1f3", "b8c6"] {
            game.play(uci);
        }
        game.now = 5_000;
        assert!(matches!(game.act(Command::TakeBack, WHITE), Err(CommandError::NotNow(_))));
    }

    #[test]
    fn a_game_that_nobody_starts_expires_after_a_week() {
        let mut game = TestGame::new(START, [Player::Human; 2], None);
        assert_eq!(game.state.due_at(), Some(EXPIRY_MS));
        assert_eq!(game.state.decide_expiry(EXPIRY_MS - 1), None);
        game.now = EXPIRY_MS;
        game.apply(game.state.decide_expiry(EXPIRY_MS).into_iter().collect());
        assert_eq!(game.state.ending, Some(Ending::Expired));
        assert_eq!(game.state.due_at(), None);
        let mut started = TestGame::new(START, [Player::Human; 2], None);
        started.play("e2e4");
        assert_eq!(started.state.due_at(), None);
    }

    #[test]
    fn a_game_is_drawn_at_the_move_limit() {
        // Kings walk, and pawn moves prevent draws by repetition and by the seventy-five-move rule.
        let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
        let mut game = TestGame::new(fen, [Player::Human; 2], None);
        let mut random = 1_u64;
        while game.state.ending.is_none() {
            let moves = game.state.game.position().legal_moves();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mv = moves[(random >> 33) as usize % moves.len()];
            game.play(&game.state.game.position().uci(mv));
            assert!(game.state.played.len() <= MAX_PLIES);
        }
        let at_limit = game.state.played.len() == MAX_PLIES;
        assert_eq!(at_limit, game.state.ending == Some(Ending::MoveLimit));
    }
}
