//! The order of the positions for "Mate or not?".

use super::shuffle;
use super::stock::StockPosition;

/// Of this many positions in a row, half are mates.
const BLOCK: usize = 20;

/// Returns the positions in an order of its own for each seed. It ends when there are no more mates, or nothing but
/// mates.
pub(crate) fn shuffled<'a>(positions: &'a [StockPosition], seed: &str) -> Vec<&'a StockPosition> {
    let keyed = |is_mate| {
        let group = positions.iter().filter(move |position| position.is_mate == is_mate);
        let mut group: Vec<_> =
            group.map(|position| (shuffle::key(seed, position.id), position)).collect();
        group.sort_by_key(|(key, _)| *key);
        group
    };
    let pairs: Vec<_> =
        keyed(true).into_iter().zip(keyed(false)).map(|(mate, other)| [mate, other]).collect();
    let mut order = Vec::with_capacity(positions.len());
    for block in pairs.chunks(BLOCK / 2) {
        let mut block = block.concat();
        block.sort_by_key(|(key, _)| *key);
        order.extend(block.into_iter().map(|(_, position)| position));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::stock::Stock;
    use std::collections::HashSet;

    #[test]
    fn every_block_is_balanced_and_shuffled_and_no_position_comes_twice() {
        let stock = Stock::embedded().unwrap();
        let order = shuffled(stock.mate_or_not(), "seed");
        let ids: HashSet<_> = order.iter().map(|position| position.id).collect();
        assert_eq!(ids.len(), order.len());
        let answers: Vec<bool> = order.iter().map(|position| position.is_mate).collect();
        for block in answers.chunks(BLOCK) {
            let mates = block.iter().filter(|&&is_mate| is_mate).count();
            assert_eq!(2 * mates, block.len());
        }
        // After an even number of positions, the rest of a block is not known.
        let pairs = |alternate: bool| {
            answers.chunks(2).filter(|pair| (pair[0] != pair[1]) == alternate).count()
        };
        assert!(pairs(true) > 0 && pairs(false) > 0);
    }

    #[test]
    fn a_seed_has_always_the_same_order_and_another_seed_another_one() {
        let stock = Stock::embedded().unwrap();
        let ids = |seed| {
            let order = shuffled(stock.mate_or_not(), seed);
            order.iter().map(|position| position.id).collect::<Vec<_>>()
        };
        assert_eq!(ids("a"), ids("a"));
        assert_ne!(ids("a"), ids("b"));
    }
}
