//! Time controls.

use std::fmt;
use std::time::Duration;

/// The limit of each move or of a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// A fixed number of nodes per move. A move may take a minute.
    Nodes(u64),
    /// A fixed depth per move. A move may take a minute.
    Depth(u32),
    /// A clock for each side.
    Clock {
        /// The time at the start of the game.
        base: Duration,
        /// The time added after each move.
        increment: Duration,
    },
}

/// The error of a text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a time control: expected BASE+INCREMENT in seconds, for example 2+0.02")]
pub struct TimeControlError(String);

impl TimeControl {
    /// Parses a clock in seconds such as `2+0.02`. The increment is optional.
    ///
    /// # Errors
    /// If the text is not two numbers of seconds with a plus sign between them.
    pub fn parse_clock(text: &str) -> Result<TimeControl, TimeControlError> {
        let seconds = |number: &str| {
            let value: f64 = number.parse().ok()?;
            (0.0..=86_400.0).contains(&value).then(|| Duration::from_secs_f64(value))
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !base.is_zero() => {
                Ok(TimeControl::Clock { base, increment })
            }
            _ => Err(TimeControlError(text.to_owned())),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Nodes(nodes) => write!(f, "{nodes} nodes"),
            TimeControl::Depth(depth) => write!(f, "depth {depth}"),
            TimeControl::Clock { base, increment } => {
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_parsed_and_bad_ones_rejected() {
        let expected = TimeControl::Clock {
            base: Duration::from_secs(2),
            increment: Duration::from_millis(20),
        };
        assert_eq!(TimeControl::parse_clock("2+0.02"), Ok(expected));
        assert!(TimeControl::parse_clock("60").is_ok());
        for bad in ["", "x", "0+1", "-1+0", "1+x", "1+2+3", "nan", "1e300"] {
            assert!(TimeControl::parse_clock(bad).is_err(), "{bad}");
        }
    }
}
