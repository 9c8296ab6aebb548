//! A slow solver that is easy to verify: all placements of the pieces, successors from the reference
//! move generator, and values by the definition of the distances, ply by ply. It shares no code
//! with the tablebase generator. The only symmetry it uses is the mirroring of files.

use std::collections::HashMap;
use std::thread;

use ouro_rules::{Color, Piece, Position, Role, Setup, Square, Variant};
use ouro_tablebase::Category;

use crate::reference::ReferenceBoard;

/// A win or a loss in this many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    Win(u16),
    Loss(u16),
}

/// The distances of a position to zeroing and to mate, or `None` for a draw.
pub type Solution = (Option<Decided>, Option<Decided>);

/// The solutions of all positions of some pieces, and of all that their moves lead to.
pub struct SimpleSolver {
    variant: Variant,
    /// Plies within which a capture, pawn move or mate must happen.
    limit: u16,
    threads: usize,
    solved: HashMap<Vec<Piece>, Vec<Solution>>,
}

/// A position of a set of pieces.
#[derive(Clone)]
struct Node {
    /// The index in the list of solutions.
    index: usize,
    advancement: u32,
    is_mate: bool,
    successors: Vec<Successor>,
}

/// A position after a move.
#[derive(Clone)]
enum Successor {
    /// The index of a position with the same pieces.
    Same { index: usize, zeroing: bool },
    /// A position with other pieces.
    Other(Solution),
}

impl SimpleSolver {
    pub fn new(variant: Variant, move_limit: u16, threads: usize) -> SimpleSolver {
        SimpleSolver { variant, limit: 2 * move_limit, threads, solved: HashMap::new() }
    }

    /// Solves all positions of some pieces, and visits those with these pieces and their category,
    /// signed distance to zeroing and signed distance to mate.
    pub fn check(&mut self, name: &str, mut visit: impl FnMut(&Position, Category, i32, i32)) {
        let (white, black) = name.split_once('v').unwrap();
        let side = |side: &str, color: Color| -> Vec<Piece> {
            side.chars()
                .map(|c| Piece::new(color, Role::from_char(c.to_ascii_lowercase()).unwrap()))
                .collect()
        };
        let mut pieces = [side(white, Color::White), side(black, Color::Black)].concat();
        pieces.sort_unstable_by_key(|piece| piece.index());
        self.solve(&pieces);
        let solutions = &self.solved[&pieces];
        for_each_position(&pieces, self.variant, &mut |position| {
            let (zeroing, mate) = solutions[index(&pieces, position)];
            let category = match zeroing {
                None => Category::Draw,
                Some(Decided::Win(n)) if n <= self.limit => Category::Win,
                Some(Decided::Win(_)) => Category::CursedWin,
                Some(Decided::Loss(n)) if n <= self.limit => Category::Loss,
                Some(Decided::Loss(_)) => Category::BlessedLoss,
            };
            visit(position, category, signed(zeroing), signed(mate));
        });
    }

    fn solve(&mut self, pieces: &[Piece]) {
        if self.solved.contains_key(pieces) {
            return;
        }
        self.solve_smaller(pieces);
        let mut positions = Vec::new();
        for_each_position(pieces, self.variant, &mut |position| positions.push(position.clone()));
        let part = positions.len().div_ceil(self.threads).max(1);
        let solver = &*self;
        let nodes: Vec<Node> = thread::scope(|scope| {
            let parts = positions.chunks(part);
            let threads: Vec<_> = parts
                .map(|part| {
                    scope.spawn(move || {
                        part.iter().map(|p| solver.node(pieces, p)).collect::<Vec<_>>()
                    })
                })
                .collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        let mut solutions = vec![(None, None); index_len(pieces)];
        let most = nodes.iter().map(|node| node.advancement).max().unwrap();
        for advancement in (0..=most).rev() {
            let nodes: Vec<_> = nodes.iter().filter(|n| n.advancement == advancement).collect();
            self.solve_zeroing(&nodes, &mut solutions);
        }
        solve_mate(&nodes, &mut solutions);
        self.solved.insert(pieces.to_vec(), solutions);
    }

    /// Solves the pieces after every capture and promotion.
    fn solve_smaller(&mut self, pieces: &[Piece]) {
        for (i, piece) in pieces.iter().enumerate() {
            if piece.role() == Role::King {
                continue;
            }
            let mut fewer = pieces.to_vec();
            fewer.remove(i);
            self.solve(&fewer);
            if piece.role() == Role::Pawn {
                for role in Role::PROMOTIONS {
                    let mut promoted = pieces.to_vec();
                    promoted[i] = Piece::new(piece.color(), role);
                    promoted.sort_unstable_by_key(|piece| piece.index());
                    self.solve(&promoted);
                }
            }
        }
    }

    fn node(&self, pieces: &[Piece], position: &Position) -> Node {
        let board = ReferenceBoard::new(position);
        let moves = board.legal_moves();
        let is_mate = moves.is_empty() && board.in_check();
        let successor = |mv: &String| {
            let next = after(position, mv);
            let mut others: Vec<Piece> = next.board().iter().map(|(_, piece)| piece).collect();
            others.sort_unstable_by_key(|piece| piece.index());
            if others == pieces {
                let from: Square = mv[..2].parse().unwrap();
                let zeroing = position.piece_on(from).unwrap().role() == Role::Pawn;
                return Successor::Same { index: index(pieces, &next), zeroing };
            }
            Successor::Other(self.solved[&others][index(&others, &next)])
        };
        let advancement = position.board().iter().map(|(square, piece)| match piece {
            Piece::WhitePawn => square.rank() as u32,
            Piece::BlackPawn => 7 - square.rank() as u32,
            _ => 0,
        });
        Node {
            index: index(pieces, position),
            advancement: advancement.sum(),
            is_mate,
            successors: moves.iter().map(successor).collect(),
        }
    }

    /// Finds distances to zeroing among positions with equally advanced pawns, smallest first.
    fn solve_zeroing(&self, nodes: &[&Node], solutions: &mut [Solution]) {
        let zeroed = |solution: Option<Decided>| match solution {
            Some(Decided::Win(n)) if n <= self.limit => Some(Decided::Win(0)),
            Some(Decided::Loss(n)) if n <= self.limit => Some(Decided::Loss(0)),
            Some(Decided::Win(_)) => Some(Decided::Win(self.limit)),
            Some(Decided::Loss(_)) => Some(Decided::Loss(self.limit)),
            None => None,
        };
        let value = |successor: &Successor, solutions: &[Solution]| match *successor {
            Successor::Same { index, zeroing: true } => zeroed(solutions[index].0),
            Successor::Same { index, zeroing: false } => solutions[index].0,
            Successor::Other(solution) => zeroed(solution.0),
        };
        let set = |solution: &mut Solution, result| solution.0 = result;
        ply_by_ply(nodes, usize::from(self.limit) + 2, value, set, solutions);
    }
}

/// Finds distances to mate, smallest first.
fn solve_mate(nodes: &[Node], solutions: &mut [Solution]) {
    let nodes: Vec<_> = nodes.iter().collect();
    let longest = nodes.iter().flat_map(|node| &node.successors).map(|successor| match successor {
        Successor::Other((_, Some(Decided::Win(n) | Decided::Loss(n)))) => usize::from(*n),
        _ => 0,
    });
    let longest = longest.max().unwrap_or(0);
    let value = |successor: &Successor, solutions: &[Solution]| match *successor {
        Successor::Same { index, .. } => solutions[index].1,
        Successor::Other(solution) => solution.1,
    };
    ply_by_ply(&nodes, longest + 2, value, |solution, result| solution.1 = result, solutions);
}

/// Decides positions by their distance: a position is won in `n` if a move leads to a loss in `n - 1`,
/// and lost in `n` if all moves lead to wins, the longest of them in `n - 1`. Goes on for at least
/// `plies`, then until nothing changes.
fn ply_by_ply(
    nodes: &[&Node],
    plies: usize,
    value: impl Fn(&Successor, &[Solution]) -> Option<Decided>,
    set: impl Fn(&mut Solution, Option<Decided>),
    solutions: &mut [Solution],
) {
    let mut open: Vec<&Node> = nodes.to_vec();
    for n in 0_u16.. {
        let before = open.len();
        let mut decided = Vec::new();
        open.retain(|node| {
            let values = || node.successors.iter().map(|s| value(s, solutions));
            let result = if node.is_mate {
                (n == 0).then_some(Decided::Loss(0))
            } else if values().any(|v| matches!(v, Some(Decided::Loss(k)) if k + 1 == n)) {
                Some(Decided::Win(n))
            } else if !node.successors.is_empty()
                && values().all(|v| matches!(v, Some(Decided::Win(k)) if k < n))
            {
                Some(Decided::Loss(n))
            } else {
                None
            };
            if result.is_some() {
                decided.push((node.index, result));
            }
            result.is_none()
        });
        for (index, result) in decided {
            set(&mut solutions[index], result);
        }
        if open.len() == before && usize::from(n) >= plies {
            return;
        }
    }
}

fn signed(value: Option<Decided>) -> i32 {
    match value {
        None => 0,
        Some(Decided::Win(n)) => n.into(),
        Some(Decided::Loss(n)) => -i32::from(n),
    }
}

/// Returns the position after a move in UCI notation.
fn after(position: &Position, mv: &str) -> Position {
    let (from, to): (Square, Square) = (mv[..2].parse().unwrap(), mv[2..4].parse().unwrap());
    let mut setup = position.to_setup();
    let piece = setup.board.remove(from).unwrap();
    let pawn = piece.role() == Role::Pawn;
    if pawn && Some(to) == position.en_passant() {
        setup.board.remove(Square::new(to.file(), from.rank()));
    }
    let promoted = mv[4..].chars().next().and_then(Role::from_char);
    setup.board.put(promoted.map_or(piece, |role| Piece::new(piece.color(), role)), to);
    let double = pawn && from.index().abs_diff(to.index()) == 16;
    setup.en_passant = double.then(|| Square::ALL[(from.index() + to.index()) / 2]);
    setup.turn = !setup.turn;
    Position::from_setup(&setup, position.variant()).unwrap()
}

/// Visits every legal position of some pieces whose white king is on the files a to d, also with
/// every possible en passant capture.
fn for_each_position(pieces: &[Piece], variant: Variant, visit: &mut impl FnMut(&Position)) {
    let mut setup = Setup::empty();
    place(pieces, &mut setup, &mut |setup| {
        let king = setup.board.pieces(Color::White, Role::King).first().unwrap();
        if king.file() as u8 > 3 {
            return;
        }
        for turn in Color::BOTH {
            let mut setup = setup.clone();
            setup.turn = turn;
            let Ok(position) = Position::from_setup(&setup, variant) else { continue };
            visit(&position);
            for square in Square::ALL.into_iter().filter(|_| en_passant_files(pieces) > 1) {
                setup.en_passant = Some(square);
                if let Ok(position) = Position::from_setup(&setup, variant)
                    && position.en_passant().is_some()
                {
                    visit(&position);
                }
            }
        }
    });
}

/// Places the pieces in every possible way, equal pieces in one order only.
fn place(pieces: &[Piece], setup: &mut Setup, visit: &mut impl FnMut(&Setup)) {
    let Some((&piece, rest)) = pieces.split_first() else { return visit(setup) };
    let equal = setup.board.pieces(piece.color(), piece.role());
    for square in Square::ALL {
        let later = equal.last().is_none_or(|last| last < square);
        if later && setup.board.piece_on(square).is_none() {
            setup.board.put(piece, square);
            place(rest, setup, visit);
            setup.board.remove(square);
        }
    }
}

/// Returns the number of files of an en passant capture, and one for no such capture.
fn en_passant_files(pieces: &[Piece]) -> usize {
    let both = [Piece::WhitePawn, Piece::BlackPawn].iter().all(|pawn| pieces.contains(pawn));
    if both { 9 } else { 1 }
}

/// Returns the number of indices.
fn index_len(pieces: &[Piece]) -> usize {
    64_usize.pow(pieces.len() as u32) * 2 * en_passant_files(pieces)
}

/// Returns the index of a position or of its mirror image: the squares of the pieces, the side to
/// move and the file of an en passant capture.
fn index(pieces: &[Piece], position: &Position) -> usize {
    let king = position.king_of(Color::White);
    let mirror = if king.file() as u8 > 3 { 7 } else { 0 };
    let mut squares = Vec::with_capacity(pieces.len());
    let mut last = None;
    for &piece in pieces {
        if last != Some(piece) {
            let start = squares.len();
            let found = position.board().pieces(piece.color(), piece.role());
            squares.extend(found.into_iter().map(|square| square.index() ^ mirror));
            squares[start..].sort_unstable();
            last = Some(piece);
        }
    }
    let en_passant =
        position.en_passant().map_or(0, |square| 1 + (square.file() as usize ^ mirror));
    let placement = squares.into_iter().fold(0, |index, square| index * 64 + square);
    (placement * 2 + position.turn().index()) * en_passant_files(pieces) + en_passant
}
