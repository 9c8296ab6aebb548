//! The waiting searches of one class. Clients take turns.

use std::collections::VecDeque;

use super::job::{Job, JobId};

/// Waiting jobs by client, the client whose turn it is first.
#[derive(Default)]
pub(super) struct Queue {
    clients: VecDeque<(String, VecDeque<Job>)>,
}

impl Queue {
    pub(super) fn len(&self) -> usize {
        self.clients.iter().map(|(_, jobs)| jobs.len()).sum()
    }

    /// Returns the number of jobs of a client.
    pub(super) fn of_client(&self, client: &str) -> usize {
        let jobs = self.clients.iter().find(|(name, _)| name == client);
        jobs.map_or(0, |(_, jobs)| jobs.len())
    }

    pub(super) fn push(&mut self, job: Job) {
        match self.clients.iter_mut().find(|(name, _)| *name == job.client) {
            Some((_, jobs)) => jobs.push_back(job),
            None => self.clients.push_back((job.client.clone(), VecDeque::from([job]))),
        }
    }

    /// Puts a job that could not start back to where it was taken from.
    pub(super) fn push_front(&mut self, job: Job) {
        let place = self.clients.iter().position(|(name, _)| *name == job.client);
        let (client, mut jobs) = place
            .and_then(|place| self.clients.remove(place))
            .unwrap_or_else(|| (job.client.clone(), VecDeque::new()));
        jobs.push_front(job);
        self.clients.push_front((client, jobs));
    }

    /// Removes and returns the next job. Its client goes to the end of the line.
    pub(super) fn pop(&mut self) -> Option<Job> {
        let (client, mut jobs) = self.clients.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.clients.push_back((client, jobs));
        }
        job
    }

    /// Removes and returns a job, wherever it is.
    pub(super) fn remove(&mut self, id: JobId) -> Option<Job> {
        let (client, place) = self.clients.iter().enumerate().find_map(|(client, (_, jobs))| {
            let place = jobs.iter().position(|job| job.id == id)?;
            Some((client, place))
        })?;
        let (_, jobs) = self.clients.get_mut(client)?;
        let job = jobs.remove(place);
        if jobs.is_empty() {
            self.clients.remove(client);
        }
        job
    }
}
