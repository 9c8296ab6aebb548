//! Material: the pieces of both sides without their squares.

use std::fmt;
use std::str::FromStr;

use ouro_rules::{Board, Color, Role};

/// The largest number of pieces, kings included, in a table.
pub const MAX_MEN: usize = 5;

/// The roles of a material in the order of its name.
const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The pieces of both sides, kings included, such as `KRPvKR`.
///
/// White is the side with more pieces, or with the stronger ones if both have the same number: a
/// position in which Black is that side has the result of the position with colors exchanged.
///
/// ```
/// use ouro_tablebase::Material;
/// let material: Material = "KRvKRP".parse()?;
/// assert_eq!(material.to_string(), "KRPvKR");
/// assert_eq!(material.men(), 5);
/// # Ok::<(), ouro_tablebase::MaterialError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// The number of pieces of each color and role, in the order of `ROLES`.
    counts: [[u8; 5]; 2],
}

/// The error of parsing or building a material.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaterialError {
    /// The text is not the name of a material.
    #[error("'{0}' is not a material: write the pieces of both sides, as in KRPvKR")]
    Name(String),
    /// There are more pieces than a table can have.
    #[error("{0} pieces are on the board, and tables have at most {MAX_MEN}")]
    TooManyMen(usize),
}

impl Material {
    /// Two kings. This is always a draw and has no table.
    pub const KINGS: Material = Material { counts: [[0; 5]; 2] };

    /// Returns the material of a board, and `true` if its colors have to be exchanged to get it.
    ///
    /// # Errors
    /// If the board has more than [`MAX_MEN`] pieces.
    pub fn of(board: &Board) -> Result<(Material, bool), MaterialError> {
        let men = board.occupied().count() as usize;
        if men > MAX_MEN {
            return Err(MaterialError::TooManyMen(men));
        }
        let counts =
            Color::BOTH.map(|color| ROLES.map(|role| board.pieces(color, role).count() as u8));
        Ok(Material::canonical(counts))
    }

    /// Returns the material with the stronger side first, and `true` if the sides were exchanged.
    fn canonical(counts: [[u8; 5]; 2]) -> (Material, bool) {
        let strength = |side: [u8; 5]| (side.iter().sum::<u8>(), side);
        if strength(counts[0]) < strength(counts[1]) {
            (Material { counts: [counts[1], counts[0]] }, true)
        } else {
            (Material { counts }, false)
        }
    }

    /// Returns all materials with this number of pieces in the order of generation: after those
    /// that a promotion leads to.
    #[must_use]
    pub fn all_with(men: usize) -> Vec<Material> {
        let mut level = vec![Material::KINGS];
        for _ in 2..men {
            let mut next = Vec::new();
            for material in level {
                for color in Color::BOTH {
                    for role in 0..ROLES.len() {
                        let mut counts = material.counts;
                        counts[color.index()][role] += 1;
                        next.push(Material::canonical(counts).0);
                    }
                }
            }
            next.sort_unstable_by_key(Material::order);
            next.dedup();
            level = next;
        }
        level
    }

    /// Returns a key that sorts every material after all materials that its moves lead to.
    pub(crate) fn order(&self) -> (usize, usize, [[u8; 5]; 2]) {
        (self.men(), self.pawns(), self.counts.map(|side| side.map(|count| 4 - count)))
    }

    /// Returns the materials that one move can lead to, other than this one: after a capture of
    /// either color, a promotion, or both in one move. Two kings are left out.
    #[must_use]
    pub fn successors(&self) -> Vec<Material> {
        let promoted = self.promotions();
        let captured = self.captures();
        let both = captured.iter().flat_map(Material::promotions).collect();
        let mut all: Vec<Material> = [promoted, captured, both].concat();
        all.retain(|&material| material != Material::KINGS);
        all.sort_unstable_by_key(Material::order);
        all.dedup();
        all
    }

    fn captures(&self) -> Vec<Material> {
        self.changed(|counts, color, role| {
            let count = &mut counts[color][role];
            *count = count.checked_sub(1)?;
            Some(())
        })
    }

    fn promotions(&self) -> Vec<Material> {
        self.changed(|counts, color, role| {
            if role == 4 {
                return None;
            }
            counts[color][4] = counts[color][4].checked_sub(1)?;
            counts[color][role] += 1;
            Some(())
        })
    }

    fn changed(
        &self,
        change: impl Fn(&mut [[u8; 5]; 2], usize, usize) -> Option<()>,
    ) -> Vec<Material> {
        let mut all = Vec::new();
        for color in 0..2 {
            for role in 0..ROLES.len() {
                let mut counts = self.counts;
                if change(&mut counts, color, role).is_some() {
                    all.push(Material::canonical(counts).0);
                }
            }
        }
        all
    }

    /// Returns the materials given and all that their moves lead to, in the order of generation.
    #[must_use]
    pub fn closure(materials: &[Material]) -> Vec<Material> {
        let mut all = materials.to_vec();
        let mut next = 0;
        while let Some(material) = all.get(next).copied() {
            for successor in material.successors() {
                if !all.contains(&successor) {
                    all.push(successor);
                }
            }
            next += 1;
        }
        all.sort_unstable_by_key(Material::order);
        all.dedup();
        all
    }

    /// Returns the number of pieces, kings included.
    #[must_use]
    pub fn men(&self) -> usize {
        2 + self.counts.as_flattened().iter().map(|&count| usize::from(count)).sum::<usize>()
    }

    /// Returns the number of pawns of both sides.
    #[must_use]
    pub fn pawns(&self) -> usize {
        usize::from(self.counts[0][4] + self.counts[1][4])
    }

    /// Returns `true` if both sides have the same pieces. Its tables hold only positions with White
    /// to move.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// Returns the number of pieces of a color and role other than the king.
    #[must_use]
    pub fn count(&self, color: Color, role: Role) -> usize {
        let index = ROLES.iter().position(|&r| r == role);
        index.map_or(1, |role| usize::from(self.counts[color.index()][role]))
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = String::new();
        for (side, separator) in self.counts.iter().zip(["", "v"]) {
            name.push_str(separator);
            name.push('K');
            for (role, &count) in ROLES.iter().zip(side) {
                name.extend((0..count).map(|_| role.upper_char()));
            }
        }
        f.pad(&name)
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Material({self})")
    }
}

/// Parses a name such as `KRPvKR`. The sides may be in either order.
impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(name: &str) -> Result<Material, MaterialError> {
        let error = || MaterialError::Name(name.to_owned());
        let (white, black) = name.split_once('v').ok_or_else(error)?;
        let mut counts = [[0; 5]; 2];
        for (side, pieces) in counts.iter_mut().zip([white, black]) {
            let pieces = pieces.strip_prefix('K').ok_or_else(error)?;
            if name.len() > MAX_MEN + 1 {
                return Err(MaterialError::TooManyMen(name.len() - 1));
            }
            for letter in pieces.chars() {
                let role = ROLES.iter().position(|role| role.upper_char() == letter);
                side[role.ok_or_else(error)?] += 1;
            }
        }
        Ok(Material::canonical(counts).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_5_30_and_110_materials_of_three_four_and_five_men() {
        let counts = [3, 4, 5].map(|men| Material::all_with(men).len());
        assert_eq!(counts, [5, 30, 110]);
    }

    #[test]
    fn names_round_trip_and_have_the_stronger_side_first() {
        for material in (3..=MAX_MEN).flat_map(Material::all_with) {
            assert_eq!(material.to_string().parse(), Ok(material));
            let name = material.to_string();
            let (white, black) = name.split_once('v').unwrap();
            assert_eq!(format!("{black}v{white}").parse(), Ok(material));
        }
        assert!("KRvK ".parse::<Material>().is_err());
        assert!("KR".parse::<Material>().is_err());
        assert_eq!("KQRBvKQ".parse::<Material>(), Err(MaterialError::TooManyMen(6)));
    }

    #[test]
    fn every_successor_is_generated_before_its_material() {
        let order: Vec<_> = (3..=MAX_MEN).flat_map(Material::all_with).collect();
        for (i, material) in order.iter().enumerate() {
            for successor in material.successors() {
                assert!(order[..i].contains(&successor), "{successor} after {material}");
            }
        }
        let krpkr: Material = "KRPvKR".parse().unwrap();
        let closure = Material::closure(&[krpkr]);
        assert_eq!(closure.last(), Some(&krpkr));
        assert!(closure.contains(&"KRQvKR".parse().unwrap()));
    }
}
