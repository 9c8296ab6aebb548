//! What the scheduler counts.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use super::class::{Class, PerClass};

/// The searches of a class at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClassLoad {
    pub(crate) running: usize,
    pub(crate) parked: usize,
    pub(crate) waiting: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ClassLabel {
    class: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct SearchLabels {
    class: &'static str,
    state: &'static str,
}

/// Metrics of the scheduler, by class.
pub(super) struct SchedulerMetrics {
    searches: Family<SearchLabels, Gauge>,
    wait_seconds: Family<ClassLabel, Histogram>,
    parks: Family<ClassLabel, Counter>,
}

impl SchedulerMetrics {
    pub(super) fn new() -> SchedulerMetrics {
        let metrics = SchedulerMetrics {
            searches: Family::default(),
            wait_seconds: Family::new_with_constructor(wait_histogram),
            parks: Family::default(),
        };
        // Classes that are not used yet are reported too.
        for class in Class::ALL {
            let _ = metrics.wait_seconds.get_or_create(&label(class));
            let _ = metrics.parks.get_or_create(&label(class));
        }
        metrics
    }

    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register(
            "searches",
            "Searches by class and state: running, parked or waiting",
            self.searches.clone(),
        );
        registry.register(
            "search_wait_seconds",
            "Time from the submission of a search to its start",
            self.wait_seconds.clone(),
        );
        registry.register(
            "search_parks",
            "Searches parked in favour of others",
            self.parks.clone(),
        );
    }

    pub(super) fn observe_wait(&self, class: Class, wait: Duration) {
        self.wait_seconds.get_or_create(&label(class)).observe(wait.as_secs_f64());
    }

    pub(super) fn count_park(&self, class: Class) {
        self.parks.get_or_create(&label(class)).inc();
    }

    pub(super) fn set_load(&self, load: &PerClass<ClassLoad>) {
        for class in Class::ALL {
            let ClassLoad { running, parked, waiting } = load[class];
            for (state, count) in [("running", running), ("parked", parked), ("waiting", waiting)] {
                let labels = SearchLabels { class: class.name(), state };
                self.searches.get_or_create(&labels).set(count as i64);
            }
        }
    }
}

/// A histogram from 1 ms to half a minute.
fn wait_histogram() -> Histogram {
    Histogram::new(exponential_buckets(0.001, 2.0, 16))
}

fn label(class: Class) -> ClassLabel {
    ClassLabel { class: class.name() }
}
