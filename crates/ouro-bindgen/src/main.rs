//! Generates the JavaScript glue and the types of a WebAssembly module: `ouro-bindgen MODULE NAME FOLDER`.
//!
//! It is a program of the workspace, so that its version is always the one that the module was compiled with.
#![allow(clippy::print_stderr, reason = "it writes to a terminal")]

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, name, folder] = &arguments[..] else {
        eprintln!("usage: ouro-bindgen MODULE NAME FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(true).omit_default_module_path(true);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ouro-bindgen: {module}: {error}");
            ExitCode::FAILURE
        }
    }
}
