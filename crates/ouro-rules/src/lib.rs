//! The rules of chess, Chess960 and self-capture chess.
//!
//! Self-capture chess is chess in which a piece may also capture a piece of its own side, except
//! the king. It is not a second implementation: a [`Position`] knows its [`Variant`], and one move
//! generator serves all three variants.
//!
//! # Positions and moves
//!
//! A [`Setup`] is anything that can be written as a FEN. A [`Position`] is playable: it is created
//! from a setup that passes validation, and only legal moves change it.
//!
//! ```
//! use ouro_rules::{Position, Variant};
//!
//! let chess = Position::start(Variant::Chess);
//! let self_capture = Position::start(Variant::SelfCapture);
//! assert_eq!(chess.legal_moves().len(), 20);
//! assert_eq!(self_capture.legal_moves().len(), 39);
//!
//! let mut position = self_capture;
//! let mv = position.parse_san("Nxd2")?; // the knight captures its own pawn
//! position.play(mv)?;
//! assert_eq!(
//!     position.to_fen(),
//!     "rnbqkbnr/pppppppp/8/8/8/8/PPPNPPPP/R1BQKBNR b KQkq - 0 1",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Input is always validated: [`Position::is_legal`] accepts any 16-bit value, and
//! [`Position::find_move`] turns two squares into a legal move or returns the reason why it is
//! illegal.
//!
//! ```
//! use ouro_rules::{Position, Square, Variant};
//!
//! let position = Position::from_fen("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", Variant::Chess)?;
//! let reason = position.find_move(Square::E2, Square::C3, None).unwrap_err();
//! assert_eq!(reason.to_string(), "your king would be in check: the knight is pinned");
//! # Ok::<(), ouro_rules::FenError>(())
//! ```
//!
//! # Games
//!
//! A [`Game`] is a start position and a list of moves; outcome, notation and self-captures are
//! derived from them. [`PgnGame`] adds tags, comments and variations.
//!
//! ```
//! use ouro_rules::{Game, Variant};
//!
//! let mut game = Game::new(Variant::SelfCapture);
//! for san in ["e4", "e5", "Kxf2"] {
//!     game.play_san(san)?;
//! }
//! let (ply, capture) = game.self_captures().next().unwrap();
//! assert_eq!((ply, capture.victim.to_string()), (2, "pawn".to_owned()));
//! # Ok::<(), ouro_rules::PlayError>(())
//! ```
//!
//! [`PgnGame::read`] accepts well-formed PGN. [`PgnGame::read_lenient`] is for the files of people
//! and other programs: it keeps each game up to the first move that cannot be read and lists what it
//! repaired. [`decode_pgn`] decodes files that are not in UTF-8.
//!
//! ```
//! use ouro_rules::{PgnGame, Variant, decode_pgn};
//!
//! let (text, _) = decode_pgn(b"[White \"M\xFCller\"]\n\n1. e2e4 e5 (1... Z0 2. d4) 2. Nf3 *");
//! let import = PgnGame::read_lenient(&text).next().unwrap()?;
//! assert_eq!(import.game.tag("White"), Some("Müller"));
//! assert_eq!(import.game.moves.len(), 3);
//! assert_eq!(import.warnings[0].to_string(), "line 3 (byte 22), move 1: 'e2e4' was read as e4");
//! # Ok::<(), ouro_rules::PgnError>(())
//! ```
//!
//! # Features
//!
//! No feature is enabled by default.
//!
//! - `arbitrary` implements `Arbitrary` for the types below. An arbitrary [`Position`] is always
//!   valid; an arbitrary [`Move`] is any 16-bit value, and an arbitrary [`Setup`] is rarely
//!   playable.
//! - `serde` implements `Serialize` and `Deserialize` in the forms below. Deserialisation
//!   validates, so it never yields an invalid [`Position`].
//!
//! | type | form | example |
//! |---|---|---|
//! | [`Color`], [`Role`] | lower-case name | `"white"`, `"knight"` |
//! | [`Piece`] | letter of FEN | `"N"`, `"q"` |
//! | [`Square`], [`File`], [`Rank`] | name | `"e4"`, `"e"`, `"4"` |
//! | [`CastlingSide`] | `"king"` or `"queen"` | `"king"` |
//! | [`Variant`] | [`Variant::name`] | `"selfcapture"` |
//! | [`Bitboard`] | 64-bit number | `65280` |
//! | [`Board`] | piece placement of a FEN | `"4k3/8/8/8/8/8/8/4K3"` |
//! | [`Move`] | UCI with a fifth letter for promotion (`n`, `b`, `r`, `q`), en passant (`e`) and castling (`c`, from the king's square to the rook's) | `"e2e4"`, `"e7e8q"`, `"e5d6e"`, `"e1h1c"` |
//! | [`Setup`] | FEN, with the file of a castling rook where it is not the outermost one | `"4k3/8/8/8/8/8/8/4K2R w K - 0 1"` |
//! | [`Position`] | variant and FEN | `{"variant":"chess","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}` |
//! | [`Params`] | object, serialised only | `{"piece":"knight","square":"e2"}` |
//!
//! The form of a move does not depend on a position, so it differs from [`Position::uci`] for
//! castling and en passant.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "arbitrary")]
mod arbitrary;
pub mod attacks;
mod bitboard;
mod board;
mod capture;
mod castling;
mod display;
mod epd;
mod fen;
mod find_move;
mod game;
mod illegal_move;
pub mod mate;
mod material;
mod message;
mod move_class;
mod move_list;
mod movegen;
mod moves;
mod notation;
pub mod perft;
#[cfg(ouro_pext)]
mod pext;
mod pgn;
mod piece;
mod position;
mod see;
mod self_capture;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod square;
mod validation;
mod variant;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::CastlingSide;
pub use display::{Arrow, BoardSvg, DebugView, TextBoard, TextStyle};
pub use epd::{Epd, EpdError, Operation};
pub use fen::{FenError, FenErrorKind, FenProblem, FenStyle, Repair};
pub use game::{DrawReason, Game, Outcome, PlayError};
pub use illegal_move::{CastlingLoss, IllegalMoveError, IllegalReason};
pub use message::{Message, Param, Params};
pub use move_class::MoveClass;
pub use move_list::{IntoMoves, MAX_MOVES, MoveList};
pub use movegen::Stage;
pub use moves::{Move, MoveKind};
pub use notation::{SanError, UciError};
pub use pgn::{
    LenientPgnReader, PgnEncoding, PgnError, PgnErrorKind, PgnGame, PgnImport, PgnMove, PgnReader,
    PgnResult, PgnWarning, PgnWarningKind, decode_pgn,
};
pub use piece::{Color, Piece, Role};
pub use position::{Changes, InvariantError, Observer, Position};
pub use self_capture::{Line, SelfCapture, Theme};
pub use setup::{MAX_HALFMOVE_CLOCK, Setup};
pub use square::{File, Rank, Square, SquareError};
pub use validation::{Problem, Problems};
pub use variant::{Variant, VariantError};
