//! The file format of self-play games, about four bytes a position.
//!
//! A file is the eight bytes `ouro.sp1` and then games, one after the other. A game is a head of 32
//! bytes and four bytes a move; numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | occupied squares of the start position, a1 the lowest bit |
//! | 16 | the pieces on them, four bits each in the order of squares: [`Piece::index`], or 12 and 13 for a white and a black rook that may castle |
//! | 1 | the en passant square, 64 for none, plus 128 if Black is to move |
//! | 1 | the halfmove clock |
//! | 2 | the number of the move |
//! | 1 | the game: 0 chess, 1 Chess960, 2 self-capture chess |
//! | 1 | the result: 0 Black won, 1 draw, 2 White won |
//! | 2 | how many moves follow |
//! | 2 each | the move, as [`Move::bits`] |
//! | 2 each | the score the search gave it, for the side to move |

use std::io::{self, Read, Write};

use ouro_rules::{Bitboard, Color, Move, PgnResult, Piece, Position, Role, Setup, Square, Variant};

/// What a file begins with.
const MAGIC: [u8; 8] = *b"ouro.sp1";
/// The size of the head of a game.
const HEAD: usize = 32;

/// The results by their numbers.
const RESULTS: [PgnResult; 3] =
    [PgnResult::Win(Color::Black), PgnResult::Draw, PgnResult::Win(Color::White)];

/// A game, with what the search thought of every move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlayGame {
    /// Where it began.
    pub start: Position,
    /// The moves with the scores of the side that made them.
    pub moves: Vec<(Move, i16)>,
    /// How it ended.
    pub result: PgnResult,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("it is no file of self-play games")]
    Foreign,
    /// A game is not whole: the file was cut off.
    #[error("it ends within a game, at byte {0}")]
    CutOff(u64),
    /// A game makes no sense.
    #[error("the game at byte {0} makes no sense: {1}")]
    Broken(u64, &'static str),
}

/// Writes what a file begins with.
///
/// # Errors
/// If it cannot be written.
pub fn write_header(out: &mut impl Write) -> io::Result<()> {
    out.write_all(&MAGIC)
}

impl SelfPlayGame {
    /// Appends the bytes of the game.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let setup = self.start.to_setup();
        let mut head = [0; HEAD];
        head[..8].copy_from_slice(&setup.board.occupied().0.to_le_bytes());
        for (i, (square, piece)) in setup.board.iter().enumerate() {
            let castles = setup.castling.contains(square);
            let number = if castles { 12 + piece.color().index() } else { piece.index() };
            head[8 + i / 2] |= (number as u8) << (4 * (i % 2));
        }
        let en_passant = setup.en_passant.map_or(64, |square| square.index() as u8);
        head[24] = en_passant | (setup.turn.index() as u8) << 7;
        head[25] = setup.halfmove_clock.min(255) as u8;
        head[26..28].copy_from_slice(&setup.fullmove_number.to_le_bytes());
        head[28] = self.start.variant() as u8;
        let result = RESULTS.iter().position(|&result| result == self.result);
        head[29] = result.unwrap_or(1) as u8;
        let count = self.moves.len().min(usize::from(u16::MAX));
        head[30..].copy_from_slice(&(count as u16).to_le_bytes());
        out.extend_from_slice(&head);
        for (mv, score) in &self.moves[..count] {
            out.extend_from_slice(&mv.bits().to_le_bytes());
            out.extend_from_slice(&score.to_le_bytes());
        }
    }

    /// Whether it is a game of this kind; games of Chess960 are games of chess.
    #[must_use]
    pub fn is_of(&self, variant: Variant) -> bool {
        (self.start.variant() == Variant::SelfCapture) == (variant == Variant::SelfCapture)
    }

    /// The positions with the moves and scores, from first to last.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Move, i16)> + '_ {
        let mut position = self.start.clone();
        self.moves.iter().map(move |&(mv, score)| {
            let here = position.clone();
            position.play_unchecked(mv);
            (here, mv, score)
        })
    }
}

/// Reads the games of a file one after the other.
pub struct Games<R> {
    input: R,
    at: u64,
    ended: bool,
}

impl<R: Read> Games<R> {
    /// The games of a file.
    ///
    /// # Errors
    /// If it cannot be read or is no such file.
    pub fn new(mut input: R) -> Result<Games<R>, FormatError> {
        let mut magic = [0; MAGIC.len()];
        match fill(&mut input, &mut magic)? {
            8 if magic == MAGIC => Ok(Games { input, at: 8, ended: false }),
            _ => Err(FormatError::Foreign),
        }
    }

    /// How many bytes have been read, which is where the next game begins.
    pub fn offset(&self) -> u64 {
        self.at
    }

    fn read(&mut self) -> Result<Option<SelfPlayGame>, FormatError> {
        let mut head = [0; HEAD];
        match fill(&mut self.input, &mut head)? {
            0 => return Ok(None),
            HEAD => {}
            _ => return Err(FormatError::CutOff(self.at)),
        }
        let count = usize::from(u16::from_le_bytes([head[30], head[31]]));
        let mut bytes = vec![0; 4 * count];
        if fill(&mut self.input, &mut bytes)? < bytes.len() {
            return Err(FormatError::CutOff(self.at));
        }
        let game = decode(&head, &bytes).map_err(|what| FormatError::Broken(self.at, what))?;
        self.at += (HEAD + bytes.len()) as u64;
        Ok(Some(game))
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<SelfPlayGame, FormatError>;

    /// The next game; nothing after an error, because it is not known where the next one begins.
    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.read();
        self.ended = !matches!(game, Ok(Some(_)));
        game.transpose()
    }
}

/// Reads until the buffer is full or the input ends, and says how much there was.
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

fn decode(head: &[u8; HEAD], bytes: &[u8]) -> Result<SelfPlayGame, &'static str> {
    let mut setup = Setup::empty();
    let [a, b, c, d, e, f, g, h, ..] = *head;
    let occupied = Bitboard(u64::from_le_bytes([a, b, c, d, e, f, g, h]));
    if occupied.count() > 32 {
        return Err("it has too many pieces");
    }
    for (i, square) in occupied.into_iter().enumerate() {
        let number = usize::from(head[8 + i / 2] >> (4 * (i % 2)) & 15);
        let piece = match number {
            0..12 => Piece::ALL[number],
            12 | 13 => {
                setup.castling |= Bitboard::from(square);
                Piece::new(Color::BOTH[number - 12], Role::Rook)
            }
            _ => return Err("it has a piece that does not exist"),
        };
        setup.board.put(piece, square);
    }
    setup.turn = Color::BOTH[usize::from(head[24] >> 7)];
    setup.en_passant = match usize::from(head[24] & 127) {
        64 => None,
        index => Some(Square::from_index(index).ok_or("its en passant square does not exist")?),
    };
    setup.halfmove_clock = u16::from(head[25]);
    setup.fullmove_number = u16::from_le_bytes([head[26], head[27]]);
    let variant = *Variant::ALL.get(usize::from(head[28])).ok_or("its game does not exist")?;
    let result = *RESULTS.get(usize::from(head[29])).ok_or("its result does not exist")?;
    let start = Position::from_setup(&setup, variant).map_err(|_| "it cannot be played")?;
    let mut moves = Vec::with_capacity(bytes.len() / 4);
    let mut position = start.clone();
    for four in bytes.chunks_exact(4) {
        let mv = Move::from_bits(u16::from_le_bytes([four[0], four[1]]));
        if !position.play(mv) {
            return Err("a move is not legal");
        }
        moves.push((mv, i16::from_le_bytes([four[2], four[3]])));
    }
    Ok(SelfPlayGame { start, moves, result })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::starts::random_start;

    /// Games of random moves in all three games.
    fn games() -> Vec<SelfPlayGame> {
        let mut random = fastrand::Rng::with_seed(5);
        let mut games = Vec::new();
        for variant in [Variant::Chess, Variant::Chess960, Variant::SelfCapture] {
            for _ in 0..30 {
                let Some(start) = random_start(variant, 9, false, &mut random) else { continue };
                let mut position = start.clone();
                let mut moves = Vec::new();
                while let (Some(&mv), true) =
                    (random.choice(&position.legal_moves()[..]), moves.len() < 200)
                {
                    position.play_unchecked(mv);
                    moves.push((mv, random.i16(..)));
                }
                let result = RESULTS[random.usize(0..3)];
                games.push(SelfPlayGame { start, moves, result });
            }
        }
        games
    }

    fn file(games: &[SelfPlayGame]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_header(&mut bytes).unwrap();
        for game in games {
            game.encode(&mut bytes);
        }
        bytes
    }

    #[test]
    fn what_is_written_is_read_again() {
        let games = games();
        let bytes = file(&games);
        let positions: usize = games.iter().map(|game| game.moves.len()).sum();
        assert!(bytes.len() < positions * 5);
        let read: Vec<_> = Games::new(&bytes[..]).unwrap().map(Result::unwrap).collect();
        assert_eq!(read, games);
    }

    #[test]
    fn files_cut_off_or_damaged_are_told_and_never_panic() {
        let games = games();
        let bytes = file(&games[..3]);
        for end in 0..bytes.len() {
            let Ok(mut reader) = Games::new(&bytes[..end]) else { continue };
            let whole = reader.by_ref().take_while(Result::is_ok).count();
            assert!(whole <= 3 && reader.offset() as usize <= end);
        }
        let mut random = fastrand::Rng::with_seed(6);
        for _ in 0..20_000 {
            let mut damaged = bytes.clone();
            let place = random.usize(..damaged.len());
            damaged[place] = random.u8(..);
            if let Ok(reader) = Games::new(&damaged[..]) {
                for game in reader.flatten() {
                    let mut position = game.start.clone();
                    assert!(game.moves.iter().all(|&(mv, _)| position.play(mv)));
                }
            }
        }
        assert!(matches!(Games::new(&b"something"[..]), Err(FormatError::Foreign)));
    }
}
