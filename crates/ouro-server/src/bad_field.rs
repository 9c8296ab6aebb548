//! Sentences about fields and parameters that cannot be read.
//!
//! Deserialisers report errors for programmers, such as "invalid type: integer `7`, expected a string". Users of the
//! API get a sentence that names the field.

use std::error::Error;

/// What a request consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Fields of a JSON body.
    Field,
    /// Parameters of a query.
    Parameter,
}

impl Part {
    /// Names a field by its path; the path of the whole is `.`.
    fn name(self, path: &str) -> String {
        match (self, path) {
            (Part::Field, ".") => "the body".to_owned(),
            (Part::Parameter, ".") => "the query".to_owned(),
            (Part::Field, path) => format!("the field '{path}'"),
            (Part::Parameter, path) => format!("the parameter '{path}'"),
        }
    }

    /// Returns the sentence about an error of deserialisation, which may be a cause of the given error.
    pub(crate) fn sentence(self, error: &(dyn Error + 'static)) -> Option<String> {
        let mut cause = Some(error);
        while let Some(error) = cause {
            if let Some(found) = error.downcast_ref::<Located<serde_json::Error>>() {
                return Some(self.describe(&found.path().to_string(), &found.inner().to_string()));
            }
            if let Some(found) = error.downcast_ref::<Located<serde_urlencoded::de::Error>>() {
                return Some(self.describe(&found.path().to_string(), &found.inner().to_string()));
            }
            cause = error.source();
        }
        None
    }

    /// Returns the sentence about an error with the message of serde.
    fn describe(self, path: &str, message: &str) -> String {
        if let Some(field) = quoted_after(message, "missing field ") {
            return format!("{} is missing", self.name(&inside(path, field)));
        }
        if let Some(field) = quoted_after(message, "unknown field ") {
            return format!("{} is unknown", self.name(&inside(path, field)));
        }
        if let Some(field) = quoted_after(message, "duplicate field ") {
            return format!("{} is given twice", self.name(&inside(path, field)));
        }
        let name = self.name(path);
        if message.starts_with("unknown variant ") {
            // The first word in quotes is the unknown one.
            let known: Vec<&str> = message.split('`').skip(1).step_by(2).skip(1).collect();
            return match known[..] {
                [] => format!("{name} is not valid"),
                [one] => format!("{name} must be {one}"),
                _ => format!("{name} must be one of: {}", known.join(", ")),
            };
        }
        let wrong = message.starts_with("invalid type") || message.starts_with("invalid value");
        match message.split_once(", expected ").filter(|_| wrong) {
            Some((_, expected)) => format!("{name} must be {}", kind(expected)),
            None => format!("{name} is not valid"),
        }
    }
}

type Located<E> = serde_path_to_error::Error<E>;

/// Returns the path of a field in an object. The path of an unknown field may be its own already.
fn inside(path: &str, field: &str) -> String {
    if path == "." || path == field || path.ends_with(&format!(".{field}")) {
        if path == "." { field.to_owned() } else { path.to_owned() }
    } else {
        format!("{path}.{field}")
    }
}

/// Returns the text in quotes after a prefix.
fn quoted_after<'a>(message: &'a str, prefix: &str) -> Option<&'a str> {
    message.strip_prefix(prefix)?.split('`').nth(1)
}

/// Translates what a deserialiser has expected. The message may end with a place.
fn kind(expected: &str) -> &'static str {
    let expected = expected.split(" at line ").next().unwrap_or(expected);
    match expected {
        "i64" | "i32" => "a whole number",
        "u64" | "u32" | "usize" => "a whole number and not negative",
        "u16" => "a whole number from 0 to 65535",
        "u8" => "a whole number from 0 to 255",
        "a boolean" => "true or false",
        "a string" | "a borrowed string" | "string or map" | "variant identifier" => "a text",
        _ if expected.starts_with("a sequence") => "a list",
        _ => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::Object;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct Sample {
        name: String,
        #[serde(default)]
        level: u8,
        #[serde(default)]
        nodes: Option<u64>,
        #[serde(default)]
        flag: bool,
        #[serde(default)]
        moves: Vec<String>,
        #[serde(default, deserialize_with = "crate::objects::maybe")]
        inner: Option<Inner>,
        #[serde(default)]
        choice: Option<Choice>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct Inner {
        version: i64,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Choice {
        One,
        Two,
    }

    fn sentence(json: &str) -> String {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        let error =
            serde_path_to_error::deserialize::<_, Object<Sample>>(&mut deserializer).err().unwrap();
        Part::Field.sentence(&error).unwrap()
    }

    #[test]
    fn every_kind_of_error_becomes_a_sentence_that_names_the_field() {
        for (json, expected) in [
            ("7", "the body must be an object"),
            (r#"["a"]"#, "the body must be an object"),
            ("{}", "the field 'name' is missing"),
            (r#"{"name":7}"#, "the field 'name' must be a text"),
            (r#"{"name":"a","colour":1}"#, "the field 'colour' is unknown"),
            (r#"{"name":"a","name":"b"}"#, "the field 'name' is given twice"),
            (
                r#"{"name":"a","level":300}"#,
                "the field 'level' must be a whole number from 0 to 255",
            ),
            (
                r#"{"name":"a","nodes":-1}"#,
                "the field 'nodes' must be a whole number and not negative",
            ),
            (
                r#"{"name":"a","nodes":1.5}"#,
                "the field 'nodes' must be a whole number and not negative",
            ),
            (r#"{"name":"a","flag":"yes"}"#, "the field 'flag' must be true or false"),
            (r#"{"name":"a","moves":"e4"}"#, "the field 'moves' must be a list"),
            (r#"{"name":"a","moves":["e4",7]}"#, "the field 'moves[1]' must be a text"),
            (r#"{"name":"a","inner":[1]}"#, "the field 'inner' must be an object"),
            (r#"{"name":"a","inner":{}}"#, "the field 'inner.version' is missing"),
            (r#"{"name":"a","inner":{"x":1}}"#, "the field 'inner.x' is unknown"),
            (
                r#"{"name":"a","inner":{"version":"1"}}"#,
                "the field 'inner.version' must be a whole number",
            ),
            (r#"{"name":"a","choice":"three"}"#, "the field 'choice' must be one of: one, two"),
        ] {
            assert_eq!(sentence(json), expected, "{json}");
        }
    }
}
