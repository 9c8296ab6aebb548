//! The `serde` feature: serialisation of the vocabulary types. The forms are listed in the crate
//! documentation.
//!
//! Deserialisation parses and validates. It never yields a [`Position`] that
//! [`Position::from_fen`] would reject.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{self, Serialize, SerializeStruct, Serializer};

use crate::{
    Bitboard, Board, CastlingSide, Color, FenStyle, File, Move, MoveKind, Param, Params, Piece,
    Position, Rank, Role, Setup, Square, Variant,
};

/// Deserialises a string with a parser.
struct Text<T> {
    expected: &'static str,
    parse: fn(&str) -> Result<T, String>,
}

impl<T> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        (self.parse)(text).map_err(E::custom)
    }
}

/// Serialises a type as one of a fixed set of names.
macro_rules! by_name {
    ($($type:ident, $expected:literal: $($name:literal => $value:path),+;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(match self {
                    $($value => $name,)+
                })
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(Text {
                    expected: $expected,
                    parse: |text| match text {
                        $($name => Ok($value),)+
                        _ => Err(format!("'{text}' is not {}", $expected)),
                    },
                })
            }
        }
    )*};
}

by_name! {
    Color, "a color: white or black":
        "white" => Color::White, "black" => Color::Black;
    Role, "a piece type: pawn, knight, bishop, rook, queen or king":
        "pawn" => Role::Pawn, "knight" => Role::Knight, "bishop" => Role::Bishop,
        "rook" => Role::Rook, "queen" => Role::Queen, "king" => Role::King;
    CastlingSide, "a castling side: king or queen":
        "king" => CastlingSide::King, "queen" => CastlingSide::Queen;
    Variant, "a variant: chess, chess960 or selfcapture":
        "chess" => Variant::Chess, "chess960" => Variant::Chess960,
        "selfcapture" => Variant::SelfCapture;
}

/// Serialises a type by its `Display` and deserialises it with a parser.
macro_rules! by_text {
    ($($type:ident, $expected:literal, $write:expr, $parse:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&$type) -> Result<_, &'static str> = $write;
                serializer.collect_str(&write(self).map_err(ser::Error::custom)?)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(Text { expected: $expected, parse: $parse })
            }
        }
    )*};
}

by_text! {
    Square, "a square such as e4",
        |square| Ok(square.name()),
        |text| text.parse().map_err(|error: crate::SquareError| error.to_string());
    File, "a file from a to h",
        |file| Ok(file.char()),
        |text| one_char(text).filter(char::is_ascii_lowercase).and_then(File::from_char)
            .ok_or_else(|| format!("'{text}' is not a file from a to h"));
    Rank, "a rank from 1 to 8",
        |rank| Ok(rank.char()),
        |text| one_char(text).and_then(Rank::from_char)
            .ok_or_else(|| format!("'{text}' is not a rank from 1 to 8"));
    Piece, "a piece letter of FEN such as N or q",
        |piece| Ok(piece.char()),
        |text| one_char(text).and_then(Piece::from_char)
            .ok_or_else(|| format!("'{text}' is not a piece letter of FEN"));
    Move, "a move such as e2e4 or e7e8q",
        |mv| Ok(MoveText(*mv)),
        |text| parse_move(text).ok_or_else(|| format!("'{text}' is not a move such as e2e4 or e7e8q"));
    Board, "the piece placement of a FEN",
        |board| Ok(board.clone()),
        |text| {
            let fen = format!("{text} w - - 0 1");
            let setup = Setup::from_fen(&fen, Variant::Chess).map_err(|error| error.to_string())?;
            Ok(setup.board)
        };
    Setup, "a FEN",
        write_setup,
        // File letters of castling rooks are part of FEN in Chess960 only.
        |text| Setup::from_fen(text, Variant::Chess960).map_err(|error| error.to_string());
}

fn one_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// A move in UCI notation with a fifth letter for its kind.
struct MoveText(Move);

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)?;
        match self.0.kind() {
            MoveKind::Normal | MoveKind::Promotion(_) => Ok(()),
            MoveKind::EnPassant => f.write_str("e"),
            MoveKind::Castle => f.write_str("c"),
        }
    }
}

fn parse_move(text: &str) -> Option<Move> {
    if text == "0000" {
        return Some(Move::NULL);
    }
    let (squares, suffix) = text.split_at_checked(4)?;
    let from = Square::from_ascii(&squares.as_bytes()[..2])?;
    let to = Square::from_ascii(&squares.as_bytes()[2..])?;
    let mv = match suffix {
        "" => Move::normal(from, to),
        "n" => Move::promotion(from, to, Role::Knight),
        "b" => Move::promotion(from, to, Role::Bishop),
        "r" => Move::promotion(from, to, Role::Rook),
        "q" => Move::promotion(from, to, Role::Queen),
        "e" => Move::en_passant(from, to),
        "c" => Move::castle(from, to),
        _ => return None,
    };
    (mv != Move::NULL).then_some(mv)
}

/// Returns the FEN of a setup, if reading it gives the same setup again.
fn write_setup(setup: &Setup) -> Result<String, &'static str> {
    let fen = setup.to_fen(FenStyle::XFen, Variant::Chess960);
    if Setup::from_fen(&fen, Variant::Chess960).as_ref() == Ok(setup) {
        Ok(fen)
    } else {
        Err("the castling rights or the clocks of the setup cannot be written in a FEN")
    }
}

impl Serialize for Bitboard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl<'de> Deserialize<'de> for Bitboard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bitboard, D::Error> {
        u64::deserialize(deserializer).map(Bitboard)
    }
}

/// The serialised form of a [`Position`].
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Position", deny_unknown_fields)]
struct PositionForm<'a> {
    variant: Variant,
    #[serde(borrow)]
    fen: Cow<'a, str>,
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PositionForm { variant: self.variant(), fen: self.to_fen().into() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let form = PositionForm::deserialize(deserializer)?;
        Position::from_fen(&form.fen, form.variant).map_err(de::Error::custom)
    }
}

impl Serialize for Param {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Param::Number(number) => serializer.serialize_u32(*number),
            Param::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// A struct and not a map, because some formats distinguish objects and maps.
impl Serialize for Params {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let params = self.iter();
        let mut fields = serializer.serialize_struct("Params", params.len())?;
        for (name, value) in params {
            fields.serialize_field(name, value)?;
        }
        fields.end()
    }
}
