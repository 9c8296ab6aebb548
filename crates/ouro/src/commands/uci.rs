//! `ouro` without a command: a UCI engine on standard input and output.

use std::io;

use ouro_uci::Session;

use crate::failure::Failure;

pub(crate) fn run() -> Result<(), Failure> {
    let out_of_memory = |_| Failure::Io("not enough memory for the transposition table".to_owned());
    Session::new(io::stdout()).map_err(out_of_memory)?.run(io::stdin().lock())?;
    Ok(())
}
