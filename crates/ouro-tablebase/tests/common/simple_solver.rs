//! A slow solver that is easy to verify: all placements of the pieces, successors from the reference
//! move generator, and values by the definition of the distances, ply by ply. It shares no code
//! with the tablebase generator. The only symmetry it uses is the mirroring of files.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
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

/// A distance in 16 bits: 0 for a draw, `n` for a win and `-1 - n` for a loss.
type Packed = i16;

fn pack(value: Option<Decided>) -> Packed {
    match value {
        None => 0,
        Some(Decided::Win(n)) => n as i16,
        Some(Decided::Loss(n)) => -1 - n as i16,
    }
}

fn unpack(value: Packed) -> Option<Decided> {
    match value {
        0 => None,
        1.. => Some(Decided::Win(value as u16)),
        _ => Some(Decided::Loss((-1 - value) as u16)),
    }
}

/// The distances of all positions of some pieces, by index.
struct Solutions {
    zeroing: Vec<Packed>,
    mate: Vec<Packed>,
}

/// The solutions of all positions of some pieces, and of all that their moves lead to.
pub struct SimpleSolver {
    variant: Variant,
    /// Plies within which a capture, pawn move or mate must happen.
    limit: u16,
    threads: usize,
    solved: HashMap<Vec<Piece>, Solutions>,
}

/// Positions of a set of pieces with their moves, in arrays: millions of them must fit into memory.
#[derive(Default)]
struct Nodes {
    /// The index in the list of solutions of each node.
    indices: Vec<u32>,
    advancements: Vec<u8>,
    mates: Vec<bool>,
    /// Where the successors of each node end.
    ends: Vec<u32>,
    successors: Vec<Successor>,
    /// The distances in other tables that successors have, each pair once.
    others: Vec<(Packed, Packed)>,
}

/// A position after a move, in 32 bits: an index among the positions with the same pieces, with one bit
/// for a pawn move, or the place of its distances in [`Nodes::others`].
#[derive(Clone, Copy)]
struct Successor(u32);

impl Successor {
    const OTHER: u32 = 1 << 31;
    const PAWN_MOVE: u32 = 1 << 30;

    /// Returns the distance to zeroing after the move before the halfmove clock is reset, and whether the
    /// move resets it.
    fn zeroing(self, nodes: &Nodes, solutions: &[Packed]) -> (Option<Decided>, bool) {
        if self.0 & Successor::OTHER != 0 {
            return (unpack(nodes.others[(self.0 & !Successor::OTHER) as usize].0), true);
        }
        let index = (self.0 & !Successor::PAWN_MOVE) as usize;
        (unpack(solutions[index]), self.0 & Successor::PAWN_MOVE != 0)
    }

    /// Returns the distance to mate after the move.
    fn mate(self, nodes: &Nodes, solutions: &[Packed]) -> Option<Decided> {
        if self.0 & Successor::OTHER != 0 {
            return unpack(nodes.others[(self.0 & !Successor::OTHER) as usize].1);
        }
        unpack(solutions[(self.0 & !Successor::PAWN_MOVE) as usize])
    }
}

impl Nodes {
    fn successors(&self, node: usize) -> &[Successor] {
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.successors[start as usize..self.ends[node] as usize]
    }
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
        for first in Square::ALL {
            for_each_position(&pieces, first, self.variant, &mut |position| {
                let index = index(&pieces, position);
                let zeroing = unpack(solutions.zeroing[index]);
                let category = match zeroing {
                    None => Category::Draw,
                    Some(Decided::Win(n)) if n <= self.limit => Category::Win,
                    Some(Decided::Win(_)) => Category::CursedWin,
                    Some(Decided::Loss(n)) if n <= self.limit => Category::Loss,
                    Some(Decided::Loss(_)) => Category::BlessedLoss,
                };
                visit(position, category, signed(zeroing), signed(unpack(solutions.mate[index])));
            });
        }
    }

    fn solve(&mut self, pieces: &[Piece]) {
        if self.solved.contains_key(pieces) {
            return;
        }
        self.solve_smaller(pieces);
        let next = AtomicUsize::new(0);
        let parts: Vec<Nodes> = thread::scope(|scope| {
            let work = || {
                let mut parts = Vec::new();
                while let Some(&first) = Square::ALL.get(next.fetch_add(1, Ordering::Relaxed)) {
                    parts.push(self.nodes(pieces, first));
                }
                parts
            };
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        let mut zeroing = vec![0; index_len(pieces)];
        let most = parts.iter().flat_map(|nodes| &nodes.advancements).max().copied().unwrap();
        for advancement in (0..=most).rev() {
            self.solve_zeroing(&parts, advancement, &mut zeroing);
        }
        let mate = solve_mate(&parts, index_len(pieces));
        self.solved.insert(pieces.to_vec(), Solutions { zeroing, mate });
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

    /// Returns the positions whose first piece is on a square.
    fn nodes(&self, pieces: &[Piece], first: Square) -> Nodes {
        let mut nodes = Nodes::default();
        let mut places = HashMap::new();
        for_each_position(pieces, first, self.variant, &mut |position| {
            let board = ReferenceBoard::new(position);
            let moves = board.legal_moves();
            nodes.indices.push(index(pieces, position) as u32);
            nodes.advancements.push(advancement(position));
            nodes.mates.push(moves.is_empty() && board.in_check());
            for mv in &moves {
                let next = after(position, mv);
                let mut others: Vec<Piece> = next.board().iter().map(|(_, piece)| piece).collect();
                others.sort_unstable_by_key(|piece| piece.index());
                nodes.successors.push(if others == pieces {
                    let from: Square = mv[..2].parse().unwrap();
                    let pawn = position.piece_on(from).unwrap().role() == Role::Pawn;
                    let flag = if pawn { Successor::PAWN_MOVE } else { 0 };
                    Successor(index(pieces, &next) as u32 | flag)
                } else {
                    let (solutions, index) = (&self.solved[&others], index(&others, &next));
                    let distances = (solutions.zeroing[index], solutions.mate[index]);
                    let place = *places.entry(distances).or_insert_with(|| {
                        nodes.others.push(distances);
                        nodes.others.len() as u32 - 1
                    });
                    Successor(place | Successor::OTHER)
                });
            }
            nodes.ends.push(nodes.successors.len() as u32);
        });
        nodes
    }

    /// Finds distances to zeroing among positions with equally advanced pawns, smallest first.
    fn solve_zeroing(&self, parts: &[Nodes], advancement: u8, solutions: &mut [Packed]) {
        let zeroed = |solution: Option<Decided>| match solution {
            Some(Decided::Win(n)) if n <= self.limit => Some(Decided::Win(0)),
            Some(Decided::Loss(n)) if n <= self.limit => Some(Decided::Loss(0)),
            Some(Decided::Win(_)) => Some(Decided::Win(self.limit)),
            Some(Decided::Loss(_)) => Some(Decided::Loss(self.limit)),
            None => None,
        };
        let value = |nodes: &Nodes, successor: Successor, solutions: &[Packed]| {
            let (value, zeroing) = successor.zeroing(nodes, solutions);
            if zeroing { zeroed(value) } else { value }
        };
        let open = open_nodes(parts, |nodes, node| nodes.advancements[node] == advancement);
        ply_by_ply(parts, open, value, solutions);
    }
}

/// Finds distances to mate, smallest first.
fn solve_mate(parts: &[Nodes], len: usize) -> Vec<Packed> {
    let mut solutions = vec![0; len];
    let value = |nodes: &Nodes, successor: Successor, solutions: &[Packed]| {
        successor.mate(nodes, solutions)
    };
    ply_by_ply(parts, open_nodes(parts, |_, _| true), value, &mut solutions);
    solutions
}

/// Returns the nodes that meet a condition, each as its part and its number in it.
fn open_nodes(parts: &[Nodes], wanted: impl Fn(&Nodes, usize) -> bool) -> Vec<(u8, u32)> {
    let mut open = Vec::new();
    for (part, nodes) in parts.iter().enumerate() {
        let found = (0..nodes.indices.len()).filter(|&node| wanted(nodes, node));
        open.extend(found.map(|node| (part as u8, node as u32)));
    }
    open
}

/// Decides positions by their distance: a position is won in `n` if a move leads to a loss in `n - 1`,
/// and lost in `n` if all moves lead to wins, the longest of them in `n - 1`. Goes on until nothing
/// changes and no move leads to a longer known distance.
fn ply_by_ply(
    parts: &[Nodes],
    mut open: Vec<(u8, u32)>,
    value: impl Fn(&Nodes, Successor, &[Packed]) -> Option<Decided>,
    solutions: &mut [Packed],
) {
    let successors = |&(part, node): &(u8, u32)| {
        let nodes = &parts[usize::from(part)];
        nodes.successors(node as usize).iter().map(move |&successor| (nodes, successor))
    };
    let known = |(nodes, successor): (&Nodes, Successor)| match value(nodes, successor, solutions) {
        Some(Decided::Win(n) | Decided::Loss(n)) => n,
        None => 0,
    };
    let longest = open.iter().flat_map(successors).map(known).max().unwrap_or(0);
    for n in 0_u16.. {
        let before = open.len();
        let mut decided = Vec::new();
        open.retain(|place| {
            let nodes = &parts[usize::from(place.0)];
            let values =
                || successors(place).map(|(nodes, successor)| value(nodes, successor, solutions));
            let result = if nodes.mates[place.1 as usize] {
                (n == 0).then_some(Decided::Loss(0))
            } else if values().any(|v| matches!(v, Some(Decided::Loss(k)) if k + 1 == n)) {
                Some(Decided::Win(n))
            } else if values().next().is_some()
                && values().all(|v| matches!(v, Some(Decided::Win(k)) if k < n))
            {
                Some(Decided::Loss(n))
            } else {
                None
            };
            if result.is_some() {
                decided.push((nodes.indices[place.1 as usize], pack(result)));
            }
            result.is_none()
        });
        for (index, result) in decided {
            solutions[index as usize] = result;
        }
        if open.len() == before && n > longest + 1 {
            return;
        }
    }
}

/// Returns the number of ranks that all pawns together have advanced.
fn advancement(position: &Position) -> u8 {
    let ranks = position.board().iter().map(|(square, piece)| match piece {
        Piece::WhitePawn => square.rank() as u8,
        Piece::BlackPawn => 7 - square.rank() as u8,
        _ => 0,
    });
    ranks.sum()
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

/// Visits every legal position of some pieces whose first piece is on a square and whose white king is on
/// the files a to d, also with every possible en passant capture.
fn for_each_position(
    pieces: &[Piece],
    first: Square,
    variant: Variant,
    visit: &mut impl FnMut(&Position),
) {
    let mut setup = Setup::empty();
    setup.board.put(pieces[0], first);
    place(&pieces[1..], &mut setup, &mut |setup| {
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

/// Places pieces in every possible way, equal pieces in one order only.
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
