//! `cargo xtask chaos` and `cargo xtask load`: build the program and the tool that tests it from outside.

use std::env;
use std::path::PathBuf;

use crate::process::{cargo, cargo_command, run};
use crate::{Outcome, PROGRAM, ROOT};

/// Attacks the service. The program is built first, unless the arguments name one.
pub(crate) fn chaos(arguments: &[&str]) -> Outcome {
    cargo(&["build", "--package", "ouro-chaos", "--package", "ouro-faults"])?;
    let target = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| PathBuf::from(ROOT).join("target"), PathBuf::from);
    let informs = ["--list", "--help", "-h"].iter().any(|option| arguments.contains(option));
    let chosen = arguments.iter().any(|argument| argument.starts_with("--program"));
    let mut tool = cargo_command(&["run", "--quiet", "--package", "ouro-chaos", "--"]);
    tool.args(arguments).arg("--injector").arg(target.join("debug/libouro_faults.so"));
    if !chosen {
        if !informs {
            cargo(&["build", "--release", "--package", "ouro"])?;
        }
        tool.arg("--program").arg(PROGRAM);
    }
    run(&mut tool)
}
