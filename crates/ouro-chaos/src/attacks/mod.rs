//! The attacks, one file per family.

mod access;
mod connections;
mod engines;
mod kills;
mod operation;
mod quotas;
mod requests;
mod scale;
mod storage;

use crate::settings::Settings;
use crate::trial::{Row, Trial};

/// An attack or a fault.
pub struct Attack {
    /// The name on the command line.
    pub name: &'static str,
    /// What is tried.
    pub about: &'static str,
    run: fn(&mut Trial<'_>) -> Result<(), String>,
    /// Whether it mostly waits for timeouts. All such attacks run at the same time, each on its own service.
    pub waits: bool,
}

impl Attack {
    const fn new(
        name: &'static str,
        about: &'static str,
        run: fn(&mut Trial<'_>) -> Result<(), String>,
    ) -> Attack {
        Attack { name, about, run, waits: false }
    }

    /// Carries out the attack.
    ///
    /// # Errors
    /// If the trial cannot be set up.
    pub fn attempt(&self, settings: &Settings) -> Result<Row, String> {
        let mut trial = Trial::new(settings)?;
        let outcome = (self.run)(&mut trial);
        Ok(trial.finish(self.name, outcome))
    }

    const fn waiting(mut self) -> Attack {
        self.waits = true;
        self
    }
}

/// All attacks in the order of the table.
#[must_use]
pub fn all() -> Vec<&'static Attack> {
    [
        storage::ATTACKS,
        kills::ATTACKS,
        operation::ATTACKS,
        requests::ATTACKS,
        connections::ATTACKS,
        engines::ATTACKS,
        quotas::ATTACKS,
        access::ATTACKS,
        scale::ATTACKS,
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the attack with a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Attack> {
    all().into_iter().find(|attack| attack.name == name)
}
