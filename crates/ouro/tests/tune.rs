//! `ouro tune` as a process.

use std::process::{Command, Output};

fn tune(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ouro"))
        .arg("tune")
        .args(arguments)
        .output()
        .expect("ouro starts")
}

#[test]
fn tuning_prints_new_values_writes_a_plot_and_refuses_other_settings() {
    let folder = std::env::temp_dir().join(format!("ouro-tune-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (state, plot) = (path("tune.toml"), path("tune.svg"));
    let first = ouro_engine::params::Params::INFO[0];
    let arguments = ["--nodes", "100", "--params", first.name, "--out", &state, "--plot", &plot];
    let run = |more: &[&str]| tune(&[&arguments[..], more].concat());
    for _ in 0..2 {
        // The second run resumes from the finished state and prints the same.
        let output = run(&["--iterations", "3"]);
        let (shown, errors) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert!(output.status.success(), "{errors}");
        assert!(errors.contains("3 of 3 iterations"), "{errors}");
        let line = shown.lines().nth(1).unwrap();
        let start = first.default.to_string();
        assert_eq!(line.split_whitespace().take(2).collect::<Vec<_>>(), [first.name, &start]);
        assert!(std::fs::read_to_string(&plot).unwrap().starts_with("<svg"));
    }
    let bad: [(&[&str], &str); 5] = [
        (&["--iterations", "4"], "started with iterations 3, not 4"),
        (&["--iterations", "3", "--params", "unknown"], "no parameter 'unknown'"),
        (&["--iterations", "3", "--c-end", "unknown=2"], "'unknown' is not tuned"),
        (&["--iterations", "3", "--r-end", "0"], "--r-end must be"),
        (&["--iterations", "3", "--c-divisor", "10"], "started with c_end of"),
    ];
    for (arguments, sentence) in bad {
        let output = run(arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(sentence) && errors.lines().count() == 1, "{errors}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
