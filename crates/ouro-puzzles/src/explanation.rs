//! Explanations of puzzles: one sentence, as a code with parameters that can be translated.

use std::fmt;
use std::str::FromStr;

use ouro_rules::{Message, Params};

/// What a sentence says. Its parameters are in [`ExplanationCode::parameters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ExplanationCode {
    /// The king escapes from check by capturing an own piece.
    KingEscape,
    /// The king walks through its own army.
    KingWalk,
    /// A pawn promotes by capturing an own piece.
    Promotion,
    /// A self-capture opens a line at the enemy king.
    LineOpened,
    /// A self-capture frees a slider behind the capturing piece.
    Frees,
    /// A slider that was blocked comes into play by a self-capture.
    FreesItself,
    /// A self-capture attacks a more valuable piece.
    Tempo,
    /// A self-capture gives check.
    Check,
    /// A self-capture mates.
    Mate,
    /// A self-capture without any of these purposes.
    SelfCapture,
    /// The best move of chess fails to a self-capture.
    Refutation,
    /// The solution threatens a self-capture.
    Threat,
    /// The solution prevents a self-capture of the opponent.
    Prevention,
    /// The king can capture an own piece, so the position is not mate.
    KingCaptures,
    /// All own pieces beside the king are protected by the opponent, so the position is mate.
    AllProtected,
}

impl ExplanationCode {
    /// All codes.
    pub const ALL: [ExplanationCode; 15] = [
        ExplanationCode::KingEscape,
        ExplanationCode::KingWalk,
        ExplanationCode::Promotion,
        ExplanationCode::LineOpened,
        ExplanationCode::Frees,
        ExplanationCode::FreesItself,
        ExplanationCode::Tempo,
        ExplanationCode::Check,
        ExplanationCode::Mate,
        ExplanationCode::SelfCapture,
        ExplanationCode::Refutation,
        ExplanationCode::Threat,
        ExplanationCode::Prevention,
        ExplanationCode::KingCaptures,
        ExplanationCode::AllProtected,
    ];

    /// Returns the name in files, such as `line_opened`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ExplanationCode::KingEscape => "king_escape",
            ExplanationCode::KingWalk => "king_walk",
            ExplanationCode::Promotion => "promotion",
            ExplanationCode::LineOpened => "line_opened",
            ExplanationCode::Frees => "frees",
            ExplanationCode::FreesItself => "frees_itself",
            ExplanationCode::Tempo => "tempo",
            ExplanationCode::Check => "check",
            ExplanationCode::Mate => "mate",
            ExplanationCode::SelfCapture => "self_capture",
            ExplanationCode::Refutation => "refutation",
            ExplanationCode::Threat => "threat",
            ExplanationCode::Prevention => "prevention",
            ExplanationCode::KingCaptures => "king_captures",
            ExplanationCode::AllProtected => "all_protected",
        }
    }

    /// Returns the keys of the parameters, in order:
    ///
    /// - `move`, `piece`, `victim` and `square`: a self-capture in SAN, its pieces and its square
    /// - `line`: a file (`g`), a rank (`1`) or a diagonal (`a1-h8`)
    /// - `freed` and `on`: a slider and its square
    /// - `target`: an attacked piece
    /// - `tempting`: the best move of chess
    /// - `squares`: the squares of the own pieces beside the king, separated by `-`
    #[must_use]
    pub const fn parameters(self) -> &'static [&'static str] {
        match self {
            ExplanationCode::KingEscape
            | ExplanationCode::KingWalk
            | ExplanationCode::Promotion
            | ExplanationCode::FreesItself
            | ExplanationCode::Check
            | ExplanationCode::Mate
            | ExplanationCode::SelfCapture
            | ExplanationCode::Threat
            | ExplanationCode::Prevention
            | ExplanationCode::KingCaptures => &["move", "piece", "victim", "square"],
            ExplanationCode::LineOpened => &["move", "piece", "victim", "square", "line"],
            ExplanationCode::Frees => &["move", "piece", "victim", "square", "freed", "on"],
            ExplanationCode::Tempo => &["move", "piece", "victim", "square", "target"],
            ExplanationCode::Refutation => &["tempting", "move", "piece", "victim", "square"],
            ExplanationCode::AllProtected => &["squares"],
        }
    }
}

/// One sentence about a puzzle. Its text in files is a code with its parameters:
/// `line_opened move=Rxg2+ piece=rook victim=pawn square=g2 line=g`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    code: ExplanationCode,
    /// The values of the parameters of the code, in their order.
    values: Vec<String>,
}

impl Explanation {
    /// Creates an explanation from a function that returns the value of each parameter.
    #[must_use]
    pub fn new(code: ExplanationCode, value: impl FnMut(&'static str) -> String) -> Explanation {
        Explanation { code, values: code.parameters().iter().copied().map(value).collect() }
    }

    /// Returns what the sentence says.
    #[must_use]
    pub const fn kind(&self) -> ExplanationCode {
        self.code
    }

    /// Returns the text in files.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.code.name().to_owned();
        for (key, value) in self.parameters() {
            text.push_str(&format!(" {key}={value}"));
        }
        text
    }

    /// Returns the parameters: keys and values.
    fn parameters(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.code.parameters().iter().copied().zip(self.values.iter().map(String::as_str))
    }

    fn get(&self, key: &str) -> &str {
        self.parameters().find(|(name, _)| *name == key).map_or("", |(_, value)| value)
    }

    fn sentence(&self) -> String {
        let get = |key| self.get(key);
        let (mv, victim, square) = (get("move"), get("victim"), get("square"));
        match self.code {
            ExplanationCode::KingEscape => {
                format!("{mv}: the king escapes from check by capturing its own {victim}.")
            }
            ExplanationCode::KingWalk => {
                format!("{mv}: the king walks through its own army and captures the {victim}.")
            }
            ExplanationCode::Promotion => {
                format!("{mv}: the pawn promotes by capturing its own {victim}.")
            }
            ExplanationCode::LineOpened => {
                format!("{mv} captures the own {victim} and opens the {}.", line_name(get("line")))
            }
            ExplanationCode::Frees => {
                let (freed, on) = (get("freed"), get("on"));
                format!("{mv} captures the own {victim} and frees the {freed} on {on}.")
            }
            ExplanationCode::FreesItself => {
                let piece = get("piece");
                format!("{mv} captures the own {victim}, and the {piece} comes into play.")
            }
            ExplanationCode::Tempo => {
                format!("{mv} captures the own {victim} and attacks the {}.", get("target"))
            }
            ExplanationCode::Check => format!("{mv} captures the own {victim} with check."),
            ExplanationCode::Mate => format!("{mv} captures the own {victim} with mate."),
            ExplanationCode::SelfCapture => format!("{mv} captures the own {victim} on {square}."),
            ExplanationCode::Refutation => {
                let tempting = get("tempting");
                format!(
                    "{tempting} is best in chess, but here {mv} captures an own {victim} and refutes it."
                )
            }
            ExplanationCode::Threat => {
                format!("The solution threatens {mv}, which captures the own {victim}.")
            }
            ExplanationCode::Prevention => {
                format!("The solution prevents {mv}, which captures an own {victim}.")
            }
            ExplanationCode::KingCaptures => {
                format!("{mv}: the king captures its own {victim}, so this is not mate.")
            }
            ExplanationCode::AllProtected => {
                let squares = get("squares").replace('-', ", ");
                format!(
                    "The opponent protects every own piece beside the king ({squares}), so this is mate."
                )
            }
        }
    }
}

/// Returns the name of a line from its parameter.
fn line_name(line: &str) -> String {
    match line.as_bytes() {
        [b'a'..=b'h'] => format!("{line}-file"),
        [digit @ b'1'..=b'8'] => {
            let names =
                ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
            format!("{} rank", names[usize::from(digit - b'1')])
        }
        _ => format!("{} diagonal", line.replace('-', "–")),
    }
}

/// The sentence in English.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence())
    }
}

impl Message for Explanation {
    fn code(&self) -> &'static str {
        self.code.name()
    }

    fn params(&self) -> Params {
        self.parameters()
            .fold(Params::NONE, |params, (key, value)| params.with(key, value.to_owned()))
    }
}

impl FromStr for Explanation {
    type Err = String;

    fn from_str(text: &str) -> Result<Explanation, String> {
        let mut words = text.split(' ');
        let name = words.next().unwrap_or_default();
        let code = ExplanationCode::ALL.into_iter().find(|code| code.name() == name);
        let code = code.ok_or_else(|| format!("'{name}' is not the code of an explanation"))?;
        let mut values = Vec::new();
        for key in code.parameters() {
            let value = words.next().and_then(|word| word.strip_prefix(key)?.strip_prefix('='));
            let value = value.ok_or_else(|| format!("the parameter {key} of {name} is missing"))?;
            values.push(value.to_owned());
        }
        match words.next() {
            None => Ok(Explanation { code, values }),
            Some(word) => Err(format!("'{word}' is not a parameter of {name}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_equal_after_writing_and_reading_and_has_a_sentence() {
        for code in ExplanationCode::ALL {
            let explanation = Explanation::new(code, |key| match key {
                "move" => "fxe8=Q+".to_owned(),
                other => other.to_uppercase(),
            });
            assert_eq!(explanation.text().parse(), Ok(explanation.clone()));
            assert_eq!(explanation.params().iter().count(), code.parameters().len());
            let sentence = explanation.to_string();
            assert!(sentence.ends_with('.') && !sentence.contains("  "), "{sentence}");
        }
    }

    #[test]
    fn a_sentence_names_the_pieces_and_the_line() {
        let explanation: Explanation =
            "line_opened move=Rxg2+ piece=rook victim=pawn square=g2 line=g".parse().unwrap();
        assert_eq!(explanation.to_string(), "Rxg2+ captures the own pawn and opens the g-file.");
        assert_eq!(line_name("1"), "first rank");
        assert_eq!(line_name("a1-h8"), "a1–h8 diagonal");
    }

    #[test]
    fn unknown_codes_and_missing_or_further_parameters_are_errors() {
        for (text, message) in [
            ("", "'' is not the code of an explanation"),
            ("all_protected", "the parameter squares of all_protected is missing"),
            ("all_protected squares=g8 x=1", "'x=1' is not a parameter of all_protected"),
        ] {
            assert_eq!(text.parse::<Explanation>(), Err(message.to_owned()));
        }
    }
}
