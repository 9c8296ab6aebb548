//! Move classes: quiet moves, captures, self-captures and promotions.

use crate::{Move, Piece, Position, Role};

/// The class of a legal move. Search, move ordering and training treat the four classes
/// differently.
///
/// Captures and promotions are what [`Stage::Captures`](crate::Stage::Captures) generates, quiet
/// moves what [`Stage::Quiets`](crate::Stage::Quiets) does, and self-captures what
/// [`Stage::SelfCaptures`](crate::Stage::SelfCaptures) does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveClass {
    /// Neither captures nor promotes. Castling is quiet.
    Quiet,
    /// Captures an opposing piece, en passant included, and does not promote.
    Capture(Role),
    /// Captures a piece of its own side, promoting or not.
    SelfCapture(Role),
    /// Promotes, on an empty square or by capturing an opposing piece.
    Promotion(Option<Role>),
}

impl MoveClass {
    /// Returns the role of the captured piece.
    #[inline]
    #[must_use]
    pub const fn victim(self) -> Option<Role> {
        match self {
            MoveClass::Quiet => None,
            MoveClass::Capture(victim) | MoveClass::SelfCapture(victim) => Some(victim),
            MoveClass::Promotion(victim) => victim,
        }
    }

    /// Returns `true` if the move neither captures nor promotes.
    #[inline]
    #[must_use]
    pub const fn is_quiet(self) -> bool {
        matches!(self, MoveClass::Quiet)
    }

    /// Returns `true` if the move captures an opposing piece, promoting or not.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        matches!(self, MoveClass::Capture(_) | MoveClass::Promotion(Some(_)))
    }

    /// Returns `true` if the move captures a piece of its own side.
    #[inline]
    #[must_use]
    pub const fn is_self_capture(self) -> bool {
        matches!(self, MoveClass::SelfCapture(_))
    }

    /// Returns `true` if the move wins material at once: a capture of an opposing piece or a
    /// promotion.
    #[inline]
    #[must_use]
    pub const fn is_tactical(self) -> bool {
        matches!(self, MoveClass::Capture(_) | MoveClass::Promotion(_))
    }
}

/// Move classes.
impl Position {
    /// Returns the class of a legal move.
    ///
    /// ```
    /// use ouro_rules::{MoveClass, Position, Role, Variant};
    /// let position = Position::start(Variant::SelfCapture);
    /// let class = |san: &str| position.classify(position.parse_san(san).unwrap());
    /// assert_eq!(class("Nf3"), MoveClass::Quiet);
    /// assert_eq!(class("Nxd2"), MoveClass::SelfCapture(Role::Pawn));
    /// ```
    #[inline]
    #[must_use]
    pub fn classify(&self, mv: Move) -> MoveClass {
        let victim = self.captured(mv).map(|(piece, _)| piece);
        match victim {
            Some(piece) if piece.color() == self.turn() => MoveClass::SelfCapture(piece.role()),
            _ if mv.promoted_to().is_some() => MoveClass::Promotion(victim.map(Piece::role)),
            Some(piece) => MoveClass::Capture(piece.role()),
            None => MoveClass::Quiet,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveList, Stage, Variant};

    #[test]
    fn every_stage_generates_exactly_the_moves_of_its_classes() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/8/8/1Ppk4/8/8/8/4K3 w - c6 0 1",
            "4k3/8/8/8/8/8/1p6/R1n1K3 b - - 0 1",
        ] {
            for variant in [Variant::Chess, Variant::SelfCapture] {
                let position = Position::from_fen(fen, variant).unwrap();
                for mv in &position.legal_moves() {
                    let class = position.classify(mv);
                    let stage = match class {
                        MoveClass::Quiet => Stage::Quiets,
                        MoveClass::SelfCapture(_) => Stage::SelfCaptures,
                        MoveClass::Capture(_) | MoveClass::Promotion(_) => Stage::Captures,
                    };
                    let mut list = MoveList::new();
                    position.generate(stage, &mut list);
                    assert!(list.contains(&mv), "{fen} {mv:?} {class:?}");
                    assert_eq!(class.is_self_capture(), position.is_self_capture(mv));
                    assert_eq!(class.victim(), position.captured(mv).map(|(p, _)| p.role()));
                }
            }
        }
    }
}
