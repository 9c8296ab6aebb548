//! Checkpoints: the state of a training in a file.
//!
//! A file is the eight bytes `ouro.cp3`, six 64-bit numbers (head: 0 linear, 1 layered; width, output
//! buckets, optimiser steps, epochs, length of the fingerprint), the fingerprint, the training and validation loss of each epoch as
//! `f64`, and the parameters with their first and second moments as `f32`. Numbers are little-endian.

use std::io::{self, Read, Write};
use std::path::Path;

use ouro_engine::network::{HeadKind, MAX_WIDTH};

use super::optimiser::AdamW;
use super::parameters::Parameters;
use super::shape::Shape;

/// The error of a checkpoint that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is not a checkpoint, or is truncated.
    #[error("not a checkpoint, or truncated")]
    Invalid,
}

const MAGIC: [u8; 8] = *b"ouro.cp3";

/// The state of a training.
pub(super) struct Checkpoint {
    pub(super) parameters: Parameters,
    pub(super) optimiser: AdamW,
    /// The training and validation loss of each epoch.
    pub(super) losses: Vec<(f64, f64)>,
    /// The settings and data of the training, to reject checkpoints of other trainings.
    pub(super) fingerprint: String,
}

impl Checkpoint {
    /// Writes the checkpoint to a temporary file and renames it, so that the old one stays valid until
    /// the new one is complete.
    pub(super) fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let Checkpoint { parameters, optimiser, losses, fingerprint } = self;
        let temporary = path.with_extension("new");
        let mut file = io::BufWriter::new(std::fs::File::create(&temporary)?);
        let Shape { head, width, output_buckets } = parameters.shape();
        file.write_all(&MAGIC)?;
        let shape = [head as u64, width as u64, output_buckets as u64];
        let lengths = [losses.len() as u64, fingerprint.len() as u64];
        for number in shape.into_iter().chain([optimiser.steps]).chain(lengths) {
            file.write_all(&number.to_le_bytes())?;
        }
        file.write_all(fingerprint.as_bytes())?;
        for (training, validation) in losses {
            file.write_all(&training.to_le_bytes())?;
            file.write_all(&validation.to_le_bytes())?;
        }
        for values in
            [parameters.values(), &optimiser.first_moment[..], &optimiser.second_moment[..]]
        {
            for value in values {
                file.write_all(&value.to_le_bytes())?;
            }
        }
        file.flush()?;
        drop(file);
        std::fs::rename(temporary, path)?;
        Ok(())
    }

    /// Reads a checkpoint.
    pub(super) fn load(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let mut bytes = Vec::new();
        std::fs::File::open(path)?.read_to_end(&mut bytes)?;
        Checkpoint::decode(&bytes).ok_or(CheckpointError::Invalid)
    }

    fn decode(bytes: &[u8]) -> Option<Checkpoint> {
        let mut rest = bytes.strip_prefix(&MAGIC)?;
        let mut numbers = [0; 6];
        for number in &mut numbers {
            *number = u64::from_le_bytes(take(&mut rest)?);
        }
        let [head, width, output_buckets, steps, epochs, length] = numbers;
        let head = HeadKind::ALL.into_iter().find(|kind| *kind as u64 == head)?;
        let (width, output_buckets) =
            (usize::try_from(width).ok()?, usize::try_from(output_buckets).ok()?);
        if width > MAX_WIDTH
            || !width.is_multiple_of(head.width_multiple())
            || output_buckets > 64
            || epochs > 1_000_000
        {
            return None;
        }
        let (fingerprint, others) = rest.split_at_checked(usize::try_from(length).ok()?)?;
        rest = others;
        let fingerprint = String::from_utf8(fingerprint.to_vec()).ok()?;
        let mut losses = Vec::new();
        for _ in 0..epochs {
            let training = f64::from_le_bytes(take(&mut rest)?);
            losses.push((training, f64::from_le_bytes(take(&mut rest)?)));
        }
        let mut parameters = Parameters::zeros(Shape { head, width, output_buckets });
        let mut optimiser = AdamW { steps, ..AdamW::new(&parameters) };
        if rest.len() != 3 * 4 * parameters.values().len() {
            return None;
        }
        for values in [
            parameters.values_mut(),
            &mut optimiser.first_moment[..],
            &mut optimiser.second_moment[..],
        ] {
            for value in values {
                *value = f32::from_le_bytes(take(&mut rest)?);
            }
        }
        Some(Checkpoint { parameters, optimiser, losses, fingerprint })
    }
}

/// Removes the next bytes from the front of a slice.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, others) = rest.split_first_chunk()?;
    *rest = others;
    Some(*first)
}
