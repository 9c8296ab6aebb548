//! The tunable constants of search and move ordering.
//!
//! Release builds read them as plain constants. With the feature `tune` every engine has its own values,
//! so that two sets can play each other in one process; `ouro tune` finds better ones by SPSA. Scores
//! are in units of the evaluation, reductions in 1024ths of a ply, history values in units of the
//! history tables.

use std::ops::Deref;

/// The name, default and range of a tunable constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamInfo {
    /// The name of the field in [`Params`].
    pub name: &'static str,
    /// The value in release builds.
    pub default: i32,
    /// The lowest value to try.
    pub min: i32,
    /// The highest value to try.
    pub max: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $default:literal, $min:literal..=$max:literal;)*) => {
        /// A value for every tunable constant.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Params {
            /// The values of release builds.
            pub const DEFAULT: Params = Params { $($name: $default,)* };

            /// The constants in the order of their declaration.
            pub const INFO: &'static [ParamInfo] = &[
                $(ParamInfo { name: stringify!($name), default: $default, min: $min, max: $max },)*
            ];

            /// Returns the value with a name.
            #[cfg(feature = "tune")]
            #[must_use]
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets the value with a name, clamped to its range. Returns whether the name exists.
            #[cfg(feature = "tune")]
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($min, $max),)*
                    _ => return false,
                }
                true
            }
        }
    };
}

params! {
    /// Aspiration window: half of its first width.
    aspiration_delta: 30, 5..=60;

    /// Reverse futility pruning: margin per ply of depth.
    rfp_margin: 84, 30..=150;
    /// Reverse futility pruning: margin less if improving.
    rfp_improving: 46, 0..=150;
    /// Razoring: margin per squared ply of depth, from depth 4 on.
    razoring_square: 40, 0..=100;
    /// Razoring: margin at depth 0.
    razoring_base: 146, 0..=400;
    /// Razoring: margin per ply of depth.
    razoring_slope: 145, 80..=400;
    /// Null-move pruning: how far the static evaluation may be below beta, less `nmp_slope` per ply.
    nmp_base: 111, 0..=300;
    /// Null-move pruning: slope of that margin.
    nmp_slope: 22, 5..=40;
    /// Null-move pruning: score above beta that reduces by one more ply.
    nmp_reduction_divisor: 159, 60..=400;
    /// ProbCut: margin above beta.
    probcut_margin: 165, 80..=350;
    /// ProbCut: margin less if improving.
    probcut_improving: 60, 0..=150;

    /// Hindsight reduction: sum of the evaluations of both sides.
    hindsight_margin: 83, 20..=200;

    /// Late move pruning: hundredths of a move at depth 0.
    lmp_base: 424, 150..=900;
    /// Late move pruning: hundredths of a move per squared ply.
    lmp_slope: 120, 50..=250;
    /// History pruning: threshold per ply of depth.
    history_pruning_margin: 4517, 1500..=9000;
    /// Futility pruning of quiet moves: margin at depth 0.
    futility_base: 118, 0..=250;
    /// Futility pruning of quiet moves: margin per ply of reduced depth.
    futility_slope: 68, 30..=180;
    /// Futility pruning of captures: margin at depth 0.
    capture_futility_base: 205, 80..=450;
    /// Futility pruning of captures: margin per ply of reduced depth.
    capture_futility_slope: 215, 80..=350;
    /// Futility pruning of captures: capture history that counts as one unit of score.
    capture_futility_history_divisor: 20, 8..=60;
    /// SEE pruning of quiet moves: loss per squared ply of reduced depth.
    see_quiet_margin: 16, 8..=60;
    /// SEE pruning of captures: loss per ply of depth.
    see_capture_margin: 81, 30..=160;

    /// Singular extension: margin per 16 plies of depth.
    singular_margin: 31, 8..=64;
    /// Double extension: further margin.
    double_extension_margin: 26, 5..=60;

    /// Late move reductions: offset.
    lmr_base: 580, 0..=1400;
    /// Late move reductions: hundredths of the divisor of ln(depth) × ln(move count).
    lmr_divisor: 215, 140..=340;
    /// Late move reductions: less in positions that were on a principal variation.
    lmr_pv: 832, 0..=2000;
    /// Late move reductions: more in cut nodes.
    lmr_cut_node: 1570, 400..=3000;
    /// Late move reductions: less if improving.
    lmr_improving: 780, 0..=1800;
    /// Late move reductions: less for checks.
    lmr_check: 896, 0..=2000;
    /// Late move reductions: more if the TT move is a capture.
    lmr_tt_capture: 950, 0..=2000;
    /// Late move reductions: more if the child nodes cut off often.
    lmr_cutoffs: 1050, 0..=2200;
    /// Late move reductions: more if the TT entry is of a shallower search.
    lmr_tt_depth: 400, 0..=1200;
    /// Late move reductions: less by history, in 1024ths of a 1024th of a ply.
    lmr_history: 140, 40..=320;
    /// Late move reductions: less for captures and promotions.
    lmr_capture: 900, 0..=2000;
    /// Late move reductions: less for self-captures at the root.
    lmr_self_capture_root: 1800, 0..=3600;
    /// Late move reductions: more for self-captures elsewhere.
    lmr_self_capture: 2048, 400..=4000;
    /// Re-search after a reduction: one ply deeper if the score beats the best by this.
    lmr_deeper: 36, 5..=100;
    /// Re-search after a reduction: one ply shallower if the score beats the best by less than this.
    lmr_shallower: 11, 0..=40;

    /// Bonus of the best move per ply of depth.
    history_bonus_slope: 239, 60..=400;
    /// Bonus of the best move: offset below zero.
    history_bonus_offset: 75, 0..=200;
    /// Bonus of the best move: maximum.
    history_bonus_max: 1848, 800..=3500;
    /// Bonus of the move that led to a fail low, per ply of depth.
    prior_bonus_slope: 158, 40..=300;
    /// Bonus of the move that led to a fail low: offset below zero.
    prior_bonus_offset: 37, 0..=200;
    /// Bonus of the move that led to a fail low: maximum.
    prior_bonus_max: 1016, 500..=3000;
    /// Bonus of a quiet move per 16 units of evaluation that it gained.
    eval_gain_bonus: 35, 0..=100;
    /// Bonus of a quiet move for the evaluation that it gained: maximum.
    eval_gain_max: 747, 300..=2500;
    /// Malus of the quiet move that led to a TT cutoff, per ply of depth.
    prior_malus_slope: 239, 0..=500;
    /// Malus of the quiet move that led to a TT cutoff: maximum.
    prior_malus_max: 1200, 0..=2500;
    /// Bonus or malus of a move that was searched again after a reduction, per ply of depth.
    research_bonus_slope: 239, 0..=500;
    /// Bonus or malus of a move that was searched again after a reduction: maximum.
    research_bonus_max: 1500, 0..=3000;
    /// Correction history: sum of the tables that corrects by one unit of score.
    correction_divisor: 184, 80..=400;

    /// Move ordering: score of a capture per unit that its exchange may lose.
    order_good_capture_divisor: 200, 80..=800;
    /// Move ordering: bonus of a quiet check.
    order_check: 10493, 3000..=24000;
    /// Move ordering: loss by SEE that a check may have for its bonus.
    order_check_see: 66, 0..=200;
    /// Move ordering: bonus of a knight or bishop that leaves a square attacked by a pawn.
    order_escape_minor: 6300, 1000..=16000;
    /// Move ordering: bonus of a rook that leaves a square attacked by a lesser piece.
    order_escape_rook: 12380, 2000..=24000;
    /// Move ordering: bonus of a queen that leaves a square attacked by a lesser piece.
    order_escape_queen: 13650, 3000..=30000;
    /// Move ordering: malus of a self-capture per unit of its victim's value.
    order_self_capture: 53, 15..=120;

    /// Quiescence search: futility margin.
    qsearch_futility: 197, 80..=400;

    /// Evaluation: 1000ths without pieces.
    material_base: 750, 500..=1000;
    /// Evaluation: 1000ths per pawn's worth of pieces.
    material_slope: 4, 0..=10;
    /// Evaluation: divisor of both.
    material_divisor: 920, 800..=1100;
}

/// The values that an engine searches with: [`Params::DEFAULT`] in release builds, where the compiler
/// sees constants.
#[cfg(not(feature = "tune"))]
#[derive(Clone, Debug, Default)]
pub(crate) struct ActiveParams(());

#[cfg(not(feature = "tune"))]
impl Deref for ActiveParams {
    type Target = Params;

    #[inline(always)]
    fn deref(&self) -> &Params {
        &Params::DEFAULT
    }
}

/// The values that an engine searches with.
#[cfg(feature = "tune")]
#[derive(Clone, Debug)]
pub(crate) struct ActiveParams(pub(crate) Params);

#[cfg(feature = "tune")]
impl Default for ActiveParams {
    fn default() -> ActiveParams {
        ActiveParams(Params::DEFAULT)
    }
}

#[cfg(feature = "tune")]
impl Deref for ActiveParams {
    type Target = Params;

    #[inline(always)]
    fn deref(&self) -> &Params {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_within_its_range_and_names_are_unique() {
        for (i, info) in Params::INFO.iter().enumerate() {
            assert!((info.min..=info.max).contains(&info.default), "{info:?}");
            assert!(Params::INFO[..i].iter().all(|other| other.name != info.name), "{info:?}");
        }
    }

    #[cfg(feature = "tune")]
    #[test]
    fn values_are_set_by_name_within_their_range() {
        let mut params = Params::DEFAULT;
        assert!(params.set("rfp_margin", 100) && params.get("rfp_margin") == Some(100));
        assert!(params.set("rfp_margin", 10_000) && params.get("rfp_margin") == Some(150));
        assert!(!params.set("no_such_constant", 1) && params.get("no_such_constant").is_none());
    }
}
