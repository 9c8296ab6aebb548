//! Priority classes of searches.

use std::ops::{Index, IndexMut};

/// What a search is for. Earlier classes take precedence over later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    /// A move or a draw answer in a game with a person.
    GameMove,
    /// A best move that a client waits for.
    BestMove,
    /// An open-ended analysis. It ends early, with what it has found, when the scheduler is closed.
    Analysis,
    /// A move between two engines, or a review.
    Background,
}

impl Class {
    /// All classes, highest priority first.
    pub(crate) const ALL: [Class; 4] =
        [Class::GameMove, Class::BestMove, Class::Analysis, Class::Background];

    /// Returns the percentage of the engine time that the class gets when all classes want more. The
    /// shares add up to 100.
    pub(crate) const fn share(self) -> u32 {
        match self {
            Class::GameMove => 50,
            Class::BestMove => 25,
            Class::Analysis => 15,
            Class::Background => 10,
        }
    }

    /// Returns the name in metrics and logs.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Class::GameMove => "game_move",
            Class::BestMove => "best_move",
            Class::Analysis => "analysis",
            Class::Background => "background",
        }
    }
}

/// One value for each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PerClass<T>(pub(super) [T; Class::ALL.len()]);

impl<T> PerClass<T> {
    pub(crate) fn from_fn(value: impl FnMut(Class) -> T) -> PerClass<T> {
        PerClass(Class::ALL.map(value))
    }
}

impl PerClass<usize> {
    pub(crate) fn sum(&self) -> usize {
        self.0.iter().sum()
    }
}

impl<T> Index<Class> for PerClass<T> {
    type Output = T;

    fn index(&self, class: Class) -> &T {
        &self.0[class as usize]
    }
}

impl<T> IndexMut<Class> for PerClass<T> {
    fn index_mut(&mut self, class: Class) -> &mut T {
        &mut self.0[class as usize]
    }
}
