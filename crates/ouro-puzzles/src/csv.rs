//! CSV files of puzzles. No value contains a comma, a quotation mark or a line break, so nothing is quoted.

/// The error of a CSV file that is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct CsvError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

/// Parses a file with a header and `N` columns.
pub(crate) fn read<T, const N: usize>(
    text: &str,
    header: &str,
    parse: impl Fn([&str; N]) -> Result<T, String>,
) -> Result<Vec<T>, CsvError> {
    let mut lines = text.lines().enumerate();
    if lines.next().map(|(_, line)| line) != Some(header) {
        let reason = format!("expected the columns {header}");
        return Err(CsvError { line: 1, reason });
    }
    lines
        .map(|(number, line)| {
            let row = |line: &str| {
                let columns: Vec<&str> = line.split(',').collect();
                let columns: [&str; N] = columns
                    .try_into()
                    .map_err(|found: Vec<_>| format!("{} columns instead of {N}", found.len()))?;
                parse(columns)
            };
            row(line).map_err(|reason| CsvError { line: number + 1, reason })
        })
        .collect()
}

/// Parses a number of a column.
pub(crate) fn number<T: std::str::FromStr>(text: &str, column: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is not a valid {column}"))
}
