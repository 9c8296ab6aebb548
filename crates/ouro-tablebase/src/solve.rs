//! The values of all positions of a material from those of smaller materials.

use std::sync::Arc;

use ouro_rules::{Color, Piece, Position, Role, Variant};

use crate::Material;
use crate::layout::Layout;
use crate::lookup::{Lookup, after};
use crate::memory::{MemoryTable, MemoryTables};
use crate::parallel::{for_each_chunk, map_chunks};
use crate::retrograde::{CHUNK, NEVER_LOST, Slice, State};
use crate::value::{Category, Value};

/// The rules of a set of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) variant: Variant,
    /// The number of plies within which a capture, pawn move or mate must happen.
    pub(crate) limit: u16,
}

/// Computes the table of a material. `progress` is called with the number of positions after each
/// slice.
pub(crate) fn solve(
    material: Material,
    rules: Rules,
    others: &[Arc<MemoryTable>],
    threads: usize,
    progress: &mut dyn FnMut(usize),
) -> MemoryTable {
    let mut table = MemoryTable::new(material);
    for slice in 0..table.layout.slices() {
        let results = solve_slice(&table, slice, rules, others, threads);
        let start = slice * table.layout.slice_len();
        for (turn, values) in table.layout.sides().iter().zip(results) {
            let first = turn.index() * table.layout.side_len() + start;
            for (index, (category, dtz, dtm)) in (first..).zip(values) {
                table.categories[index] = category;
                table.dtz[index] = dtz;
                if let Some(entry) = table.dtm.get_mut(index) {
                    *entry = dtm;
                }
            }
        }
        progress(2 * table.layout.slice_len());
    }
    table
}

/// The category of a position, and its distances to zeroing and to mate.
type Entry = (Option<Category>, u16, u16);

/// Computes the values of a slice for each side that the table holds.
fn solve_slice(
    table: &MemoryTable,
    slice: usize,
    rules: Rules,
    others: &[Arc<MemoryTable>],
    threads: usize,
) -> Vec<Vec<Entry>> {
    let layout = &table.layout;
    let to_zeroing = Slice::new(layout, slice);
    let to_mate = (!table.dtm.is_empty()).then(|| Slice::new(layout, slice));
    let tables = MemoryTables { limit: rules.limit, own: table, others };
    for turn in Color::BOTH {
        for_each_chunk(threads, layout.slice_len(), CHUNK, |range| {
            for index in range {
                let Some(position) = legal_position(layout, slice, index, turn, rules.variant)
                else {
                    continue;
                };
                let bounds = Bounds::of(&position, &tables);
                to_zeroing.set(turn, index, bounds.to_zeroing, bounds.open_moves);
                if let Some(to_mate) = &to_mate {
                    to_mate.set(turn, index, bounds.to_mate, bounds.open_moves);
                }
            }
        });
    }
    to_zeroing.solve(threads);
    if let Some(to_mate) = &to_mate {
        to_mate.solve(threads);
    }
    let entry = |turn: Color, index: usize| {
        let (category, dtz) = match to_zeroing.result(turn, index) {
            State::Illegal => (None, 0),
            State::Open => (Some(Category::Draw), 0),
            State::Win(plies) => (Some(Category::decided(true, plies, rules.limit)), plies),
            State::Loss(plies) => (Some(Category::decided(false, plies, rules.limit)), plies),
        };
        let dtm = match to_mate.as_ref().map(|slice| slice.result(turn, index)) {
            Some(State::Win(plies) | State::Loss(plies)) => plies,
            Some(State::Illegal | State::Open) | None => 0,
        };
        (category, dtz, dtm)
    };
    let sides = layout.sides().iter();
    sides
        .map(|&turn| {
            let chunks = map_chunks(threads, layout.slice_len(), CHUNK, |range| {
                range.map(|index| entry(turn, index)).collect::<Vec<_>>()
            });
            chunks.concat()
        })
        .collect()
}

fn legal_position(
    layout: &Layout,
    slice: usize,
    index: usize,
    turn: Color,
    variant: Variant,
) -> Option<Position> {
    let placement = layout.placement(slice, index)?;
    layout.is_legal(&placement, turn).then(|| layout.position(&placement, turn, variant))?
}

/// What is known of a position from its captures and pawn moves.
struct Bounds {
    to_zeroing: State,
    to_mate: State,
    /// The number of other moves.
    open_moves: u8,
}

impl Bounds {
    fn of(position: &Position, tables: &MemoryTables) -> Bounds {
        let moves = position.legal_moves();
        if moves.is_empty() {
            let mated = if position.in_check() { State::Loss(0) } else { State::Open };
            let open_moves = if position.in_check() { 0 } else { NEVER_LOST };
            return Bounds { to_zeroing: mated, to_mate: mated, open_moves };
        }
        let occupied = position.board().occupied();
        let pawn = Some(Piece::new(position.turn(), Role::Pawn));
        let mut best: Option<Value> = None;
        let mut others = 0;
        for mv in &moves {
            if !occupied.contains(mv.to()) && position.piece_on(mv.from()) != pawn {
                others += 1;
                continue;
            }
            let value = tables.value(&after(position, mv)).expect("captures lead to fewer men");
            let value = value.before(true, tables.limit);
            best = Some(best.map_or(value, |best| best.best(value)));
        }
        let state = |sign: i32, plies: u16| match sign {
            1 => State::Win(plies),
            0 => State::Open,
            _ => State::Loss(plies),
        };
        match best {
            None => Bounds { to_zeroing: State::Open, to_mate: State::Open, open_moves: others },
            Some(best) => {
                let sign = best.category.sign();
                Bounds {
                    to_zeroing: state(sign, best.dtz),
                    to_mate: state(sign, best.dtm.unwrap_or(0)),
                    open_moves: if sign < 0 { others } else { NEVER_LOST },
                }
            }
        }
    }
}
