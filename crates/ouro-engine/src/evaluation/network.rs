//! The network: 768 inputs for each side's view of the board, one hidden layer for both views, and an
//! output for each stage of the game, which is told by the number of pieces.
//!
//! A view is that of a side with its own pieces first, its own first rank at the bottom, and the board
//! mirrored so that its king is on the files a to d. The hidden layer is updated move by move; its
//! values are clipped, squared and summed with the weights of the output, those of the side to move
//! first. Everything is done in integers, so every machine comes to the same result.
//!
//! # The file
//!
//! Numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `ouro.nn1` |
//! | 1 | the game: 0 chess, 2 self-capture chess |
//! | 1 | outputs: one for each so many pieces on the board |
//! | 2 | the width of the hidden layer, a multiple of 32 |
//! | 2 × 768 × width | weights of the hidden layer by input |
//! | 2 × width | its biases |
//! | 2 × outputs × 2 × width | weights of the outputs, the side to move first |
//! | 4 × outputs | their biases |
//! | 8 | FNV-1a of all that comes before |

use ouro_rules::{Color, Piece, Position, Square, Variant};

use super::lanes::Lanes;
use crate::score::{MAX_EVALUATION, Score};

const MAGIC: [u8; 8] = *b"ouro.nn1";

/// Inputs of a view: six kinds of own pieces and six of the enemy's on 64 squares.
pub const INPUTS: usize = 12 * 64;
/// One, in the hidden layer.
pub const HIDDEN_ONE: i32 = 255;
/// One, in the weights of the output.
pub const OUTPUT_ONE: i32 = 64;
/// The score that an output of one stands for. It is small, so that the weights of the output are large
/// enough to be told apart as integers.
pub const SCALE: i32 = 100;
/// Weights of the hidden layer stay below this, so that no sum of a board overflows.
pub const HIDDEN_LIMIT: i16 = 990;
/// Weights of the output stay below this, so that their product with a hidden value does not overflow.
pub const OUTPUT_LIMIT: i16 = 127;

const WIDEST: usize = 1_024;
const MOST_OUTPUTS: usize = 8;

/// Why a file is no network for this engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkError(&'static str);

impl std::fmt::Display for NetworkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for NetworkError {}

/// The weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    variant: Variant,
    width: usize,
    outputs: usize,
    hidden_weights: Vec<i16>,
    hidden_biases: Vec<i16>,
    output_weights: Vec<i16>,
    output_biases: Vec<i32>,
}

/// The number of the input for a piece on a square, in the view of a side.
#[inline]
#[must_use]
pub fn input(view: Color, mirrored: bool, piece: Piece, square: Square) -> usize {
    let turned = match view {
        Color::White => square.index(),
        Color::Black => square.flipped().index(),
    };
    let seen = if mirrored { turned ^ 7 } else { turned };
    let enemy = usize::from(piece.color() != view);
    (enemy * 6 + piece.role().index()) * 64 + seen
}

/// Whether a side with its king on a square sees the board mirrored.
#[inline]
#[must_use]
pub fn is_mirrored(king: Square) -> bool {
    king.index() % 8 >= 4
}

impl Network {
    /// A network of these weights.
    ///
    /// # Errors
    /// If their numbers do not fit together or a weight is out of range.
    pub fn new(
        variant: Variant,
        hidden_weights: Vec<i16>,
        hidden_biases: Vec<i16>,
        output_weights: Vec<i16>,
        output_biases: Vec<i32>,
    ) -> Result<Network, NetworkError> {
        let (width, outputs) = (hidden_biases.len(), output_biases.len());
        if width == 0 || !width.is_multiple_of(32) || width > WIDEST {
            return Err(NetworkError("its hidden layer is not 32 to 1024 wide in steps of 32"));
        }
        if !(1..=MOST_OUTPUTS).contains(&outputs) {
            return Err(NetworkError("it does not have one to eight outputs"));
        }
        if hidden_weights.len() != INPUTS * width || output_weights.len() != outputs * 2 * width {
            return Err(NetworkError("its weights are not as many as its layers need"));
        }
        let hidden = hidden_weights.iter().chain(&hidden_biases);
        if hidden.map(|weight| weight.unsigned_abs()).any(|w| w > HIDDEN_LIMIT.unsigned_abs()) {
            return Err(NetworkError("a weight of its hidden layer is out of range"));
        }
        // With these, no product leaves 16 bits and no sum 32.
        let mut sums = output_weights.chunks(2 * width).map(|weights| {
            weights.iter().map(|weight| i64::from(weight.unsigned_abs())).sum::<i64>()
        });
        let squared = i64::from(HIDDEN_ONE * HIDDEN_ONE);
        let weights_fit =
            output_weights.iter().all(|w| w.unsigned_abs() <= OUTPUT_LIMIT.unsigned_abs())
                && sums.all(|sum| sum * squared < i64::from(i32::MAX));
        if !weights_fit || output_biases.iter().any(|bias| bias.unsigned_abs() > 1 << 24) {
            return Err(NetworkError("a weight of its output is out of range"));
        }
        Ok(Network {
            variant: game(variant),
            width,
            outputs,
            hidden_weights,
            hidden_biases,
            output_weights,
            output_biases,
        })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is no network or not whole.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let cut = NetworkError("it is not whole");
        let body = bytes.strip_prefix(&MAGIC).ok_or(NetworkError("it is no network of Ouro"))?;
        let [variant, outputs, low, high, ..] = *body else { return Err(cut) };
        let variant = match variant {
            0 => Variant::Chess,
            2 => Variant::SelfCapture,
            _ => return Err(NetworkError("it is for a game that does not exist")),
        };
        let width = usize::from(u16::from_le_bytes([low, high]));
        let outputs = usize::from(outputs);
        let sizes = [2 * INPUTS * width, 2 * width, 4 * outputs * width, 4 * outputs, 8];
        if body.len() - 4 != sizes.iter().sum::<usize>() {
            return Err(cut);
        }
        let mut rest = &body[4..];
        let [hidden_weights, hidden_biases, output_weights, output_biases, sum] =
            sizes.map(|size| {
                let (part, others) = rest.split_at(size);
                rest = others;
                part
            });
        if checksum(&bytes[..bytes.len() - 8]).to_le_bytes() != sum {
            return Err(NetworkError("it is damaged"));
        }
        let words = |part: &[u8]| -> Vec<i16> {
            part.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect()
        };
        let biases = output_biases.chunks_exact(4);
        let biases = biases.map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        Network::new(
            variant,
            words(hidden_weights),
            words(hidden_biases),
            words(output_weights),
            biases.collect(),
        )
    }

    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([self.variant as u8, self.outputs as u8]);
        bytes.extend((self.width as u16).to_le_bytes());
        for part in [&self.hidden_weights, &self.hidden_biases, &self.output_weights] {
            bytes.extend(part.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The game it was made for; Chess960 is chess.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The width of the hidden layer.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many outputs there are.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// All its numbers, as [`Network::new`] takes them: weights and biases of the hidden layer, weights
    /// and biases of the outputs.
    #[must_use]
    pub fn numbers(&self) -> (&[i16], &[i16], &[i16], &[i32]) {
        let Network { hidden_weights, hidden_biases, output_weights, output_biases, .. } = self;
        (hidden_weights, hidden_biases, output_weights, output_biases)
    }

    /// The weights of an input.
    #[inline]
    pub(super) fn row(&self, input: usize) -> &[i16] {
        &self.hidden_weights[input * self.width..][..self.width]
    }

    pub(super) fn biases(&self) -> &[i16] {
        &self.hidden_biases
    }

    /// The output of a hidden layer, the view of the side to move first, with so many pieces on the
    /// board.
    pub(super) fn output(&self, lanes: Lanes, us: &[i16], them: &[i16], pieces: usize) -> Score {
        let output = output_of(pieces, self.outputs);
        let weights = &self.output_weights[output * 2 * self.width..][..2 * self.width];
        let (ours, theirs) = weights.split_at(self.width);
        let sum = lanes.squared_sum(us, ours) + lanes.squared_sum(them, theirs);
        let sum = i64::from(sum / HIDDEN_ONE + self.output_biases[output]);
        let score = sum * i64::from(SCALE) / i64::from(HIDDEN_ONE * OUTPUT_ONE);
        let limit = i64::from(MAX_EVALUATION);
        score.clamp(-limit, limit) as Score
    }

    /// What a position is worth for the side to move, from nothing.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        let lanes = Lanes::best();
        let [us, them] = [position.turn(), !position.turn()].map(|view| {
            let mirrored = is_mirrored(position.king_of(view));
            let mut hidden = self.hidden_biases.clone();
            for (square, piece) in position.board().iter() {
                lanes.change(&mut hidden, &[self.row(input(view, mirrored, piece, square))], &[]);
            }
            hidden
        });
        self.output(lanes, &us, &them, position.board().occupied().count() as usize)
    }
}

/// Which of several outputs is used with so many pieces on the board.
#[inline]
#[must_use]
pub fn output_of(pieces: usize, outputs: usize) -> usize {
    (pieces.saturating_sub(2) * outputs / 31).min(outputs - 1)
}

/// Chess960 is chess.
const fn game(variant: Variant) -> Variant {
    match variant {
        Variant::Chess | Variant::Chess960 => Variant::Chess,
        Variant::SelfCapture => Variant::SelfCapture,
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
