//! Joins between sections, and lists of joins in texts.

use std::fmt;

use super::wedge::is_long;
use crate::engine::TextError;

/// Number of sections of a complete board: A, B, C and D.
pub(in crate::games::whack) const SECTIONS: usize = 4;

/// Maximum number of joins in a list: one for each pair of sections. Two convex shapes share at
/// most one edge.
const MAX_JOINS: usize = 6;

/// All joins of two different sections, including joins of unequal edges, ordered by text.
const ALL: [Join; 96] = {
    let mut all = [Join(0); 96];
    let (mut byte, mut count) = (0, 0);
    while byte < 256 {
        let [(section, _), (other, _)] = Join(byte as u8).ends();
        if section < other {
            all[count] = Join(byte as u8);
            count += 1;
        }
        byte += 1;
    }
    all
};

/// The letter of a section, 0 for A.
pub(in crate::games::whack) fn letter(section: usize) -> char {
    char::from(b'A' + section as u8)
}

/// A join between edges of two sections, the earlier one first. Ordered like its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::games::whack) struct Join(u8);

impl Join {
    /// A join of two different sections, in any order.
    pub(in crate::games::whack) const fn new(section: usize, edge: u8, other: usize, other_edge: u8) -> Join {
        let (own, others) = ((section as u8) << 2 | edge, (other as u8) << 2 | other_edge);
        if section < other { Join(own << 4 | others) } else { Join(others << 4 | own) }
    }

    /// The earlier section and its edge, then the later section and its edge.
    pub(in crate::games::whack) const fn ends(self) -> [(usize, u8); 2] {
        [((self.0 >> 6) as usize, self.0 >> 4 & 3), ((self.0 >> 2 & 3) as usize, self.0 & 3)]
    }

    /// Whether both edges have the same length.
    pub(in crate::games::whack) const fn fits(self) -> bool {
        let [(_, edge), (_, other)] = self.ends();
        is_long(edge) == is_long(other)
    }

    fn parse(text: &str) -> Option<Join> {
        let [letter, edge, other_letter, other_edge] = *text.as_bytes() else { return None };
        let well_formed = letter < other_letter
            && [letter, other_letter].iter().all(|letter| (b'A'..=b'D').contains(letter))
            && [edge, other_edge].iter().all(|edge| (b'0'..=b'3').contains(edge));
        let section = |letter: u8| usize::from(letter - b'A');
        well_formed.then(|| Join::new(section(letter), edge - b'0', section(other_letter), other_edge - b'0'))
    }
}

impl fmt::Display for Join {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(section, edge), (other, other_edge)] = self.ends();
        write!(f, "{}{edge}{}{other_edge}", letter(section), letter(other))
    }
}

/// A sorted list of joins, not necessarily of a valid board (assets/rules/whack.md, Arrangement
/// text). Ordered like its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Joins {
    /// The joins, followed by zeros. A zero is not a join, because a section cannot join itself.
    bytes: [u8; MAX_JOINS],
}

impl Joins {
    /// The joins, sorted.
    pub(in crate::games::whack) fn iter(self) -> impl Iterator<Item = Join> {
        self.bytes.into_iter().take_while(|&byte| byte != 0).map(Join)
    }

    /// The number of joins.
    pub(in crate::games::whack) fn len(self) -> usize {
        self.iter().count()
    }

    /// The number of joins of a section.
    pub(in crate::games::whack) fn of(self, section: usize) -> usize {
        self.iter().filter(|join| join.ends().iter().any(|&(own, _)| own == section)).count()
    }

    /// The join of two sections, if there is one.
    pub(in crate::games::whack) fn between(self, section: usize, other: usize) -> Option<Join> {
        self.iter().find(|join| {
            let [(first, _), (second, _)] = join.ends();
            (first, second) == (section.min(other), section.max(other))
        })
    }

    /// The sections connected to a section, including itself, as bits.
    pub(in crate::games::whack) fn connected_to(self, section: usize) -> u8 {
        let mut reached = 1 << section;
        for _ in 0..SECTIONS {
            for join in self.iter() {
                let pair = join.ends().iter().fold(0, |bits, &(section, _)| bits | 1 << section);
                if reached & pair != 0 {
                    reached |= pair;
                }
            }
        }
        reached
    }

    /// The joins that do not involve a section.
    pub(in crate::games::whack) fn without(self, section: usize) -> Joins {
        let others = self.iter().filter(|join| join.ends().iter().all(|&(own, _)| own != section));
        others.fold(Joins::default(), Joins::with)
    }

    /// The list with `join` added; unchanged if the list is full.
    pub(in crate::games::whack) fn with(self, join: Join) -> Joins {
        let mut bytes = self.bytes;
        if let Some(free) = bytes.iter_mut().find(|byte| **byte == 0) {
            *free = join.0;
            let used = self.len() + 1;
            bytes[..used].sort_unstable();
        }
        Joins { bytes }
    }

    /// The number of this list among all lists of at most six joins, below 2^30. Shorter lists come
    /// first; lists of one length are numbered by the combinatorial number system. Packs a list of
    /// six joins into 30 bits.
    pub(in crate::games::whack) fn number(self) -> u32 {
        let place = |join: Join| ALL.binary_search(&join).unwrap_or_default();
        let shorter: u32 = (0..self.len()).map(|len| choose(ALL.len(), len)).sum();
        shorter + (1..).zip(self.iter()).map(|(nth, join)| choose(place(join), nth)).sum::<u32>()
    }

    /// The list with this [`Joins::number`].
    pub(in crate::games::whack) fn from_number(mut number: u32) -> Joins {
        let mut len = 0;
        while len < MAX_JOINS && number >= choose(ALL.len(), len) {
            number -= choose(ALL.len(), len);
            len += 1;
        }
        let mut joins = Joins::default();
        for nth in (1..=len).rev() {
            let place = (0..ALL.len()).rfind(|&place| choose(place, nth) <= number).unwrap_or_default();
            number -= choose(place, nth);
            joins = joins.with(ALL[place]);
        }
        joins
    }

    /// Parses the list in an arrangement text; `-` is an empty list.
    ///
    /// # Errors
    /// An invalid list, with `field` as the name of the field.
    pub(in crate::games::whack) fn parse(text: &str, field: &str) -> Result<Joins, TextError> {
        let mut joins = Joins::default();
        if text == "-" {
            return Ok(joins);
        }
        let mut last = None;
        for (index, part) in text.split('+').enumerate() {
            let wrong = |expected: &str| TextError::new(field, expected, part);
            let join =
                Join::parse(part).ok_or_else(|| wrong("joins such as A0B3, the earlier section first, joined by +"))?;
            if last >= Some(join) {
                return Err(wrong("joins in order, each once"));
            }
            if index == MAX_JOINS {
                return Err(TextError::new(field, format!("at most {MAX_JOINS} joins"), text));
            }
            joins.bytes[index] = join.0;
            last = Some(join);
        }
        Ok(joins)
    }
}

/// The binomial coefficient: the number of sets of `k` out of `n` items.
fn choose(n: usize, k: usize) -> u32 {
    (0..k as u64).fold(1, |count, i| count * (n as u64).saturating_sub(i) / (i + 1)) as u32
}

impl fmt::Display for Joins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.len() == 0 {
            return f.write_str("-");
        }
        for (index, join) in self.iter().enumerate() {
            write!(f, "{}{join}", if index == 0 { "" } else { "+" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_lists() {
        let list = |bits: u128| {
            (0..ALL.len()).filter(|i| bits >> i & 1 == 1).fold(Joins::default(), |list, i| list.with(ALL[i]))
        };
        // Up to six neighbouring joins from each start in the list, then every eighth join.
        let some = (0..91).flat_map(|shift| (0..64_u128).map(move |bits| list(bits << shift)));
        let spread = (0..4096_u128)
            .filter(|bits| bits.count_ones() <= 6)
            .map(|bits| list((0..12).map(|i| (bits >> i & 1) << (8 * i)).sum()));
        for joins in some.chain(spread) {
            assert!(joins.number() < 1 << 30, "{joins}");
            assert_eq!(Joins::from_number(joins.number()), joins);
        }
        assert_eq!(Joins::default().number(), 0);
        assert_eq!(Joins::default().with(ALL[0]).number(), 1);
        assert_eq!(list(1 << 95).number(), 96);
        assert_eq!(list(0b11).number(), 97);
    }
}
