//! The table of results.
#![allow(clippy::print_stdout, reason = "it writes to a terminal")]

use std::time::Duration;

use crate::trial::{Row, Verdict, milliseconds};

/// Prints one line about an attack as soon as it has ended.
pub fn print_progress(row: &Row, elapsed: Duration) {
    let verdict = match &row.verdict {
        Verdict::Held => "ok".to_owned(),
        Verdict::Failed(violations) => format!("FAIL: {}", violations.join("; ")),
        Verdict::Skipped(reason) => format!("skipped: {reason}"),
    };
    println!("{:18} {:4.0} s  {verdict}", row.name, elapsed.as_secs_f64());
}

/// Prints the table. Returns whether no attack succeeded.
#[must_use]
pub fn print_table(rows: &[Row]) -> bool {
    println!();
    println!(
        "Moves are those of another client during the attack. Memory is the peak of the service."
    );
    println!();
    println!("| attack | median move | p99 | slowest move | memory | verdict | details |");
    println!("|---|---|---|---|---|---|---|");
    for row in rows {
        let time = |time: Option<Duration>| time.map_or(String::new(), milliseconds);
        let memory = if row.memory > 0 { format!("{} MiB", row.memory) } else { String::new() };
        let (verdict, violations): (_, &[String]) = match &row.verdict {
            Verdict::Held => ("ok", &[]),
            Verdict::Failed(violations) => ("**FAIL**", violations),
            Verdict::Skipped(reason) => ("skipped", std::slice::from_ref(reason)),
        };
        println!(
            "| {} | {} | {} | {} | {memory} | {verdict} | {} |",
            row.name,
            time(row.median),
            time(row.p99),
            time(row.slowest),
            violations.iter().chain(&row.notes).map(String::as_str).collect::<Vec<_>>().join("; "),
        );
    }
    let failed = rows.iter().filter(|row| matches!(row.verdict, Verdict::Failed(_))).count();
    println!();
    println!("{} attacks, {failed} not held off", rows.len());
    failed == 0
}
