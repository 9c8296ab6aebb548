//! The file format of self-play games (`.osp`): about four bytes per position.
//!
//! A file starts with 32 bytes that say what played its games. The games follow, each with a header of 32
//! bytes and four bytes per move. Numbers are little-endian.
//!
//! | bytes | start of the file |
//! |---|---|
//! | 8 | `ouro.sp2` |
//! | 8 | the signature of the engine: the nodes of `ouro bench` |
//! | 8 | the checksum of the network |
//! | 8 | the soft node limit of a move |
//!
//! | bytes | game |
//! |---|---|
//! | 8 | occupied squares of the start position, a1 is the lowest bit |
//! | 16 | the pieces on these squares, four bits each in the order of squares: [`Piece::index`], or 12 and 13 for a white and a black rook with the castling right |
//! | 1 | the en passant square, 64 for none, plus 128 if Black is to move |
//! | 1 | the halfmove clock |
//! | 2 | the fullmove number |
//! | 1 | the variant: 0 chess, 1 Chess960, 2 self-capture chess |
//! | 1 | the result: 0 Black won, 1 draw, 2 White won |
//! | 2 | the number of moves |
//! | 2 per move | the move, as [`Move::bits`] |
//! | 2 per move | its score from the search, from the point of view of the side to move |

use std::io::{self, Read};

use ouro_rules::{Bitboard, Color, Move, PgnResult, Piece, Position, Role, Setup, Square, Variant};

/// The first bytes of a file.
const MAGIC: [u8; 8] = *b"ouro.sp2";
/// The size of the header of a game.
const HEADER: usize = 32;

/// The results by their codes.
const RESULTS: [PgnResult; 3] =
    [PgnResult::Win(Color::Black), PgnResult::Draw, PgnResult::Win(Color::White)];

/// What played the games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The signature of the engine: the nodes of its bench.
    pub signature: u64,
    /// The checksum of the network.
    pub network: u64,
    /// The soft node limit of a move.
    pub nodes: u64,
}

impl Origin {
    /// The size of the start of a file.
    pub(super) const BYTES: usize = MAGIC.len() + 3 * 8;

    /// Returns the start of a file.
    pub(crate) fn to_bytes(self) -> [u8; Origin::BYTES] {
        let mut bytes = [0; Origin::BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        let numbers = [self.signature, self.network, self.nodes];
        for (place, number) in bytes[8..].chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8; Origin::BYTES]) -> Option<Origin> {
        let (numbers, _) = bytes.strip_prefix(&MAGIC)?.as_chunks();
        let [signature, network, nodes] = *numbers else { return None };
        let [signature, network, nodes] = [signature, network, nodes].map(u64::from_le_bytes);
        Some(Origin { signature, network, nodes })
    }
}

/// A self-play game with the score of every move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlayGame {
    /// The start position.
    pub start: Position,
    /// The moves, with scores from the point of view of the side that moved.
    pub moves: Vec<(Move, i16)>,
    /// The result.
    pub result: PgnResult,
}

/// The error of a file that is not valid.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// Reading failed.
    #[error("failed to read the file: {0}")]
    Io(#[from] io::Error),
    /// The first bytes are different.
    #[error("not a file of self-play games")]
    UnknownFormat,
    /// The file ends within a game.
    #[error("the game at byte {0} is truncated")]
    Truncated(u64),
    /// A game contains an invalid value.
    #[error("the game at byte {0} is invalid: {1}")]
    InvalidGame(u64, &'static str),
}

impl SelfPlayGame {
    /// Appends the encoded game to `out`.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let setup = self.start.to_setup();
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(&setup.board.occupied().0.to_le_bytes());
        for (i, (square, piece)) in setup.board.iter().enumerate() {
            let can_castle = setup.castling.contains(square);
            let code = if can_castle { 12 + piece.color().index() } else { piece.index() };
            header[8 + i / 2] |= (code as u8) << (4 * (i % 2));
        }
        let en_passant = setup.en_passant.map_or(64, |square| square.index() as u8);
        header[24] = en_passant | (setup.turn.index() as u8) << 7;
        header[25] = setup.halfmove_clock.min(255) as u8;
        header[26..28].copy_from_slice(&setup.fullmove_number.to_le_bytes());
        header[28] = self.start.variant() as u8;
        let result = RESULTS.iter().position(|&result| result == self.result);
        header[29] = result.unwrap_or(1) as u8;
        let count = self.moves.len().min(usize::from(u16::MAX));
        header[30..].copy_from_slice(&(count as u16).to_le_bytes());
        out.extend_from_slice(&header);
        for (mv, score) in &self.moves[..count] {
            out.extend_from_slice(&mv.bits().to_le_bytes());
            out.extend_from_slice(&score.to_le_bytes());
        }
    }

    /// Returns whether the game is of a variant. Chess960 counts as chess.
    #[must_use]
    pub fn is_variant(&self, variant: Variant) -> bool {
        (self.start.variant() == Variant::SelfCapture) == (variant == Variant::SelfCapture)
    }

    /// Returns the positions in order, each with the move played and its score.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Move, i16)> + '_ {
        let mut position = self.start.clone();
        self.moves.iter().map(move |&(mv, score)| {
            let before = position.clone();
            position.play_unchecked(mv);
            (before, mv, score)
        })
    }
}

/// An iterator over the games of a file. It ends after the first error, because the start of the next
/// game is unknown then.
pub struct GameReader<R> {
    input: R,
    origin: Origin,
    offset: u64,
    ended: bool,
}

impl<R: Read> GameReader<R> {
    /// Reads the start of a file.
    ///
    /// # Errors
    /// If reading fails or the file has another format.
    pub fn new(mut input: R) -> Result<GameReader<R>, FormatError> {
        let mut start = [0; Origin::BYTES];
        let complete = fill(&mut input, &mut start)? == start.len();
        let origin = Origin::from_bytes(&start).filter(|_| complete);
        let origin = origin.ok_or(FormatError::UnknownFormat)?;
        Ok(GameReader { input, origin, offset: Origin::BYTES as u64, ended: false })
    }

    /// Returns what played the games.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Returns the offset of the next game in bytes.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    fn read(&mut self) -> Result<Option<SelfPlayGame>, FormatError> {
        let mut header = [0; HEADER];
        match fill(&mut self.input, &mut header)? {
            0 => return Ok(None),
            HEADER => {}
            _ => return Err(FormatError::Truncated(self.offset)),
        }
        let count = usize::from(u16::from_le_bytes([header[30], header[31]]));
        let mut bytes = vec![0; 4 * count];
        if fill(&mut self.input, &mut bytes)? < bytes.len() {
            return Err(FormatError::Truncated(self.offset));
        }
        let game = decode(&header, &bytes)
            .map_err(|reason| FormatError::InvalidGame(self.offset, reason))?;
        self.offset += (HEADER + bytes.len()) as u64;
        Ok(Some(game))
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<SelfPlayGame, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.read();
        self.ended = !matches!(game, Ok(Some(_)));
        game.transpose()
    }
}

/// Reads until the buffer is full or the input ends, and returns the number of bytes read.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < buffer.len() {
        match input.read(&mut buffer[read..]) {
            Ok(0) => break,
            Ok(n) => read += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(read)
}

/// Decodes a game and checks that the position is valid and every move legal.
fn decode(header: &[u8; HEADER], bytes: &[u8]) -> Result<SelfPlayGame, &'static str> {
    let mut setup = Setup::empty();
    let [a, b, c, d, e, f, g, h, ..] = *header;
    let occupied = Bitboard(u64::from_le_bytes([a, b, c, d, e, f, g, h]));
    if occupied.count() > 32 {
        return Err("too many pieces");
    }
    for (i, square) in occupied.into_iter().enumerate() {
        let code = usize::from(header[8 + i / 2] >> (4 * (i % 2)) & 15);
        let piece = match code {
            0..12 => Piece::ALL[code],
            12 | 13 => {
                setup.castling |= Bitboard::from(square);
                Piece::new(Color::BOTH[code - 12], Role::Rook)
            }
            _ => return Err("invalid piece"),
        };
        setup.board.put(piece, square);
    }
    setup.turn = Color::BOTH[usize::from(header[24] >> 7)];
    setup.en_passant = match usize::from(header[24] & 127) {
        64 => None,
        index => Some(Square::from_index(index).ok_or("invalid en passant square")?),
    };
    setup.halfmove_clock = u16::from(header[25]);
    setup.fullmove_number = u16::from_le_bytes([header[26], header[27]]);
    let variant = *Variant::ALL.get(usize::from(header[28])).ok_or("unknown variant")?;
    let result = *RESULTS.get(usize::from(header[29])).ok_or("unknown result")?;
    let start = Position::from_setup(&setup, variant).map_err(|_| "invalid start position")?;
    let mut moves = Vec::with_capacity(bytes.len() / 4);
    let mut position = start.clone();
    for four in bytes.chunks_exact(4) {
        let mv = Move::from_bits(u16::from_le_bytes([four[0], four[1]]));
        position.play(mv).map_err(|_| "illegal move")?;
        moves.push((mv, i16::from_le_bytes([four[2], four[3]])));
    }
    Ok(SelfPlayGame { start, moves, result })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_openings::random_opening;

    const ORIGIN: Origin = Origin { signature: 290_060, network: 1 << 63, nodes: 200 };

    /// Returns games of random moves in all three variants.
    fn games() -> Vec<SelfPlayGame> {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut games = Vec::new();
        for variant in [Variant::Chess, Variant::Chess960, Variant::SelfCapture] {
            for _ in 0..30 {
                let Some(start) = random_opening(variant, 9, false, &mut rng) else { continue };
                let mut position = start.clone();
                let mut moves = Vec::new();
                while let (Some(&mv), true) =
                    (rng.choice(&position.legal_moves()[..]), moves.len() < 200)
                {
                    position.play_unchecked(mv);
                    moves.push((mv, rng.i16(..)));
                }
                let result = RESULTS[rng.usize(0..3)];
                games.push(SelfPlayGame { start, moves, result });
            }
        }
        games
    }

    fn file(games: &[SelfPlayGame]) -> Vec<u8> {
        let mut bytes = ORIGIN.to_bytes().to_vec();
        for game in games {
            game.encode(&mut bytes);
        }
        bytes
    }

    #[test]
    fn games_are_equal_after_writing_and_reading() {
        let games = games();
        let bytes = file(&games);
        let positions: usize = games.iter().map(|game| game.moves.len()).sum();
        assert!(bytes.len() < positions * 5);
        let reader = GameReader::new(&bytes[..]).unwrap();
        assert_eq!(reader.origin(), ORIGIN);
        let read: Vec<_> = reader.map(Result::unwrap).collect();
        assert_eq!(read, games);
    }

    #[test]
    fn truncated_and_corrupted_files_are_errors_and_never_panic() {
        let games = games();
        let bytes = file(&games[..3]);
        for end in 0..bytes.len() {
            let Ok(mut reader) = GameReader::new(&bytes[..end]) else { continue };
            let complete = reader.by_ref().take_while(Result::is_ok).count();
            assert!(complete <= 3 && reader.offset() as usize <= end);
        }
        let mut rng = fastrand::Rng::with_seed(6);
        for _ in 0..20_000 {
            let mut corrupted = bytes.clone();
            let place = rng.usize(..corrupted.len());
            corrupted[place] = rng.u8(..);
            if let Ok(reader) = GameReader::new(&corrupted[..]) {
                for game in reader.flatten() {
                    let mut position = game.start.clone();
                    assert!(game.moves.iter().all(|&(mv, _)| position.play(mv).is_ok()));
                }
            }
        }
        assert!(matches!(GameReader::new(&b"something"[..]), Err(FormatError::UnknownFormat)));
    }
}
