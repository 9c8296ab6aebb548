//! What a position is worth, without looking ahead.

mod accumulators;
pub(crate) mod bare_king;
mod lanes;
pub mod network;

use std::sync::{Arc, LazyLock};

use ouro_rules::{Changes, Position, Role, Variant};

use crate::score::Score;
use accumulators::Accumulators;
use network::Network;

/// The networks of both games.
#[derive(Clone, Debug)]
pub struct Networks {
    chess: Arc<Network>,
    self_capture: Arc<Network>,
}

/// Those that are part of the program.
static EMBEDDED: LazyLock<Networks> = LazyLock::new(|| {
    let read = |bytes| {
        Arc::new(
            Network::from_bytes(bytes).expect("the tests have read the networks of the program"),
        )
    };
    Networks {
        chess: read(include_bytes!("../../../../nets/chess.nn")),
        self_capture: read(include_bytes!("../../../../nets/selfcapture.nn")),
    }
});

impl Networks {
    /// The networks that are part of the program.
    #[must_use]
    pub fn embedded() -> Networks {
        EMBEDDED.clone()
    }

    /// The network of a game.
    #[must_use]
    pub fn of(&self, variant: Variant) -> &Arc<Network> {
        match variant {
            Variant::Chess | Variant::Chess960 => &self.chess,
            Variant::SelfCapture => &self.self_capture,
        }
    }

    /// Takes another network for the game that it is made for.
    pub fn set(&mut self, network: Network) {
        match network.variant() {
            Variant::Chess | Variant::Chess960 => self.chess = Arc::new(network),
            Variant::SelfCapture => self.self_capture = Arc::new(network),
        }
    }
}

/// Evaluates the positions of a line, kept up to date move by move.
///
/// The search tells it what moved; it never looks at the board for that.
pub(crate) struct Evaluator {
    accumulators: Accumulators,
}

impl Evaluator {
    /// For a line that begins with this position.
    pub(crate) fn new(networks: &Networks, position: &Position) -> Evaluator {
        let network = Arc::clone(networks.of(position.variant()));
        Evaluator { accumulators: Accumulators::new(network, position) }
    }

    /// Begins another line.
    pub(crate) fn reset(&mut self, networks: &Networks, position: &Position) {
        if Arc::ptr_eq(self.accumulators.network(), networks.of(position.variant())) {
            self.accumulators.reset(position);
        } else {
            *self = Evaluator::new(networks, position);
        }
    }

    /// A move was made.
    pub(crate) fn push(&mut self, changes: &Changes) {
        self.accumulators.push(changes);
    }

    /// A move was taken back.
    pub(crate) fn pop(&mut self) {
        self.accumulators.pop();
    }

    /// The value of the last position of the line for the side to move.
    pub(crate) fn evaluate(&mut self, position: &Position) -> Score {
        self.accumulators.evaluate(position)
    }
}

impl Networks {
    /// What a position is worth for the side to move, from nothing.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        bare_king::evaluate(position)
            .unwrap_or_else(|| self.of(position.variant()).evaluate(position))
    }
}

/// What the pieces of both sides are worth in pawns, without the pawns: 62 at the start.
#[inline]
pub(crate) fn pieces_left(position: &Position) -> Score {
    let board = position.board();
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    pieces.into_iter().map(|role| board.of_role(role).count() as Score * role.value() / 100).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::{Game, Move};

    /// A network of arbitrary weights.
    fn arbitrary(variant: Variant, width: usize, outputs: usize) -> Network {
        let mut state = 7_u64;
        let mut number = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            ((state >> 33) % (2 * limit + 1)) as i16 - limit as i16
        };
        let mut row = |count, limit| -> Vec<i16> { (0..count).map(|_| number(limit)).collect() };
        let hidden = row(network::INPUTS * width, 60);
        let (biases, weights) = (row(width, 60), row(outputs * 2 * width, 20));
        Network::new(variant, hidden, biases, weights, vec![17; outputs]).unwrap()
    }

    /// Random games in which the line is followed back and forth and evaluated only now and then: always
    /// the same as from nothing.
    #[test]
    fn updates_come_to_the_same_as_starting_anew() {
        for (variant, width, outputs) in
            [(Variant::Chess, 64, 1), (Variant::Chess960, 32, 4), (Variant::SelfCapture, 96, 8)]
        {
            let network = Arc::new(arbitrary(variant, width, outputs));
            let networks =
                Networks { chess: Arc::clone(&network), self_capture: Arc::clone(&network) };
            let mut state = 5_usize;
            let mut random = |limit: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) % limit
            };
            for game in 0..30 {
                let start = match variant {
                    Variant::Chess960 => Position::chess960_start(game * 31).unwrap(),
                    Variant::Chess | Variant::SelfCapture => Position::start(variant),
                };
                let mut evaluator = Evaluator::new(&networks, &start);
                let mut line = vec![start];
                for _ in 0..300 {
                    let here = line.last().unwrap().clone();
                    let moves = here.legal_moves();
                    if moves.is_empty() || (line.len() > 1 && random(3) == 0) {
                        if line.len() == 1 {
                            break;
                        }
                        line.pop();
                        evaluator.pop();
                    } else {
                        let mut changes = Changes::default();
                        let mut next = here;
                        next.play_observed(moves[random(moves.len())], &mut changes);
                        evaluator.push(&changes);
                        line.push(next);
                    }
                    if random(2) == 0 {
                        let here = line.last().unwrap();
                        assert_eq!(evaluator.evaluate(here), network.evaluate(here), "{here}");
                    }
                }
            }
        }
    }

    #[test]
    fn both_sides_and_mirrored_boards_are_seen_alike() {
        let network = arbitrary(Variant::Chess, 64, 2);
        for (one, two) in [
            ("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "4k3/8/2n5/8/3P4/8/8/4K3 b - - 0 1"),
            ("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "3k4/8/8/4p3/8/5N2/8/3K4 w - - 0 1"),
        ] {
            let [one, two] = [one, two].map(|fen| Position::from_fen(fen, Variant::Chess).unwrap());
            assert_eq!(network.evaluate(&one), network.evaluate(&two));
        }
    }

    #[test]
    fn a_file_is_read_as_it_was_written_and_any_other_refused() {
        let network = arbitrary(Variant::SelfCapture, 32, 3);
        let bytes = network.to_bytes();
        assert_eq!(Network::from_bytes(&bytes).as_ref(), Ok(&network));
        for length in [0, 5, 8, 11, 12, 500, bytes.len() - 1] {
            assert!(Network::from_bytes(&bytes[..length]).is_err());
        }
        for place in [0, 8, 9, 10, 11, 12, 5_000, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x55;
            assert!(Network::from_bytes(&damaged).is_err(), "byte {place}");
        }
    }

    #[test]
    fn the_embedded_networks_know_what_a_queen_is_worth() {
        let networks = Networks::embedded();
        for variant in Variant::ALL {
            let mut game = Game::new(variant);
            let level = networks.of(variant).evaluate(game.position());
            let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
            let ahead = Position::from_fen(fen, variant).unwrap();
            assert!(networks.of(variant).evaluate(&ahead) > level + 300, "{variant}");
            game.play(Move::normal(ouro_rules::Square::E2, ouro_rules::Square::E3)).unwrap();
        }
    }
}
