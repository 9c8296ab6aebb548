//! The score of a pairing in one line.

use ouro_lab::matches::{Match, MatchScore, Sprt, SprtState};

/// Returns the score, the Elo difference and the state of the SPRT of a pairing.
pub(super) fn summary(engine_match: &Match, players: [usize; 2], score: &MatchScore) -> String {
    let [first, second] = players.map(|i| &engine_match.engines[i].name);
    let games = score.wins + score.draws + score.losses;
    let points = score.wins as f64 + score.draws as f64 / 2.0;
    let mut line = format!(
        "{first} - {second}: +{} ={} -{} in {games} games, {:.1} %",
        score.wins,
        score.draws,
        score.losses,
        100.0 * points / games.max(1) as f64,
    );
    if let Some((elo, error)) = score.pairs.elo() {
        line.push_str(&format!(", Elo {elo:+.1} ± {error:.1}, pentanomial {:?}", score.pairs.0));
    }
    if score.faults > 0 {
        line.push_str(&format!(", {} faults", score.faults));
    }
    if let Some(sprt) = engine_match.sprt {
        let (state, llr) = match sprt.state(&score.pairs) {
            SprtState::Running(llr) => ("undecided", llr),
            SprtState::Passed(llr) => ("passed", llr),
            SprtState::Failed(llr) => ("failed", llr),
        };
        line.push_str(&format!(
            ", SPRT [{}, {}] {state}: LLR {llr:.2} (bounds ±{:.2})",
            sprt.elo0,
            sprt.elo1,
            Sprt::llr_bound()
        ));
    }
    line
}
