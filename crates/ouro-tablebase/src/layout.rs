//! The order of the positions in a table.
//!
//! A table is divided by side to move, then into *slices*: the positions with the same pawns. A
//! material without pawns has one slice. Within a slice, positions are ordered by the squares of the
//! kings, then by the squares of the other pieces; equal pieces are a set of squares.
//!
//! Slices are sorted by the advancement of their pawns, most advanced first, so that a pawn move
//! always leads to an earlier slice.

use ouro_rules::{Bitboard, Board, Color, Piece, Position, Role, Setup, Square, Variant, attacks};

use crate::Material;
use crate::material::MAX_MEN;
use crate::symmetry::{KingPairs, Symmetry, all_sets, is_on_diagonal, set_number, sets};

/// The squares of the pieces of a table, in the order of [`Layout::pieces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) squares: [Square; MAX_MEN],
}

/// Equal pieces other than kings and pawns.
struct Group {
    /// The number of the first of them in the list of pieces.
    start: usize,
    /// The number of pieces.
    count: usize,
    /// The difference of indices of two positions with consecutive sets of squares.
    stride: usize,
    /// The sets of squares.
    sets: Vec<[u8; 3]>,
}

/// The pawns of the slices.
struct Pawns {
    white: usize,
    black: usize,
    /// The squares of the pawns of each slice, White's first.
    slices: Vec<[Square; 3]>,
    /// For each set of pawns, its slice and whether the files are mirrored there.
    numbers: Vec<Option<(u32, Symmetry)>>,
}

/// The order of the positions in the table of a material.
pub(crate) struct Layout {
    material: Material,
    pieces: Vec<Piece>,
    kings: &'static KingPairs,
    king_stride: usize,
    groups: Vec<Group>,
    pawns: Option<Pawns>,
    slices: usize,
}

impl Layout {
    pub(crate) fn new(material: Material) -> Layout {
        let mut pieces = vec![Piece::WhiteKing, Piece::BlackKing];
        let [white, black] = Color::BOTH.map(|color| material.count(color, Role::Pawn));
        pieces.extend(std::iter::repeat_n(Piece::WhitePawn, white));
        pieces.extend(std::iter::repeat_n(Piece::BlackPawn, black));
        let mut groups = Vec::new();
        let mut king_stride = 1;
        let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        for (color, role) in Color::BOTH.into_iter().flat_map(|c| roles.map(|role| (c, role))) {
            let count = material.count(color, role);
            if count > 0 {
                let sets = all_sets(64, count);
                king_stride *= sets.len();
                groups.push(Group { start: pieces.len(), count, stride: 0, sets });
                pieces.extend(std::iter::repeat_n(Piece::new(color, role), count));
            }
        }
        let mut stride = king_stride;
        for group in &mut groups {
            stride /= group.sets.len();
            group.stride = stride;
        }
        let pawns = (white + black > 0).then(|| Pawns::new(white, black));
        let kings =
            if pawns.is_some() { KingPairs::with_pawns() } else { KingPairs::without_pawns() };
        let slices = pawns.as_ref().map_or(1, |pawns| pawns.slices.len());
        Layout { material, pieces, kings, king_stride, groups, pawns, slices }
    }

    /// Returns the material.
    pub(crate) fn material(&self) -> Material {
        self.material
    }

    /// Returns the pieces in the order of the squares of a placement.
    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns the number of slices.
    pub(crate) fn slices(&self) -> usize {
        self.slices
    }

    /// Returns the number of positions in a slice, per side to move.
    pub(crate) fn slice_len(&self) -> usize {
        self.kings.len() * self.king_stride
    }

    /// Returns the number of positions per side to move, illegal ones included.
    pub(crate) fn side_len(&self) -> usize {
        self.slices * self.slice_len()
    }

    /// Returns the sides to move that the table holds.
    pub(crate) fn sides(&self) -> &'static [Color] {
        if self.material.is_symmetric() { &[Color::White] } else { &Color::BOTH }
    }

    /// Returns the number of positions of the table, illegal ones included.
    pub(crate) fn len(&self) -> usize {
        self.sides().len() * self.side_len()
    }

    /// Returns the distances of the indices of similar positions: the last piece is one or eight
    /// squares further, or the next piece one square.
    pub(crate) fn neighbours(&self) -> [usize; 4] {
        let last = self.groups.last().map_or(64, |group| group.sets.len());
        [1, 8, last, last * 64]
    }

    /// Returns the side to move, the slice and the index in the slice of a position of the table.
    pub(crate) fn split(&self, index: usize) -> (Color, usize, usize) {
        let turn = if index < self.side_len() { Color::White } else { Color::Black };
        let in_side = index % self.side_len();
        (turn, in_side / self.slice_len(), in_side % self.slice_len())
    }

    /// Returns the squares of the pieces at an index of a slice, or `None` if two pieces would be on
    /// the same square.
    #[inline]
    pub(crate) fn placement(&self, slice: usize, index: usize) -> Option<Placement> {
        let (white, black) = self.kings.squares(index / self.king_stride);
        let mut squares = [Square::A1; MAX_MEN];
        squares[0] = white;
        squares[1] = black;
        if let Some(pawns) = &self.pawns {
            let count = pawns.white + pawns.black;
            squares[2..2 + count].copy_from_slice(&pawns.slices[slice][..count]);
        }
        for group in &self.groups {
            let set = &group.sets[index / group.stride % group.sets.len()];
            for (square, &number) in squares[group.start..].iter_mut().zip(&set[..group.count]) {
                *square = Square::ALL[usize::from(number)];
            }
        }
        let mut occupied = Bitboard::EMPTY;
        for &square in &squares[..self.pieces.len()] {
            if occupied.contains(square) {
                return None;
            }
            occupied |= Bitboard::from(square);
        }
        Some(Placement { squares })
    }

    /// Returns the index in its slice of a placement whose kings are a numbered pair.
    #[inline]
    fn index_of_groups(&self, kings: usize, placement: &Placement) -> usize {
        let mut index = kings * self.king_stride;
        for group in &self.groups {
            let mut set = [0; 3];
            for (number, square) in set.iter_mut().zip(&placement.squares[group.start..]) {
                *number = *square as u8;
            }
            let number = match group.count {
                1 => usize::from(set[0]),
                count => set_number(&mut set[..count]),
            };
            index += number * group.stride;
        }
        index
    }

    /// Returns the index in the slice of a placement after a move of a piece that is neither a king
    /// nor a pawn.
    #[inline]
    pub(crate) fn index_with_kings_of(&self, index: usize, placement: &Placement) -> usize {
        self.index_of_groups(index / self.king_stride, placement)
    }

    /// Returns the index in the slice of a placement after a king move, and the symmetry that leads
    /// to it; `None` if the kings touch.
    #[inline]
    pub(crate) fn index_in_slice(&self, placement: &Placement) -> Option<(usize, Symmetry)> {
        let (symmetry, kings) = self.kings.number(placement.squares[0], placement.squares[1])?;
        let image = self.image(placement, symmetry);
        Some((self.index_of_groups(kings, &image), symmetry))
    }

    /// Returns the image of a placement.
    #[inline]
    fn image(&self, placement: &Placement, symmetry: Symmetry) -> Placement {
        if symmetry == Symmetry::IDENTITY {
            return *placement;
        }
        Placement { squares: placement.squares.map(|square| symmetry.apply(square)) }
    }

    /// Returns the second index of a position whose kings are both on the long diagonal: that of its
    /// mirror image. All other positions have one index, and positions with pawns too.
    #[inline]
    pub(crate) fn twin(&self, index: usize) -> Option<usize> {
        if !self.has_twin(index) {
            return None;
        }
        let kings = index / self.king_stride;
        let (white, black) = self.kings.squares(kings);
        let mut squares = [white; MAX_MEN];
        squares[1] = black;
        for group in &self.groups {
            let set = &group.sets[index / group.stride % group.sets.len()];
            for (square, &number) in squares[group.start..].iter_mut().zip(&set[..group.count]) {
                *square = Square::ALL[usize::from(number)];
            }
        }
        let image = self.image(&Placement { squares }, Symmetry::DIAGONAL);
        Some(self.index_of_groups(kings, &image))
    }

    /// Returns `true` if a position has two indices.
    #[inline]
    pub(crate) fn has_twin(&self, index: usize) -> bool {
        let (white, black) = self.kings.squares(index / self.king_stride);
        self.pawns.is_none() && is_on_diagonal(white) && is_on_diagonal(black)
    }

    /// Returns the number of positions on the board that an index stands for, divided by the number
    /// of indices that stand for them. Summing it over the table counts every position once.
    pub(crate) fn weight(&self, slice: usize, index: usize) -> u64 {
        match &self.pawns {
            None if self.has_twin(index) => 4,
            None => 8,
            Some(pawns) if pawns.is_mirrored_by_itself(slice) => 1,
            Some(_) => 2,
        }
    }

    /// Returns the index in the table of a position with this material, without regard to en
    /// passant. `exchanged` says that the colors of the board have to be exchanged.
    pub(crate) fn index_of(&self, board: &Board, turn: Color, exchanged: bool) -> usize {
        let exchanged = exchanged || (self.material.is_symmetric() && turn == Color::Black);
        let turn = if exchanged { !turn } else { turn };
        let mut squares = [Square::A1; MAX_MEN];
        let mut next = 0;
        while let Some(&piece) = self.pieces.get(next) {
            let color = if exchanged { !piece.color() } else { piece.color() };
            for square in board.pieces(color, piece.role()) {
                squares[next] = if exchanged { square.flipped() } else { square };
                next += 1;
            }
        }
        let mut placement = Placement { squares };
        let mut slice = 0;
        if let Some(pawns) = &self.pawns {
            let count = pawns.white + pawns.black;
            let number = pawns.number(&placement.squares[2..2 + count]);
            let (number, symmetry) = pawns.numbers[number].expect("pawns are on different squares");
            slice = number as usize;
            placement = self.image(&placement, symmetry);
        }
        let (index, _) = self.index_in_slice(&placement).expect("kings do not touch");
        turn.index() * self.side_len() + slice * self.slice_len() + index
    }

    /// Returns `true` if a placement is legal: the king of the side that has just moved is not
    /// attacked.
    #[inline]
    pub(crate) fn is_legal(&self, placement: &Placement, turn: Color) -> bool {
        let men = self.pieces.iter().zip(&placement.squares);
        let occupied: Bitboard = men.clone().map(|(_, &square)| square).collect();
        let king = placement.squares[(!turn).index()];
        men.into_iter().filter(|(piece, _)| piece.color() == turn).all(|(piece, &square)| {
            !attacks::of(piece.role(), turn, square, occupied).contains(king)
        })
    }

    /// Returns the squares of the pieces at an index of the table, if the position is legal.
    pub(crate) fn legal_placement(&self, index: usize) -> Option<(Placement, Color)> {
        let (turn, slice, index) = self.split(index);
        let placement = self.placement(slice, index)?;
        self.is_legal(&placement, turn).then_some((placement, turn))
    }

    /// Returns the position of a legal placement.
    pub(crate) fn position(
        &self,
        placement: &Placement,
        turn: Color,
        variant: Variant,
    ) -> Option<Position> {
        let mut setup = Setup::empty();
        setup.turn = turn;
        for (&piece, &square) in self.pieces.iter().zip(&placement.squares) {
            setup.board.put(piece, square);
        }
        Position::from_setup(&setup, variant).ok()
    }
}

impl Pawns {
    fn new(white: usize, black: usize) -> Pawns {
        let mut pawns = Pawns { white, black, slices: Vec::new(), numbers: Vec::new() };
        for first in all_sets(48, white) {
            for second in all_sets(48, black) {
                let mut squares = [Square::A1; 3];
                let sets = first[..white].iter().chain(&second[..black]);
                for (square, &number) in squares.iter_mut().zip(sets) {
                    *square = Square::ALL[usize::from(number) + 8];
                }
                let different: Bitboard = squares[..white + black].iter().copied().collect();
                let mirrored = pawns.number(&pawns.mirrored(&squares));
                let number = pawns.number(&squares[..white + black]);
                if number <= mirrored && different.count() as usize == white + black {
                    pawns.slices.push(squares);
                }
            }
        }
        let order = |squares: &[Square; 3]| {
            let men = squares[..white + black].iter().enumerate();
            let steps = men.map(|(i, &square)| {
                let rank = square.rank() as u32;
                if i < white { rank } else { 7 - rank }
            });
            std::cmp::Reverse(steps.sum::<u32>())
        };
        pawns.slices.sort_by_key(order);
        let mut numbers = vec![None; sets(48, white) * sets(48, black)];
        for (slice, squares) in pawns.slices.iter().enumerate() {
            let mirrored = pawns.number(&pawns.mirrored(squares));
            numbers[mirrored] = Some((slice as u32, Symmetry::MIRROR_FILES));
            let number = pawns.number(&squares[..white + black]);
            numbers[number] = Some((slice as u32, Symmetry::IDENTITY));
        }
        pawns.numbers = numbers;
        pawns
    }

    /// Returns the number of a set of pawns, White's first.
    fn number(&self, squares: &[Square]) -> usize {
        let mut numbers = [0; 3];
        for (number, square) in numbers.iter_mut().zip(squares) {
            *number = *square as u8 - 8;
        }
        let (white, black) = numbers[..self.white + self.black].split_at_mut(self.white);
        set_number(white) * sets(48, self.black) + set_number(black)
    }

    fn mirrored(&self, squares: &[Square; 3]) -> Vec<Square> {
        let men = squares[..self.white + self.black].iter();
        men.map(|&square| Symmetry::MIRROR_FILES.apply(square)).collect()
    }

    fn is_mirrored_by_itself(&self, slice: usize) -> bool {
        let squares = &self.slices[slice];
        self.number(&self.mirrored(squares)) == self.number(&squares[..self.white + self.black])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_position_has_the_index_of_its_placement_or_of_its_twin() {
        for name in ["KQvK", "KPvK", "KRRvK", "KNvKN", "KPvKP", "KPPvK", "KBvKP"] {
            let layout = Layout::new(name.parse().unwrap());
            for index in (0..layout.len()).step_by(7) {
                let Some((placement, turn)) = layout.legal_placement(index) else { continue };
                let position = layout.position(&placement, turn, Variant::Chess).unwrap();
                let found = layout.index_of(position.board(), turn, false);
                let (_, slice, in_slice) = layout.split(index);
                let start = index - in_slice;
                let twin = layout.twin(in_slice).map(|twin| start + twin);
                let mirrored = layout.weight(slice, in_slice) == 1;
                assert!(found == index || Some(found) == twin || mirrored, "{position}");
            }
        }
    }

    #[test]
    fn weights_count_every_legal_position_once() {
        for name in ["KQvK", "KNvK", "KPvK"] {
            let layout = Layout::new(name.parse().unwrap());
            let counted: u64 = (0..layout.len())
                .filter(|&index| layout.legal_placement(index).is_some())
                .map(|index| layout.split(index))
                .map(|(_, slice, index)| layout.weight(slice, index))
                .sum();
            let mut expected = 0;
            for turn in Color::BOTH {
                for white in Square::ALL {
                    for black in Square::ALL {
                        for third in Square::ALL {
                            let squares = [white, black, third, Square::A1, Square::A1];
                            let different = white != third && black != third;
                            let pawn = layout.pieces()[2].role() == Role::Pawn;
                            let possible = !pawn || !Bitboard::BACK_RANKS.contains(third);
                            if different && possible && white.distance(black) > 1 {
                                let placement = Placement { squares };
                                expected += u64::from(layout.is_legal(&placement, turn));
                            }
                        }
                    }
                }
            }
            assert_eq!(counted, expected, "{name}");
        }
    }
}
