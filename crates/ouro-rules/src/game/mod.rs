//! Games: a start position and moves.

mod castling_loss;
mod outcome;

pub use outcome::{DrawReason, Outcome};

use crate::{
    CastlingLoss, IllegalMoveError, IllegalReason, Message, Move, Params, Position, Role, SanError,
    SelfCapture, Square, UciError, Variant,
};

/// A game: a start position and the moves played. Everything else is derived from them.
///
/// ```
/// use ouro_rules::{Game, Outcome, Color, Variant};
/// let mut game = Game::new(Variant::Chess);
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     game.play_san(san)?;
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
/// # Ok::<(), ouro_rules::PlayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The start position and the position after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// Undone moves; the last one is redone first.
    undone: Vec<Move>,
}

/// The reason why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over: {0}")]
    GameOver(Outcome),
    /// The move between two squares is illegal.
    #[error("{0}")]
    Illegal(IllegalReason),
    /// The castling right was lost during the game.
    #[error("{0}")]
    CastlingLost(CastlingLoss),
    /// The [`Move`] is not legal in the position.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMoveError),
    /// The text is not a legal move in UCI notation.
    #[error(transparent)]
    Uci(#[from] UciError),
    /// The text is not a legal move in SAN.
    #[error(transparent)]
    San(#[from] SanError),
}

impl Message for PlayError {
    fn code(&self) -> &'static str {
        match self {
            PlayError::GameOver(_) => "game_over",
            PlayError::Illegal(reason) => reason.code(),
            PlayError::CastlingLost(loss) => loss.code(),
            PlayError::IllegalMove(error) => error.code(),
            PlayError::Uci(error) => error.code(),
            PlayError::San(error) => error.code(),
        }
    }

    fn params(&self) -> Params {
        match self {
            PlayError::GameOver(outcome) => {
                Params::NONE.with("reason", outcome.code()).and(outcome.params())
            }
            PlayError::Illegal(reason) => reason.params(),
            PlayError::CastlingLost(loss) => loss.params(),
            PlayError::IllegalMove(error) => error.params(),
            PlayError::Uci(error) => error.params(),
            PlayError::San(error) => error.params(),
        }
    }
}

/// Starting and playing.
impl Game {
    /// Starts a game from the start position of chess.
    #[must_use]
    pub fn new(variant: Variant) -> Game {
        Game::from_position(Position::start(variant))
    }

    /// Starts a game from any position.
    #[must_use]
    pub fn from_position(start: Position) -> Game {
        Game { positions: vec![start], moves: Vec::new(), undone: Vec::new() }
    }

    /// Creates a game from its moves. Moves after a draw by repetition, by the seventy-five-move
    /// rule or by insufficient material are accepted, because recorded games contain them.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn from_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Game, PlayError> {
        let mut game = Game::from_position(start);
        for mv in moves {
            game.push(mv)?;
        }
        Ok(game)
    }

    /// Plays a move. It discards all undone moves unless it is the next one to redo.
    ///
    /// # Errors
    /// If the game is over or the move is not legal. The game is unchanged then.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.check_not_over()?;
        self.push(mv)
    }

    /// Plays a move even if the game is over.
    fn push(&mut self, mv: Move) -> Result<(), PlayError> {
        let mut next = self.position().clone();
        next.play(mv)?;
        if self.undone.pop() != Some(mv) {
            self.undone.clear();
        }
        self.moves.push(mv);
        self.positions.push(next);
        Ok(())
    }

    /// Plays the move from one square to another.
    ///
    /// # Errors
    /// If the game is over or the move is illegal.
    pub fn play_squares(
        &mut self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, PlayError> {
        self.check_not_over()?;
        match self.position().find_move(from, to, promotion) {
            Ok(mv) => self.push(mv).map(|()| mv),
            Err(reason) => Err(self.explain(reason).unwrap_or(PlayError::Illegal(reason))),
        }
    }

    /// Returns a more precise error if the moves of the game explain the reason.
    fn explain(&self, reason: IllegalReason) -> Option<PlayError> {
        match reason {
            IllegalReason::NoCastlingRight(side) => {
                Some(PlayError::CastlingLost(self.castling_loss(side)))
            }
            _ => None,
        }
    }

    /// Plays a move in UCI notation.
    ///
    /// # Errors
    /// If the game is over or the text is not a legal move.
    pub fn play_uci(&mut self, text: &str) -> Result<Move, PlayError> {
        self.check_not_over()?;
        let mv = self.position().parse_uci(text).map_err(|error| match error {
            UciError::Illegal { reason, .. } => self.explain(reason).unwrap_or(error.into()),
            UciError::Syntax(_) => error.into(),
        })?;
        self.push(mv).map(|()| mv)
    }

    /// Plays a move in SAN.
    ///
    /// # Errors
    /// If the game is over or the text is not a legal move.
    pub fn play_san(&mut self, text: &str) -> Result<Move, PlayError> {
        self.check_not_over()?;
        let mv = self.position().parse_san(text)?;
        self.push(mv).map(|()| mv)
    }

    /// Undoes the last move and returns it, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.undone.push(mv);
        Some(mv)
    }

    /// Redoes the move that was undone last and returns it, if there is one.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.undone.last()?;
        self.push(mv).ok().map(|()| mv)
    }

    fn check_not_over(&self) -> Result<(), PlayError> {
        self.outcome().map_or(Ok(()), |outcome| Err(PlayError::GameOver(outcome)))
    }
}

/// Positions and moves.
impl Game {
    /// Returns the variant.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.start().variant()
    }

    /// Returns the start position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// Returns the start position and the position after each move.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Iterates over the moves played, each with the position before it.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = (&Position, Move)> {
        self.positions.iter().zip(self.moves.iter().copied())
    }

    /// Returns the moves in SAN.
    #[must_use]
    pub fn sans(&self) -> Vec<String> {
        self.plies().map(|(position, mv)| position.san(mv)).collect()
    }

    /// Returns the moves in UCI notation.
    #[must_use]
    pub fn ucis(&self) -> Vec<String> {
        self.plies().map(|(position, mv)| position.uci(mv)).collect()
    }

    /// Iterates over the self-captures and their plies, counted from 0.
    pub fn self_captures(&self) -> impl Iterator<Item = (usize, SelfCapture)> {
        self.plies()
            .enumerate()
            .filter_map(|(ply, (position, mv))| Some((ply, position.self_capture(mv)?)))
    }
}

/// Outcome.
impl Game {
    /// Returns the outcome that the rules give, or `None` if the game is in progress.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        if !position.has_legal_moves() {
            return Some(if position.in_check() {
                Outcome::Checkmate { winner: !position.turn() }
            } else {
                Outcome::Draw(DrawReason::Stalemate)
            });
        }
        let reason = if position.is_insufficient_material() {
            DrawReason::DeadPosition
        } else if self.repetitions() >= 5 {
            DrawReason::FivefoldRepetition
        } else if position.halfmove_clock() >= 150 {
            DrawReason::SeventyFiveMoves
        } else {
            return None;
        };
        Some(Outcome::Draw(reason))
    }

    /// Returns the draw that the side to move can claim, if there is one.
    #[must_use]
    pub fn claimable_draw(&self) -> Option<DrawReason> {
        if self.outcome().is_some() {
            None
        } else if self.repetitions() >= 3 {
            Some(DrawReason::ThreefoldRepetition)
        } else if self.position().halfmove_clock() >= 100 {
            Some(DrawReason::FiftyMoves)
        } else {
            None
        }
    }

    /// Returns how often the current position has occurred, including this time.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let now = self.position();
        // No position before the last capture or pawn move can be the same.
        let plies = usize::from(now.halfmove_clock()) + 1;
        let same = |earlier: &&Position| {
            earlier.key() == now.key()
                && earlier.board() == now.board()
                && earlier.turn() == now.turn()
                && earlier.castling_rooks() == now.castling_rooks()
                && earlier.en_passant() == now.en_passant()
        };
        self.positions.iter().rev().take(plies).filter(same).count()
    }
}
