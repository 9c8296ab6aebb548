//! UCI options.

use ouro_engine::{MAX_THREADS, Strength};
use ouro_rules::Variant;

/// The maximum of Hash in MiB. Addresses of 32 bits allow at most 4 GiB in all.
pub(crate) const MAX_HASH: usize = if usize::BITS < 64 { 1_024 } else { 65_536 };
/// Whether there are files to read and write. A browser has none.
const HAS_FILES: bool = !cfg!(target_family = "wasm");
/// The maximum of MultiPV.
pub(crate) const MAX_MULTIPV: usize = 256;
/// The maximum of Move Overhead in milliseconds.
const MAX_MOVE_OVERHEAD: u64 = 5_000;
/// Whether Syzygy tables can be read.
const HAS_SYZYGY: bool = HAS_FILES && cfg!(feature = "syzygy");
/// Whether there are opening books.
const HAS_BOOKS: bool = HAS_FILES && cfg!(feature = "book");
/// The maximum of SyzygyProbeDepth.
const MAX_PROBE_DEPTH: u64 = 100;
/// The maximum of SyzygyProbeLimit: there are no Syzygy tables with more men.
const MAX_PROBE_LIMIT: u64 = 7;

/// The values of the options.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    pub(crate) multipv: usize,
    pub(crate) move_overhead: u64,
    pub(crate) self_capture: bool,
    pub(crate) chess960: bool,
    pub(crate) show_wdl: bool,
    pub(crate) analyse_mode: bool,
    pub(crate) limit_strength: bool,
    pub(crate) elo: u16,
    pub(crate) level: u8,
    pub(crate) eval_file: String,
    pub(crate) debug_log_file: String,
    pub(crate) tablebase_path: String,
    pub(crate) own_book: bool,
    pub(crate) book_file: String,
    pub(crate) syzygy_path: String,
    pub(crate) syzygy_probe_depth: i32,
    pub(crate) syzygy_probe_limit: usize,
    pub(crate) syzygy_50_move_rule: bool,
}

/// The effect of an option that the session must apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    None,
    Hash,
    Threads,
    ClearHash,
    Variant,
    EvalFile,
    DebugLogFile,
    TablebasePath,
    BookFile,
    Syzygy,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 16,
            threads: 1,
            multipv: 1,
            move_overhead: 10,
            self_capture: false,
            chess960: false,
            show_wdl: false,
            analyse_mode: false,
            limit_strength: false,
            elo: 1_500,
            level: 0,
            eval_file: String::new(),
            debug_log_file: String::new(),
            tablebase_path: String::new(),
            own_book: false,
            book_file: String::new(),
            syzygy_path: String::new(),
            syzygy_probe_depth: 1,
            syzygy_probe_limit: MAX_PROBE_LIMIT as usize,
            syzygy_50_move_rule: true,
        }
    }
}

impl Options {
    /// Returns the variant of new positions.
    pub(crate) fn variant(&self) -> Variant {
        match (self.self_capture, self.chess960) {
            (true, _) => Variant::SelfCapture,
            (false, true) => Variant::Chess960,
            (false, false) => Variant::Chess,
        }
    }

    /// Returns the strength limit. Analysis is always at full strength.
    pub(crate) fn strength(&self) -> Option<Strength> {
        match self {
            Options { analyse_mode: true, .. } => None,
            Options { limit_strength: true, elo, .. } => Some(Strength::elo(*elo)),
            Options { level, .. } => Strength::level(*level),
        }
    }

    /// Returns the `option` lines of the `uci` response.
    pub(crate) fn list() -> Vec<String> {
        let default = Options::default();
        let mut options = vec![
            format!("option name Hash type spin default {} min 1 max {MAX_HASH}", default.hash),
            format!(
                "option name Threads type spin default {} min 1 max {MAX_THREADS}",
                default.threads
            ),
            format!(
                "option name MultiPV type spin default {} min 1 max {MAX_MULTIPV}",
                default.multipv
            ),
            "option name Ponder type check default false".to_owned(),
            format!(
                "option name Move Overhead type spin default {} min 0 max {MAX_MOVE_OVERHEAD}",
                default.move_overhead
            ),
            "option name Clear Hash type button".to_owned(),
            "option name UCI_Variant type combo default chess var chess var selfcapture".to_owned(),
            "option name UCI_Chess960 type check default false".to_owned(),
            "option name UCI_ShowWDL type check default false".to_owned(),
            "option name UCI_AnalyseMode type check default false".to_owned(),
            "option name UCI_LimitStrength type check default false".to_owned(),
            format!(
                "option name UCI_Elo type spin default {} min {} max {}",
                default.elo,
                Strength::MIN_ELO,
                Strength::MAX_ELO
            ),
            format!(
                "option name Level type spin default {} min 0 max {}",
                default.level,
                Strength::LEVELS
            ),
        ];
        if HAS_FILES {
            let files = ["EvalFile", "Debug Log File", "TablebasePath"];
            let option = |name| format!("option name {name} type string default <empty>");
            options.extend(files.map(option));
        }
        if HAS_BOOKS {
            options.extend([
                "option name OwnBook type check default false".to_owned(),
                "option name BookFile type string default <empty>".to_owned(),
            ]);
        }
        if HAS_SYZYGY {
            options.extend([
                "option name SyzygyPath type string default <empty>".to_owned(),
                format!(
                    "option name SyzygyProbeDepth type spin default {} min 1 max {MAX_PROBE_DEPTH}",
                    default.syzygy_probe_depth
                ),
                format!(
                    "option name SyzygyProbeLimit type spin default {} min 0 max {MAX_PROBE_LIMIT}",
                    default.syzygy_probe_limit
                ),
                "option name Syzygy50MoveRule type check default true".to_owned(),
            ]);
        }
        options
    }

    /// Sets an option. Names are not case-sensitive.
    ///
    /// # Errors
    /// If the value is invalid. The option keeps its old value then.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = number(name, value, 1, MAX_HASH as u64)? as usize;
                Ok(Change::Hash)
            }
            "threads" => {
                self.threads = number(name, value, 1, MAX_THREADS as u64)? as usize;
                Ok(Change::Threads)
            }
            "multipv" => {
                self.multipv = number(name, value, 1, MAX_MULTIPV as u64)? as usize;
                Ok(Change::None)
            }
            // The GUI decides when to ponder.
            "ponder" => check(name, value).map(|_| Change::None),
            "move overhead" => {
                self.move_overhead = number(name, value, 0, MAX_MOVE_OVERHEAD)?;
                Ok(Change::None)
            }
            "clear hash" => Ok(Change::ClearHash),
            "uci_variant" => {
                let self_capture = match value.to_ascii_lowercase().as_str() {
                    "chess" => false,
                    "selfcapture" if self.chess960 => return Err(NO_SELF_CAPTURE_960.to_owned()),
                    "selfcapture" => true,
                    _ => {
                        return Err(format!(
                            "UCI_Variant must be chess or selfcapture, not '{value}'"
                        ));
                    }
                };
                self.self_capture = self_capture;
                Ok(Change::Variant)
            }
            "uci_chess960" => {
                let chess960 = check(name, value)?;
                if chess960 && self.self_capture {
                    return Err(NO_SELF_CAPTURE_960.to_owned());
                }
                self.chess960 = chess960;
                Ok(Change::Variant)
            }
            "uci_showwdl" => {
                self.show_wdl = check(name, value)?;
                Ok(Change::None)
            }
            "uci_analysemode" => {
                self.analyse_mode = check(name, value)?;
                Ok(Change::None)
            }
            "uci_limitstrength" => {
                self.limit_strength = check(name, value)?;
                Ok(Change::None)
            }
            "uci_elo" => {
                let (min, max) = (Strength::MIN_ELO, Strength::MAX_ELO);
                self.elo = number(name, value, u64::from(min), u64::from(max))? as u16;
                Ok(Change::None)
            }
            "level" => {
                self.level = number(name, value, 0, u64::from(Strength::LEVELS))? as u8;
                Ok(Change::None)
            }
            "evalfile" if HAS_FILES => {
                value.clone_into(&mut self.eval_file);
                Ok(Change::EvalFile)
            }
            "debug log file" if HAS_FILES => {
                value.clone_into(&mut self.debug_log_file);
                Ok(Change::DebugLogFile)
            }
            "tablebasepath" if HAS_FILES => {
                value.clone_into(&mut self.tablebase_path);
                Ok(Change::TablebasePath)
            }
            "ownbook" if HAS_BOOKS => {
                self.own_book = check(name, value)?;
                Ok(Change::None)
            }
            "bookfile" if HAS_BOOKS => {
                value.clone_into(&mut self.book_file);
                Ok(Change::BookFile)
            }
            "syzygypath" if HAS_SYZYGY => {
                value.clone_into(&mut self.syzygy_path);
                Ok(Change::Syzygy)
            }
            "syzygyprobedepth" if HAS_SYZYGY => {
                self.syzygy_probe_depth = number(name, value, 1, MAX_PROBE_DEPTH)? as i32;
                Ok(Change::Syzygy)
            }
            "syzygyprobelimit" if HAS_SYZYGY => {
                self.syzygy_probe_limit = number(name, value, 0, MAX_PROBE_LIMIT)? as usize;
                Ok(Change::Syzygy)
            }
            "syzygy50moverule" if HAS_SYZYGY => {
                self.syzygy_50_move_rule = check(name, value)?;
                Ok(Change::Syzygy)
            }
            _ => Err(format!("unknown option '{name}'")),
        }
    }
}

/// The king move to its own rook is ambiguous: castling or a self-capture.
const NO_SELF_CAPTURE_960: &str = "self-capture Chess960 is not supported: a king move to its own \
                                   rook would be ambiguous";

/// Parses the value of a spin option.
fn number(name: &str, value: &str, min: u64, max: u64) -> Result<u64, String> {
    value
        .parse()
        .ok()
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| format!("{name} must be a number from {min} to {max}, not '{value}'"))
}

/// Parses the value of a check option.
fn check(name: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("{name} must be true or false, not '{value}'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_values_are_set_and_invalid_ones_change_nothing() {
        let mut options = Options::default();
        assert_eq!(options.set("hash", "64"), Ok(Change::Hash));
        assert_eq!(options.set("Threads", "2"), Ok(Change::Threads));
        assert_eq!((options.hash, options.threads), (64, 2));
        for (name, value) in [
            ("Hash", "0"),
            ("Hash", "x"),
            ("Hash", "-1"),
            ("Threads", "100000"),
            ("MultiPV", ""),
            ("UCI_Variant", "atomic"),
            ("UCI_Chess960", "maybe"),
            ("Contempt", "1"),
            ("Level", "11"),
            ("UCI_Elo", "100"),
            ("UCI_ShowWDL", "1"),
            ("OwnBook", "yes"),
            ("SyzygyProbeDepth", "0"),
            ("SyzygyProbeLimit", "8"),
            ("Syzygy50MoveRule", ""),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!((options.hash, options.threads, options.multipv), (64, 2, 1));
    }

    #[test]
    fn analyse_mode_overrides_strength_limits() {
        let mut options = Options::default();
        assert_eq!(options.strength(), None);
        options.set("Level", "3").unwrap();
        assert_eq!(options.strength(), Strength::level(3));
        options.set("UCI_Elo", "1000").unwrap();
        options.set("UCI_LimitStrength", "true").unwrap();
        assert_eq!(options.strength(), Some(Strength::elo(1_000)));
        options.set("UCI_AnalyseMode", "true").unwrap();
        assert_eq!(options.strength(), None);
    }

    #[test]
    fn self_capture_and_chess960_exclude_each_other() {
        let mut options = Options::default();
        assert_eq!(options.set("UCI_Chess960", "true"), Ok(Change::Variant));
        assert!(options.set("UCI_Variant", "selfcapture").is_err());
        assert_eq!(options.variant(), Variant::Chess960);
        assert_eq!(options.set("UCI_Chess960", "false"), Ok(Change::Variant));
        assert_eq!(options.set("UCI_Variant", "selfcapture"), Ok(Change::Variant));
        assert!(options.set("UCI_Chess960", "true").is_err());
        assert_eq!(options.variant(), Variant::SelfCapture);
    }
}
