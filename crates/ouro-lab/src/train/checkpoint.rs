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

const MAGIC: [u8; 8] = *b"ouro.cp2";

/// What a checkpoint holds.
pub(super) struct Saved {
    pub(super) parameters: Parameters,
    pub(super) optimiser: Optimiser,
    /// Of each epoch, in training and validation.
    pub(super) losses: Vec<(f64, f64)>,
    /// What makes the training this one.
    pub(super) name: String,
}

/// Writes beside the old one first, so that there is always a whole one.
pub(super) fn save(path: &Path, saved: &Saved) -> Result<(), CheckpointError> {
    let Saved { parameters, optimiser, losses, name } = saved;
    let new = path.with_extension("new");
    let mut file = io::BufWriter::new(std::fs::File::create(&new)?);
    let (width, outputs) = parameters.shape();
    file.write_all(&MAGIC)?;
    let lengths = [losses.len() as u64, name.len() as u64];
    for number in [width as u64, outputs as u64, optimiser.steps].into_iter().chain(lengths) {
        file.write_all(&number.to_le_bytes())?;
    }
    file.write_all(name.as_bytes())?;
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

pub(super) fn load(path: &Path) -> Result<Saved, CheckpointError> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.read_to_end(&mut bytes)?;
    let mut rest = bytes.strip_prefix(&MAGIC).ok_or(CheckpointError::Foreign)?;
    let numbers: [u64; 5] = {
        let (bytes, others) = rest.split_first_chunk::<40>().ok_or(CheckpointError::Foreign)?;
        rest = others;
        let (eights, _) = bytes.as_chunks::<8>();
        std::array::from_fn(|i| u64::from_le_bytes(eights[i]))
    };
    let [width, outputs, steps, epochs, length] = numbers;
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    if width > 4_096 || outputs > 64 || epochs > 1_000_000 || length > rest.len() {
        return Err(CheckpointError::Foreign);
    }
    let (name, others) = rest.split_at(length);
    rest = others;
    let name = String::from_utf8(name.to_vec()).map_err(|_| CheckpointError::Foreign)?;
    let mut eight = || -> Result<[u8; 8], CheckpointError> {
        let (first, others) = rest.split_first_chunk().ok_or(CheckpointError::Foreign)?;
        rest = others;
        Ok(*first)
    };
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
    Ok(Saved { parameters, optimiser, losses, name })
}
