//! The configuration of a UCI engine: its name, command, arguments and options.

/// The configuration of a UCI engine.
///
/// It is parsed from a program, or from words such as `name=new cmd=./ouro option.Hash=16`. Words with
/// spaces are quoted as in a shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// The name in results and PGN.
    pub name: String,
    /// The program.
    pub command: String,
    /// The arguments of the program.
    pub arguments: Vec<String>,
    /// The names and values of the UCI options to set.
    pub options: Vec<(String, String)>,
}

/// The error of a text that does not configure an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not an engine: expected a program, or name=NAME cmd=PROGRAM arg=ARGUMENT option.NAME=VALUE"
)]
pub struct EngineConfigError(String);

impl std::str::FromStr for EngineConfig {
    type Err = EngineConfigError;

    fn from_str(text: &str) -> Result<EngineConfig, EngineConfigError> {
        let mut config = EngineConfig {
            name: String::new(),
            command: String::new(),
            arguments: Vec::new(),
            options: Vec::new(),
        };
        for word in shlex::split(text).ok_or_else(|| EngineConfigError(text.to_owned()))? {
            match word.split_once('=') {
                None if config.command.is_empty() => config.command = word,
                Some(("cmd", command)) => config.command = command.to_owned(),
                Some(("arg", argument)) => config.arguments.push(argument.to_owned()),
                Some(("name", name)) => config.name = name.to_owned(),
                Some((key, value)) if key.starts_with("option.") => {
                    let name = key["option.".len()..].replace('_', " ");
                    // The options of the protocol itself, such as UCI_Elo, contain an underscore.
                    let name =
                        name.strip_prefix("UCI ").map_or(name.clone(), |n| format!("UCI_{n}"));
                    config.options.push((name, value.to_owned()));
                }
                _ => return Err(EngineConfigError(text.to_owned())),
            }
        }
        if config.command.is_empty() {
            return Err(EngineConfigError(text.to_owned()));
        }
        if config.name.is_empty() {
            let file = std::path::Path::new(&config.command).file_name();
            config.name =
                file.map_or(config.command.clone(), |name| name.to_string_lossy().into_owned());
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_are_parsed_and_bad_ones_rejected() {
        let config: EngineConfig =
            "name=new cmd=./ouro option.Hash=16 option.Move_Overhead=5 option.UCI_Elo=1500"
                .parse()
                .unwrap();
        assert_eq!((config.name.as_str(), config.command.as_str()), ("new", "./ouro"));
        let names: Vec<_> = config.options.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Hash", "Move Overhead", "UCI_Elo"]);
        let plain: EngineConfig = "/usr/games/stockfish".parse().unwrap();
        assert_eq!(plain.name, "stockfish");
        let quoted: EngineConfig =
            r#"name="the old" cmd='/my engines/node' arg=lozza.js arg="a b""#.parse().unwrap();
        assert_eq!(
            (quoted.name.as_str(), quoted.command.as_str()),
            ("the old", "/my engines/node")
        );
        assert_eq!(quoted.arguments, ["lozza.js", "a b"]);
        assert!("cmd='never closed".parse::<EngineConfig>().is_err());
        assert!("".parse::<EngineConfig>().is_err());
        assert!("cmd=a nonsense=1".parse::<EngineConfig>().is_err());
    }
}
