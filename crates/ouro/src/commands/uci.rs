//! `ouro` without a command: the UCI protocol on standard input and output.

use std::io;

use ouro_uci::Session;

use crate::failure::Failure;

pub(crate) fn run() -> Result<(), Failure> {
    let no_room = |_| Failure::Io("there is no memory for the smallest table".to_owned());
    Session::new(io::stdout()).map_err(no_room)?.run(io::stdin().lock())?;
    Ok(())
}
