//! `ouro tune`: SPSA over the search's parameters.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ouro_lab::tune::{Parameter, Run, Settings, State, Variants, parameters, plot};

use crate::failure::Failure;

/// Tune the search's parameters by SPSA over pairs of games at fixed nodes
///
/// Each iteration plays an opening twice, with colors reversed, between two random perturbations of the
/// parameters and moves them towards the winner. The state file is written after every iteration; a run
/// that was interrupted resumes from it when it is started again. Parameters are constants in normal
/// builds: build with `--features tune`.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  cargo run --release --features tune -- tune --iterations 20000 --nodes 5000 --r-end 0.01 --out tune.toml --plot tune.svg"
)]
pub(crate) struct Arguments {
    /// The state file
    #[arg(long, value_name = "FILE", default_value = "tune.toml")]
    out: PathBuf,
    /// The variant: chess, selfcapture or both, which alternates
    #[arg(long, default_value_t)]
    variant: Variants,
    /// Names of parameters, or prefixes of names; all parameters by default
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    params: Vec<String>,
    /// Iterations in total: pairs of games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    iterations: u64,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Random plies at the start of each pair
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(0..=40))]
    random_plies: u16,
    /// How far a win moves each parameter in the last iteration, in units of its perturbation
    #[arg(long, value_name = "R", default_value_t = 0.002)]
    r_end: f64,
    /// The perturbation of every parameter in the last iteration: its range divided by this
    #[arg(long, value_name = "D", default_value_t = Parameter::C_DIVISOR)]
    c_divisor: f64,
    /// The perturbation of single parameters in the last iteration
    #[arg(long, value_name = "NAME=C", value_delimiter = ',', value_parser = perturbation)]
    c_end: Vec<(String, f64)>,
    /// The seed of perturbations and openings
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: u64,
    /// Pairs played at the same time; one per processor by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    threads: Option<u16>,
    /// Plot the parameters to this file, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Parses NAME=C.
fn perturbation(text: &str) -> Result<(String, f64), String> {
    let (name, c) = text.split_once('=').ok_or("write NAME=C")?;
    match c.parse::<f64>() {
        Ok(c) if (0.5..=1e9).contains(&c) => Ok((name.to_owned(), c)),
        _ => Err(format!("'{c}' is not a perturbation of at least 0.5")),
    }
}

/// How often a line is written if standard error is not a terminal, and the plot is updated.
const LINE_EVERY: Duration = Duration::from_secs(60);

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let about = |error| Failure::about(&arguments.out, error);
    if !(arguments.r_end > 0.0 && arguments.r_end <= 1.0) {
        return Err(Failure::BadInput("--r-end must be above 0 and at most 1".to_owned()));
    }
    if !(2.0..=1e9).contains(&arguments.c_divisor) {
        return Err(Failure::BadInput("--c-divisor must be at least 2".to_owned()));
    }
    let bad = |error: ouro_lab::tune::TuneError| Failure::BadInput(error.to_string());
    let mut selected = parameters(&arguments.params).map_err(bad)?;
    for parameter in &mut selected {
        parameter.set_c_end(arguments.c_divisor);
    }
    for (name, c_end) in &arguments.c_end {
        let Some(parameter) = selected.iter_mut().find(|parameter| parameter.name == *name) else {
            return Err(Failure::BadInput(format!("--c-end: '{name}' is not tuned")));
        };
        parameter.c_end = *c_end;
    }
    let settings = Settings {
        variant: arguments.variant,
        nodes: arguments.nodes,
        random_plies: usize::from(arguments.random_plies),
        seed: arguments.seed,
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let run = Run {
        start: State::new(settings, selected, arguments.iterations, arguments.r_end),
        threads: arguments.threads.map_or(processors, usize::from),
    };
    let mut progress = Progress::new(arguments.iterations);
    let draw = |state: &State| match &arguments.plot {
        Some(path) => std::fs::write(path, plot(&title(state), state))
            .map_err(|error| Failure::about(path, error)),
        None => Ok(()),
    };
    let state = run
        .into_file(&arguments.out, &mut |state| {
            if progress.report(state) {
                // The plot is written again at the end, where a failure is reported.
                let _ = draw(state);
            }
        })
        .map_err(about)?;
    progress.bar.finish();
    draw(&state)?;
    summary(&state, out)
}

/// The progress on standard error: a bar on a terminal, a line a minute elsewhere.
struct Progress {
    bar: ProgressBar,
    live: bool,
    /// When the first report came, and its iteration.
    first: Option<(Instant, u64)>,
    last_line: Instant,
}

impl Progress {
    fn new(iterations: u64) -> Progress {
        let live = io::stderr().is_terminal();
        let bar = if live { ProgressBar::new(iterations) } else { ProgressBar::hidden() };
        if let Ok(style) =
            ProgressStyle::with_template("{bar:30} {pos} of {len} iterations, {msg}, {eta} left")
        {
            bar.set_style(style);
        }
        Progress { bar, live, first: None, last_line: Instant::now() }
    }

    /// Shows the progress and returns whether it is time for a line.
    fn report(&mut self, state: &State) -> bool {
        let done = state.spsa.iteration;
        let (start, first) = *self.first.get_or_insert_with(|| {
            self.bar.set_position(done);
            self.bar.reset_eta();
            (Instant::now(), done)
        });
        let seconds = start.elapsed().as_secs_f64().max(0.001);
        let per_hour = (done - first) as f64 * 3_600.0 / seconds;
        self.bar.set_position(done);
        self.bar.set_message(format!("{per_hour:.0} pairs per hour"));
        let total = state.spsa.iterations;
        let due = self.last_line.elapsed() >= LINE_EVERY || done == total;
        if due {
            self.last_line = Instant::now();
            if !self.live {
                let left = (total - done) as f64 * seconds / (done - first).max(1) as f64;
                let _ = writeln!(
                    io::stderr(),
                    "{done} of {total} iterations, {per_hour:.0} pairs per hour, {left:.0} s left"
                );
            }
        }
        due
    }
}

fn title(state: &State) -> String {
    let Settings { variant, nodes, .. } = &state.settings;
    let variant = match variant {
        Variants::Chess => "chess",
        Variants::SelfCapture => "self-capture chess",
        Variants::Both => "chess and self-capture chess",
    };
    format!("SPSA in {variant}, {nodes} nodes per move")
}

/// Prints the new values as a table and as lines for `params.rs`.
fn summary(state: &State, out: &mut impl Write) -> Result<(), Failure> {
    let parameters = &state.spsa.parameters;
    let width = parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or(0).max(9);
    writeln!(out, "{:width$}  {:>7}  {:>7}  {:>7}", "parameter", "start", "new", "change")?;
    for parameter in parameters {
        let Parameter { name, start, .. } = parameter;
        let new = parameter.rounded();
        writeln!(out, "{name:width$}  {start:>7}  {new:>7}  {:>+7}", new - start)?;
    }
    let [ll, ld, dd, wd, ww] = state.pentanomial;
    writeln!(out, "\npairs of θ+ against θ−: {ll} {ld} {dd} {wd} {ww}\n")?;
    for parameter in parameters {
        let Parameter { name, min, max, .. } = parameter;
        writeln!(out, "    {name}: {}, {min}..={max};", parameter.rounded())?;
    }
    Ok(())
}
