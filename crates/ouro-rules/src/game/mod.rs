//! Games: a start position and moves.

mod castling_loss;
mod outcome;

pub use castling_loss::CastlingLoss;
pub use outcome::{DrawReason, Outcome};

use crate::{
    Illegal, IllegalMoveError, Move, Position, Role, SanError, SelfCapture, Square, UciError,
    Variant,
};

/// A game: where it started and what was played. Everything else is derived from these.
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
    /// The start and the position after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// Moves taken back, the next one to redo last.
    undone: Vec<Move>,
}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over: {0}")]
    GameOver(Outcome),
    /// A move that is not legal.
    #[error("{0}")]
    Illegal(Illegal),
    /// A right to castle that was lost, and how.
    #[error("{0}")]
    CastlingLost(CastlingLoss),
    /// A [`Move`] that is not legal in the position.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMoveError),
    /// A text that is no legal move in UCI notation.
    #[error(transparent)]
    Uci(#[from] UciError),
    /// A text that is no legal move in SAN.
    #[error(transparent)]
    San(#[from] SanError),
}

/// Starting and playing.
impl Game {
    /// A game from the usual start position.
    #[must_use]
    pub fn new(variant: Variant) -> Game {
        Game::from_position(Position::start(variant))
    }

    /// A game from any position.
    #[must_use]
    pub fn from_position(start: Position) -> Game {
        Game { positions: vec![start], moves: Vec::new(), undone: Vec::new() }
    }

    /// A game that was played before. Moves beyond a draw by repetition, by the clock or by material
    /// are taken: records of games have them, because such draws were not always automatic.
    ///
    /// # Errors
    /// At the first move that is not legal.
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

    /// Plays a legal move. Moves that were taken back are forgotten, unless this is the next of
    /// them.
    ///
    /// # Errors
    /// If the game is over or the move is not legal; the game is as before then.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.check_not_over()?;
        self.push(mv)
    }

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
    /// If the game is over or the move is not legal, with the reason.
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

    /// What the moves played add to a reason.
    fn explain(&self, reason: Illegal) -> Option<PlayError> {
        match reason {
            Illegal::NoCastlingRight(side) => {
                Some(PlayError::CastlingLost(self.castling_loss(side)))
            }
            _ => None,
        }
    }

    /// Plays a move in UCI notation.
    ///
    /// # Errors
    /// If the game is over or the text is no legal move.
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
    /// If the game is over or the text is no legal move.
    pub fn play_san(&mut self, text: &str) -> Result<Move, PlayError> {
        self.check_not_over()?;
        let mv = self.position().parse_san(text)?;
        self.push(mv).map(|()| mv)
    }

    /// Takes the last move back and gives it, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.undone.push(mv);
        Some(mv)
    }

    /// Plays the last move that was taken back once more, if there is one.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.undone.last()?;
        self.push(mv).ok().map(|()| mv)
    }

    fn check_not_over(&self) -> Result<(), PlayError> {
        self.outcome().map_or(Ok(()), |outcome| Err(PlayError::GameOver(outcome)))
    }
}

/// What has happened.
impl Game {
    /// The game that is played.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.start().variant()
    }

    /// The position at the start.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// All positions: the start, and the one after each move.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves played, each with the position before it.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = (&Position, Move)> {
        self.positions.iter().zip(self.moves.iter().copied())
    }

    /// The moves in SAN.
    #[must_use]
    pub fn sans(&self) -> Vec<String> {
        self.plies().map(|(position, mv)| position.san(mv)).collect()
    }

    /// The moves in UCI notation.
    #[must_use]
    pub fn ucis(&self) -> Vec<String> {
        self.plies().map(|(position, mv)| position.uci(mv)).collect()
    }

    /// The self-captures with the number of their ply, counted from 0.
    pub fn self_captures(&self) -> impl Iterator<Item = (usize, SelfCapture)> {
        self.plies()
            .enumerate()
            .filter_map(|(ply, (position, mv))| Some((ply, position.self_capture(mv)?)))
    }
}

/// How it ends.
impl Game {
    /// How the game has ended by itself, if it has.
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
        let reason = if position.is_dead_by_material() {
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

    /// The draw that the side to move may claim, if there is one.
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

    /// How often the position now has been on the board, this time included.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let now = self.position();
        // Nothing before the last capture or pawn move can be the same.
        let reach = usize::from(now.halfmove_clock()) + 1;
        let same = |earlier: &&Position| {
            earlier.key() == now.key()
                && earlier.board() == now.board()
                && earlier.turn() == now.turn()
                && earlier.castling_rooks() == now.castling_rooks()
                && earlier.en_passant() == now.en_passant()
        };
        self.positions.iter().rev().take(reach).filter(same).count()
    }
}
