//! Statistics of puzzles: counts per theme and rating, as tables and as a plot.

use std::fmt::{self, Write};

use ouro_puzzles::{Puzzle, Theme};

/// The width of a rating class.
const RATING_STEP: u16 = 200;
/// Themes with fewer puzzles are rare.
const RARE: usize = 50;

/// Counts of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleStatistics {
    puzzles: usize,
    themes: Vec<(Theme, usize)>,
    /// The lowest rating of each class, and the number of puzzles.
    ratings: Vec<(u16, usize)>,
}

impl PuzzleStatistics {
    /// Counts puzzles.
    #[must_use]
    pub fn new(puzzles: &[Puzzle]) -> PuzzleStatistics {
        let has = |theme| puzzles.iter().filter(|puzzle| puzzle.themes.contains(&theme)).count();
        let class = |puzzle: &Puzzle| puzzle.rating / RATING_STEP * RATING_STEP;
        let classes = puzzles.iter().map(class);
        let (low, high) = (classes.clone().min().unwrap_or(0), classes.max().unwrap_or(0));
        let in_class = |low| puzzles.iter().filter(|puzzle| class(puzzle) == low).count();
        PuzzleStatistics {
            puzzles: puzzles.len(),
            themes: Theme::ALL.iter().map(|&theme| (theme, has(theme))).collect(),
            ratings: (low..=high)
                .step_by(usize::from(RATING_STEP))
                .map(|low| (low, in_class(low)))
                .collect(),
        }
    }

    /// Returns the themes with fewer than 50 puzzles.
    pub fn rare_themes(&self) -> impl Iterator<Item = (Theme, usize)> {
        self.themes.iter().copied().filter(|&(_, count)| count < RARE)
    }

    /// Returns a bar chart of ratings and themes as SVG.
    #[must_use]
    pub fn plot(&self) -> String {
        let ratings: Vec<(String, usize)> = self
            .ratings
            .iter()
            .map(|&(low, count)| (format!("{low}–{}", low + RATING_STEP - 1), count))
            .collect();
        let mut themes: Vec<(String, usize)> =
            self.themes.iter().map(|&(theme, count)| (theme.code().to_owned(), count)).collect();
        themes.retain(|&(_, count)| count > 0);
        let rows = ratings.len().max(themes.len());
        let (width, height) = (820.0, 72.0 + ROW * rows as f64);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <style>{STYLE}</style>\n\
             <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
             <text x=\"16\" y=\"24\" font-size=\"15\">{} puzzles</text>\n",
            self.puzzles
        );
        bars(&mut svg, 16.0, "rating", &ratings);
        bars(&mut svg, 416.0, "theme", &themes);
        svg.push_str("</svg>\n");
        svg
    }
}

/// The height of a bar with the space below it.
const ROW: f64 = 18.0;
/// The width of the names and of the longest bar.
const NAMES: f64 = 130.0;
const BARS: f64 = 200.0;

const STYLE: &str = "\
.page{fill:#fff}.bar{fill:#1f77b4}text{fill:#222}.minor{fill:#666}\
@media(prefers-color-scheme:dark){.page{fill:#1b1b1b}.bar{fill:#6db3e8}text{fill:#ddd}\
.minor{fill:#999}}";

/// Writes a chart with a bar per row.
fn bars(svg: &mut String, left: f64, title: &str, rows: &[(String, usize)]) {
    let most = rows.iter().map(|&(_, count)| count).max().unwrap_or(0).max(1) as f64;
    let _ = writeln!(svg, "<text class=\"minor\" x=\"{left}\" y=\"46\">puzzles per {title}</text>");
    for (i, (name, count)) in rows.iter().enumerate() {
        let top = 56.0 + ROW * i as f64;
        let length = BARS * *count as f64 / most;
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>\
             <rect class=\"bar\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{length:.1}\" height=\"14\"/>\
             <text class=\"minor\" x=\"{:.1}\" y=\"{:.1}\">{count}</text>",
            left + NAMES - 6.0,
            top + 11.0,
            left + NAMES,
            left + NAMES + length + 4.0,
            top + 11.0,
        );
    }
}

/// Tables in Markdown.
impl fmt::Display for PuzzleStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} puzzles\n\n| theme | puzzles |\n|---|---|", self.puzzles)?;
        for (theme, count) in &self.themes {
            writeln!(f, "| {theme} | {count} |")?;
        }
        writeln!(f, "\n| rating | puzzles |\n|---|---|")?;
        for (low, count) in &self.ratings {
            writeln!(f, "| {low} to {} | {count} |", low + RATING_STEP - 1)?;
        }
        let rare: Vec<String> =
            self.rare_themes().map(|(theme, count)| format!("{theme} ({count})")).collect();
        write!(f, "\nThemes with fewer than {RARE} puzzles: {}", rare.join(", "))
    }
}
