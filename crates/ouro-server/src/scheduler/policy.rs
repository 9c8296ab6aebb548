//! Which classes run: strict priority with guaranteed shares.
//!
//! The policy is pure: given the running and the queued searches, it returns how many searches of each
//! class shall run. Nothing in it reads a clock.

use std::time::{Duration, Instant};

use super::class::{Class, PerClass};
use super::usage::Usage;

/// The time over which shares are guaranteed.
const WINDOW: Duration = Duration::from_secs(10);

/// A class claims no more than its share of this time either. Otherwise a class that has waited long would
/// take its share of the whole window in one piece, and higher classes would wait for seconds.
const PACE: Duration = Duration::from_secs(1);

/// What wants to run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Demand {
    /// Searches that have started, whether they run or are parked.
    pub(super) started: PerClass<usize>,
    /// Searches that have not started.
    pub(super) waiting: PerClass<usize>,
    /// Engines on which waiting searches can start.
    pub(super) engines: usize,
}

/// Decides how many searches of each class run.
#[derive(Debug)]
pub(super) struct Policy {
    /// Searches that run at the same time.
    slots: usize,
    usage: Usage,
}

impl Policy {
    pub(super) fn new(slots: usize, now: Instant) -> Policy {
        Policy { slots, usage: Usage::new(WINDOW, now) }
    }

    /// Records that since the last call this many searches of each class have been running.
    pub(super) fn record(&mut self, now: Instant, running: &PerClass<usize>) {
        self.usage.record(now, running);
    }

    /// Returns how many searches of each class shall run from now on.
    ///
    /// Classes below their guaranteed share come first, but with no more slots than the share is worth.
    /// The remaining slots go by priority. No slot stays empty while anything can run.
    pub(super) fn allocate(&self, demand: &Demand) -> PerClass<usize> {
        let (window, pace) = (self.usage.over(WINDOW), self.usage.over(PACE));
        let mut allocation =
            Allocation { slots: self.slots, demand: *demand, running: PerClass::default() };
        for class in Class::ALL {
            let is_below = |used: Duration, span| used < self.guaranteed_time(class, span);
            if is_below(window[class], WINDOW) && is_below(pace[class], PACE) {
                allocation.raise(class, self.guaranteed_slots(class));
            }
        }
        for class in Class::ALL {
            allocation.raise(class, self.slots);
        }
        allocation.running
    }

    /// The engine time that a class is guaranteed over a span of time.
    fn guaranteed_time(&self, class: Class, span: Duration) -> Duration {
        let slots = u32::try_from(self.slots).unwrap_or(u32::MAX);
        span.saturating_mul(slots) / 100 * class.share()
    }

    /// The slots that a class needs to reach its share.
    fn guaranteed_slots(&self, class: Class) -> usize {
        (self.slots * class.share() as usize).div_ceil(100)
    }
}

/// An allocation of slots in progress.
struct Allocation {
    /// Slots that are not given away yet.
    slots: usize,
    /// What still wants to run.
    demand: Demand,
    running: PerClass<usize>,
}

impl Allocation {
    /// Raises the slots of a class to `slots`, as far as it needs them and they are free. Searches that
    /// have started continue before others start.
    fn raise(&mut self, class: Class, slots: usize) {
        let slots = slots.saturating_sub(self.running[class]).min(self.slots);
        let continued = slots.min(self.demand.started[class]);
        let new = (slots - continued).min(self.demand.waiting[class]).min(self.demand.engines);
        self.demand.started[class] -= continued;
        self.demand.waiting[class] -= new;
        self.demand.engines -= new;
        self.slots -= continued + new;
        self.running[class] += continued + new;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    const STEP: Duration = Duration::from_millis(25);

    /// A virtual clock and an endless supply of searches.
    struct Simulation {
        policy: Policy,
        now: Instant,
        running: PerClass<usize>,
        /// What ran in each step.
        history: VecDeque<PerClass<usize>>,
    }

    impl Simulation {
        fn new(slots: usize) -> Simulation {
            let start = Instant::now();
            Simulation {
                policy: Policy::new(slots, start),
                now: start,
                running: PerClass::default(),
                history: VecDeque::new(),
            }
        }

        /// Advances the clock by one step, with this many searches of each class.
        fn step(&mut self, searches: [usize; 4]) {
            let demand = Demand {
                waiting: PerClass::from_fn(|class| searches[class as usize]),
                engines: usize::MAX,
                ..Demand::default()
            };
            self.running = self.policy.allocate(&demand);
            self.history.push_back(self.running);
            self.now += STEP;
            self.policy.record(self.now, &self.running);
        }

        fn run(&mut self, span: Duration, searches: [usize; 4]) {
            for _ in 0..span.as_millis() / STEP.as_millis() {
                self.step(searches);
            }
        }

        /// The least percentage of the engine time that a class had in any window of the history.
        fn least_share(&self, class: Class, slots: usize) -> f64 {
            let steps: Vec<usize> = self.history.iter().map(|running| running[class]).collect();
            let window = (WINDOW.as_millis() / STEP.as_millis()) as usize;
            let windows = steps.windows(window).map(|window| window.iter().sum::<usize>());
            let least = windows.min().unwrap_or(0);
            100.0 * least as f64 / (window * slots) as f64
        }
    }

    #[test]
    fn shares_add_up() {
        assert_eq!(Class::ALL.map(Class::share).iter().sum::<u32>(), 100);
    }

    #[test]
    fn without_contention_everything_runs() {
        let mut simulation = Simulation::new(4);
        simulation.run(2 * WINDOW, [1, 1, 1, 1]);
        assert!(simulation.history.iter().all(|&running| running == PerClass::from_fn(|_| 1)));
        simulation.run(2 * WINDOW, [0, 0, 9, 0]);
        assert_eq!(simulation.running[Class::Analysis], 4);
    }

    #[test]
    fn each_saturated_class_gets_its_share_in_every_window() {
        for slots in 1..=9 {
            let mut simulation = Simulation::new(slots);
            simulation.run(3 * WINDOW, [20; 4]);
            // Shares are rounded up to whole slots, so the lowest classes start late in the first second.
            for (skipped, accuracy) in [(0, 0.75), (400, 0.98)] {
                simulation.history.drain(..skipped);
                for class in Class::ALL {
                    let least = simulation.least_share(class, slots);
                    let wanted = f64::from(class.share()) * accuracy;
                    assert!(least >= wanted, "{slots} slots: {least} % for {class:?}");
                }
            }
        }
    }

    #[test]
    fn a_class_gets_its_share_also_after_others_had_everything() {
        for slots in 1..=9 {
            for class in Class::ALL {
                let mut simulation = Simulation::new(slots);
                let others = Class::ALL.map(|other| if other == class { 0 } else { 20 });
                simulation.run(2 * WINDOW, others);
                simulation.history.clear();
                simulation.run(2 * WINDOW, [20; 4]);
                let least = simulation.least_share(class, slots);
                let wanted = f64::from(class.share()) * 0.95;
                assert!(least >= wanted, "{slots} slots: {least} % for {class:?}");
            }
        }
    }

    #[test]
    fn what_nobody_claims_goes_by_priority() {
        let mut simulation = Simulation::new(2);
        simulation.run(2 * WINDOW, [0, 9, 9, 0]);
        let analysis = simulation.least_share(Class::Analysis, 2);
        let best_move = simulation.least_share(Class::BestMove, 2);
        assert!((14.0..18.0).contains(&analysis), "{analysis}");
        assert!(best_move > 82.0, "{best_move}");
    }

    #[test]
    fn a_game_move_runs_at_once_while_its_class_is_below_its_share() {
        for slots in [1, 2, 4] {
            let mut simulation = Simulation::new(slots);
            for _ in 0..20 {
                simulation.run(Duration::from_millis(1_500), [0, 9, 9, 9]);
                for _ in 0..12 {
                    simulation.step([1, 9, 9, 9]);
                    assert_eq!(simulation.running[Class::GameMove], 1);
                }
            }
        }
    }

    #[test]
    fn saturated_game_moves_wait_less_than_a_second_for_starved_classes() {
        let mut simulation = Simulation::new(1);
        simulation.run(2 * WINDOW, [9, 0, 0, 0]);
        simulation.history.clear();
        simulation.run(2 * WINDOW, [9; 4]);
        let (mut wait, mut longest) = (Duration::ZERO, Duration::ZERO);
        for running in &simulation.history {
            wait = if running[Class::GameMove] == 0 { wait + STEP } else { Duration::ZERO };
            longest = longest.max(wait);
        }
        assert!(longest <= PACE * 3 / 4, "{longest:?}");
    }

    #[test]
    fn a_starved_class_takes_one_core_and_leaves_the_other() {
        let mut simulation = Simulation::new(2);
        simulation.run(WINDOW, [9, 0, 0, 0]);
        simulation.step([9, 0, 9, 0]);
        assert_eq!(simulation.running, PerClass([1, 0, 1, 0]));
    }

    #[test]
    fn without_a_free_engine_parked_searches_continue_and_waiting_ones_wait() {
        let policy = Policy::new(1, Instant::now());
        let mut demand =
            Demand { started: PerClass([0, 0, 1, 0]), waiting: PerClass([1, 0, 0, 0]), engines: 0 };
        assert_eq!(policy.allocate(&demand), PerClass([0, 0, 1, 0]));
        demand.engines = 1;
        assert_eq!(policy.allocate(&demand), PerClass([1, 0, 0, 0]));
    }
}
