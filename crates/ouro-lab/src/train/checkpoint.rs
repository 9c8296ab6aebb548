//! Training that can be gone on with: parameters and moments in a file.

use std::io::{self, Read, Write};
use std::path::Path;

use super::model::Parameters;
use super::optimiser::Optimiser;

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is something else or not whole.
    #[error("it is no checkpoint")]
    Foreign,
}

const MAGIC: [u8; 8] = *b"ouro.cp1";

/// Writes beside the old one first, so that there is always a whole one.
pub(super) fn save(
    path: &Path,
    parameters: &Parameters,
    optimiser: &Optimiser,
    losses: &[(f64, f64)],
) -> Result<(), CheckpointError> {
    let new = path.with_extension("new");
    let mut file = io::BufWriter::new(std::fs::File::create(&new)?);
    let (width, outputs) = parameters.shape();
    file.write_all(&MAGIC)?;
    for number in [width as u64, outputs as u64, optimiser.steps, losses.len() as u64] {
        file.write_all(&number.to_le_bytes())?;
    }
    for (training, validation) in losses {
        file.write_all(&training.to_le_bytes())?;
        file.write_all(&validation.to_le_bytes())?;
    }
    for values in [parameters.values(), &optimiser.first, &optimiser.second] {
        for value in values {
            file.write_all(&value.to_le_bytes())?;
        }
    }
    file.flush()?;
    drop(file);
    std::fs::rename(new, path)?;
    Ok(())
}

/// What a checkpoint holds: parameters, moments and the losses of each epoch.
pub(super) type Saved = (Parameters, Optimiser, Vec<(f64, f64)>);

pub(super) fn load(path: &Path) -> Result<Saved, CheckpointError> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.read_to_end(&mut bytes)?;
    let mut rest = bytes.strip_prefix(&MAGIC).ok_or(CheckpointError::Foreign)?;
    let mut eight = || -> Result<[u8; 8], CheckpointError> {
        let (first, others) = rest.split_first_chunk().ok_or(CheckpointError::Foreign)?;
        rest = others;
        Ok(*first)
    };
    let [width, outputs, steps, epochs] =
        [eight()?, eight()?, eight()?, eight()?].map(u64::from_le_bytes);
    if width > 4_096 || outputs > 64 || epochs > 1_000_000 {
        return Err(CheckpointError::Foreign);
    }
    let mut losses = Vec::new();
    for _ in 0..epochs {
        losses.push((f64::from_le_bytes(eight()?), f64::from_le_bytes(eight()?)));
    }
    let mut parameters = Parameters::zeros(width as usize, outputs as usize);
    let mut optimiser = Optimiser { steps, ..Optimiser::new(&parameters) };
    let count = parameters.values().len();
    if rest.len() != 3 * 4 * count {
        return Err(CheckpointError::Foreign);
    }
    let mut numbers =
        rest.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    for values in [parameters.values_mut(), &mut optimiser.first[..], &mut optimiser.second[..]] {
        for (value, number) in values.iter_mut().zip(&mut numbers) {
            *value = number;
        }
    }
    Ok((parameters, optimiser, losses))
}
