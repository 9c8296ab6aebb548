//! NNUE: the networks of both variants and their efficient update.
//!
//! [`network`] describes the architecture, `head` the layers after the accumulators, `file` the file
//! format, `accumulator` the update from move to move, and `simd` the arithmetic.

mod accumulator;
mod file;
mod head;
pub mod network;
mod simd;

use std::sync::Arc;

use ouro_rules::Variant;

pub(crate) use accumulator::AccumulatorStack;
use network::Network;

/// The networks of both variants.
#[derive(Clone, Debug)]
pub struct Networks {
    chess: Arc<Network>,
    self_capture: Arc<Network>,
}

/// The networks that are part of the program.
#[cfg(feature = "embedded-networks")]
static EMBEDDED: std::sync::LazyLock<Networks> = std::sync::LazyLock::new(|| {
    let read =
        |bytes| Arc::new(Network::from_bytes(bytes).expect("the tests read the embedded networks"));
    Networks {
        chess: read(include_bytes!("../../../../nets/chess.nn")),
        self_capture: read(include_bytes!("../../../../nets/selfcapture.nn")),
    }
});

impl Networks {
    /// Returns the networks that are part of the program.
    #[cfg(feature = "embedded-networks")]
    #[must_use]
    pub fn embedded() -> Networks {
        EMBEDDED.clone()
    }

    /// Uses one network for all variants, until [`Networks::set`] adds that of another.
    #[must_use]
    pub fn single(network: Network) -> Networks {
        let network = Arc::new(network);
        Networks { chess: Arc::clone(&network), self_capture: network }
    }

    /// Returns `true` if the network of a variant was trained for it.
    #[must_use]
    pub fn has(&self, variant: Variant) -> bool {
        network::network_variant(variant) == self.of(variant).variant()
    }

    /// Returns the network of a variant.
    #[must_use]
    pub fn of(&self, variant: Variant) -> &Arc<Network> {
        match variant {
            Variant::Chess | Variant::Chess960 => &self.chess,
            Variant::SelfCapture => &self.self_capture,
        }
    }

    /// Replaces the network of the variant that `network` was trained for.
    pub fn set(&mut self, network: Network) {
        match network.variant() {
            Variant::Chess | Variant::Chess960 => self.chess = Arc::new(network),
            Variant::SelfCapture => self.self_capture = Arc::new(network),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::network::{Head, HeadKind, LAYER_LIMIT, LayeredHead, Layers, LinearHead};
    use super::simd::Simd;
    use super::*;
    use ouro_rules::{Changes, Position};

    /// Returns a generator of arbitrary numbers up to a limit.
    fn numbers() -> impl FnMut(i16) -> i16 {
        let mut state = 7_u64;
        move |limit| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            ((state >> 33) % (2 * limit as u64 + 1)) as i16 - limit
        }
    }

    /// Returns a network of arbitrary weights.
    fn arbitrary(variant: Variant, kind: HeadKind, width: usize, output_buckets: usize) -> Network {
        let mut number = numbers();
        let mut row = |count, limit| -> Vec<i16> { (0..count).map(|_| number(limit)).collect() };
        let (weights, biases) = (row(network::FEATURES * width, 60), row(width, 60));
        let head = match kind {
            HeadKind::Linear => {
                let weights = row(output_buckets * 2 * width, 20);
                Head::Linear(LinearHead::new(weights, vec![17; output_buckets]).unwrap())
            }
            HeadKind::Layered => {
                let buckets = (0..output_buckets).map(|_| {
                    let mut layers = Layers::zeros(width);
                    layers.l1_weights_mut().for_each(|weight| *weight = number(127) as i8);
                    let floats = layers.floats_mut();
                    floats.for_each(|float| *float = f32::from(number(1_000)) / 700.0);
                    layers
                });
                Head::Layered(LayeredHead::new(buckets.collect()).unwrap())
            }
        };
        Network::new(variant, weights, biases, head).unwrap()
    }

    /// Random games with moves made and unmade, evaluated only now and then.
    #[test]
    fn updated_accumulators_equal_recomputed_ones() {
        use HeadKind::{Layered, Linear};
        for (variant, kind, width, output_buckets) in [
            (Variant::Chess, Linear, 64, 1),
            (Variant::Chess960, Linear, 32, 4),
            (Variant::SelfCapture, Linear, 96, 8),
            (Variant::Chess, Layered, 128, 8),
            (Variant::SelfCapture, Layered, 64, 1),
        ] {
            let network = Arc::new(arbitrary(variant, kind, width, output_buckets));
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
                let mut accumulators = AccumulatorStack::new(Arc::clone(&network), &start);
                let mut line = vec![start];
                for _ in 0..300 {
                    let here = line.last().unwrap().clone();
                    let moves = here.legal_moves();
                    if moves.is_empty() || (line.len() > 1 && random(3) == 0) {
                        if line.len() == 1 {
                            break;
                        }
                        line.pop();
                        accumulators.pop();
                    } else {
                        let mut changes = Changes::default();
                        let mut next = here;
                        next.play_observed(moves[random(moves.len())], &mut changes);
                        accumulators.push(&changes);
                        line.push(next);
                    }
                    if random(2) == 0 {
                        let here = line.last().unwrap();
                        assert_eq!(accumulators.evaluate(here), network.evaluate(here), "{here}");
                    }
                }
            }
        }
    }

    #[test]
    fn flipped_and_mirrored_positions_have_the_same_evaluation() {
        for kind in HeadKind::ALL {
            let network = arbitrary(Variant::Chess, kind, 64, 2);
            for (one, two) in [
                ("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "4k3/8/2n5/8/3P4/8/8/4K3 b - - 0 1"),
                ("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "3k4/8/8/4p3/8/5N2/8/3K4 w - - 0 1"),
            ] {
                let [one, two] =
                    [one, two].map(|fen| Position::from_fen(fen, Variant::Chess).unwrap());
                assert_eq!(network.evaluate(&one), network.evaluate(&two));
            }
        }
    }

    #[test]
    fn every_instruction_set_gives_the_same_evaluation() {
        for (kind, width) in [(HeadKind::Linear, 96), (HeadKind::Layered, network::MAX_WIDTH)] {
            let network = arbitrary(Variant::Chess, kind, width, 8);
            let mut scores = std::collections::BTreeSet::new();
            let mut position = Position::start(Variant::Chess);
            for i in 0.. {
                let score = network.evaluate_with(Simd::Baseline, &position);
                for simd in Simd::all() {
                    assert_eq!(network.evaluate_with(simd, &position), score, "{position}");
                }
                scores.insert(score);
                let moves = position.legal_moves();
                if moves.is_empty() || i == 200 {
                    break;
                }
                position.play(moves[i * 31 % moves.len()]).unwrap();
            }
            assert!(scores.len() > 20, "{kind}: {scores:?}");
        }
    }

    #[test]
    fn a_network_file_round_trips_and_damaged_ones_are_rejected() {
        for kind in HeadKind::ALL {
            let network = arbitrary(Variant::SelfCapture, kind, 64, 3);
            let bytes = network.to_bytes();
            assert_eq!(Network::from_bytes(&bytes).as_ref(), Ok(&network));
            for length in [0, 5, 8, 11, 12, 500, bytes.len() - 1] {
                assert!(Network::from_bytes(&bytes[..length]).is_err());
            }
            for place in [0, 7, 8, 9, 10, 11, 12, 5_000, bytes.len() - 1] {
                let mut damaged = bytes.clone();
                damaged[place] ^= 0x55;
                assert!(Network::from_bytes(&damaged).is_err(), "byte {place}");
            }
        }
    }

    #[test]
    fn layers_with_numbers_that_are_not_finite_and_small_are_rejected() {
        for number in [f32::NAN, f32::INFINITY, -f32::INFINITY, 1.01 * LAYER_LIMIT] {
            for place in [0, 40, Layers::FLOATS - 1] {
                let mut layers = Layers::zeros(64);
                assert!(LayeredHead::new(vec![layers.clone()]).is_ok());
                *layers.floats_mut().nth(place).unwrap() = number;
                assert!(LayeredHead::new(vec![layers]).is_err(), "{number} at {place}");
            }
        }
        let head = LayeredHead::new(vec![Layers::zeros(64), Layers::zeros(128)]);
        assert!(head.is_err(), "buckets of different widths");
    }

    #[test]
    fn a_single_network_serves_all_variants_until_another_is_set() {
        let chess = arbitrary(Variant::Chess, HeadKind::Linear, 32, 1);
        let mut networks = Networks::single(chess.clone());
        assert!(networks.has(Variant::Chess) && networks.has(Variant::Chess960));
        assert!(!networks.has(Variant::SelfCapture));
        assert_eq!(**networks.of(Variant::SelfCapture), chess);
        networks.set(arbitrary(Variant::SelfCapture, HeadKind::Layered, 64, 1));
        assert!(Variant::ALL.into_iter().all(|variant| networks.has(variant)));
    }

    #[cfg(feature = "embedded-networks")]
    #[test]
    fn the_embedded_networks_value_a_queen() {
        let networks = Networks::embedded();
        for variant in Variant::ALL {
            let network = networks.of(variant);
            let even = network.evaluate(&Position::start(variant));
            let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
            let ahead = Position::from_fen(fen, variant).unwrap();
            assert!(network.evaluate(&ahead) > even + 300, "{variant}");
        }
    }
}
