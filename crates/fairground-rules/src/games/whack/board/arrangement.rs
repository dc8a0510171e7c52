//! The list of all valid boards. An index into it identifies a board.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use arrayvec::ArrayVec;

use super::graph::Graph;
use super::joins::{Join, Joins, SECTIONS};
use super::wedge::{Contact, Placement, joinable};

/// The placement of each section; `None` if it is not on the table.
pub(in crate::games::whack) type Sections = [Option<Placement>; SECTIONS];

/// Every valid board of the first one to four sections, ordered by text.
static BOARDS: LazyLock<Box<[Board]>> = LazyLock::new(list);

/// A valid board (assets/rules/whack.md, Valid boards), as an index into the list of all valid
/// boards. Ordered like its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arrangement(u16);

/// Data derived from a valid board.
pub(in crate::games::whack) struct Board {
    pub(in crate::games::whack) joins: Joins,
    /// The placements by section, with A at home.
    pub(in crate::games::whack) placements: ArrayVec<Placement, SECTIONS>,
    graph: OnceLock<Box<Graph>>,
}

/// Reason why joins do not form a valid board (assets/rules/whack.md, Valid boards).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::whack) enum InvalidBoard {
    /// A join of a long and a short edge.
    Unequal(Join),
    /// A section that is not connected to A.
    Loose(usize),
    /// A join that contradicts the joins before it.
    Contradictory(Join),
    /// Two sections that overlap.
    Overlapping(usize, usize),
    /// Two edges, each with its section, that touch along more than a point but do not coincide.
    Shifted([(usize, u8); 2]),
    /// Two edges that coincide without a join in the list.
    Unnamed(Join),
}

impl Arrangement {
    /// Section A alone.
    pub(in crate::games::whack) const LONE: Arrangement = Arrangement(0);

    /// The board with exactly these joins, if it is valid.
    pub(in crate::games::whack) fn find(joins: Joins) -> Option<Arrangement> {
        let index = BOARDS.binary_search_by_key(&joins, |board| board.joins).ok()?;
        u16::try_from(index).ok().map(Arrangement)
    }

    /// All arrangements of the four sections.
    #[cfg(test)]
    pub(in crate::games::whack) fn all() -> impl Iterator<Item = Arrangement> {
        (0..BOARDS.len() as u16).map(Arrangement).filter(|arrangement| arrangement.sections() == SECTIONS)
    }

    pub(in crate::games::whack) fn board(self) -> &'static Board {
        &BOARDS[usize::from(self.0)]
    }

    pub(in crate::games::whack) fn joins(self) -> Joins {
        self.board().joins
    }

    /// The number of sections on the table.
    pub(in crate::games::whack) fn sections(self) -> usize {
        self.board().placements.len()
    }

    /// The placement of a section, with A at home.
    pub(in crate::games::whack) fn placement(self, section: usize) -> Option<Placement> {
        self.board().placements.get(section).copied()
    }

    /// The placement of each section, with A at home.
    pub(in crate::games::whack) fn placements(self) -> Sections {
        std::array::from_fn(|section| self.placement(section))
    }

    /// The graph of steps on this board, computed on first use.
    pub(in crate::games::whack) fn graph(self) -> &'static Graph {
        self.board().graph.get_or_init(|| Box::new(Graph::new(self.joins())))
    }

    /// The number of valid boards of one to four sections.
    pub(in crate::games::whack) fn count() -> usize {
        BOARDS.len()
    }

    pub(in crate::games::whack) const fn index(self) -> u16 {
        self.0
    }

    /// The board with this [`Arrangement::index`].
    pub(in crate::games::whack) const fn from_index(index: u16) -> Arrangement {
        Arrangement(index)
    }
}

/// The joins of these placements, all of which have to be connected.
pub(in crate::games::whack) fn joins_of(sections: &Sections) -> Result<Joins, InvalidBoard> {
    let mut joins = Joins::default();
    let mut earlier = [None; SECTIONS];
    for (section, placement) in sections.iter().enumerate() {
        if let Some(placement) = *placement {
            joins = joins_with(&earlier, joins, section, placement)?;
            earlier[section] = Some(placement);
        }
    }
    let reached = joins.connected_to(0);
    let loose = (0..SECTIONS).find(|&section| sections[section].is_some() && reached >> section & 1 == 0);
    loose.map_or(Ok(joins), |section| Err(InvalidBoard::Loose(section)))
}

/// The joins after another section is placed beside sections with these joins, even if they are not
/// connected.
pub(in crate::games::whack) fn joins_with(
    sections: &Sections,
    mut joins: Joins,
    section: usize,
    placement: Placement,
) -> Result<Joins, InvalidBoard> {
    for (other, other_placement) in sections.iter().enumerate() {
        let Some(other_placement) = *other_placement else { continue };
        match placement.contact(other_placement) {
            Contact::Apart => {}
            Contact::Joined(edge, other_edge) => joins = joins.with(Join::new(section, edge, other, other_edge)),
            Contact::Shifted(edge, other_edge) => {
                return Err(InvalidBoard::Shifted([(other, other_edge), (section, edge)]));
            }
            Contact::Overlapping => return Err(InvalidBoard::Overlapping(other, section)),
        }
    }
    Ok(joins)
}

/// The placements of the sections from A to the last one named in the joins, or the reason why the
/// board is invalid.
pub(in crate::games::whack) fn placements_of(joins: Joins) -> Result<Sections, InvalidBoard> {
    if let Some(join) = joins.iter().find(|join| !join.fits()) {
        return Err(InvalidBoard::Unequal(join));
    }
    let mut sections: Sections = [Some(Placement::HOME), None, None, None];
    for _ in 1..SECTIONS {
        for join in joins.iter() {
            let [(section, edge), (other, other_edge)] = join.ends();
            match (sections[section], sections[other]) {
                (Some(placement), None) => sections[other] = Some(placement.joined(edge, other_edge)),
                (None, Some(placement)) => sections[section] = Some(placement.joined(other_edge, edge)),
                _ => {}
            }
        }
    }
    let last = joins.iter().map(|join| join.ends()[1].0).max().unwrap_or(0);
    if let Some(section) = (0..=last).find(|&section| sections[section].is_none()) {
        return Err(InvalidBoard::Loose(section));
    }
    for join in joins.iter() {
        let [(section, edge), (other, other_edge)] = join.ends();
        if let (Some(placement), Some(other)) = (sections[section], sections[other])
            && placement.joined(edge, other_edge) != other
        {
            return Err(InvalidBoard::Contradictory(join));
        }
    }
    let all = joins_of(&sections)?;
    let unnamed = all.iter().find(|&join| joins.iter().all(|named| named != join));
    unnamed.map_or(Ok(sections), |join| Err(InvalidBoard::Unnamed(join)))
}

/// Lists all valid boards by adding sections one by one, in any order. The list is complete because
/// each valid board has a section whose removal leaves a smaller valid board (a leaf of a spanning
/// tree of its joins).
fn list() -> Box<[Board]> {
    let lone = [Some(Placement::HOME), None, None, None];
    let mut valid = BTreeMap::from([(Joins::default(), lone)]);
    let mut growing = vec![(Joins::default(), lone)];
    while let Some((joins, sections)) = growing.pop() {
        for section in (1..SECTIONS).filter(|&section| sections[section].is_none()) {
            for beside in sections.iter().flatten() {
                for (edge, other) in joinable() {
                    let placement = beside.joined(edge, other);
                    let Ok(joins) = joins_with(&sections, joins, section, placement) else { continue };
                    let mut larger = sections;
                    larger[section] = Some(placement);
                    if valid.insert(joins, larger).is_none() {
                        growing.push((joins, larger));
                    }
                }
            }
        }
    }
    let in_order =
        |sections: &Sections| sections.iter().skip_while(|placement| placement.is_some()).all(Option::is_none);
    let boards = valid.into_iter().filter(|(_, sections)| in_order(sections)).map(|(joins, sections)| Board {
        joins,
        placements: sections.into_iter().flatten().collect(),
        graph: OnceLock::new(),
    });
    boards.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_reads_back() {
        for (index, board) in BOARDS.iter().enumerate() {
            let text = board.joins.to_string();
            assert_eq!(Joins::parse(&text, "joins"), Ok(board.joins));
            assert_eq!(Arrangement::find(board.joins).map(|found| usize::from(found.0)), Some(index), "{text}");
            assert_eq!(placements_of(board.joins), Ok(Arrangement(index as u16).placements()), "{text}");
        }
        // Two sections have 4 pairs of long edges and 4 of short ones. The other counts were taken
        // from this list.
        let counts = [2, 3, 4].map(|n| BOARDS.iter().filter(|board| board.placements.len() == n).count());
        assert_eq!(counts, [8, 140, 3612]);
    }

    #[test]
    fn invalid_boards() {
        let join = |text| Joins::parse(text, "joins").unwrap().iter().next().unwrap();
        for (text, fault) in [
            ("A0B1", InvalidBoard::Unequal(join("A0B1"))),
            ("A0B0+C0D0", InvalidBoard::Loose(2)),
            ("A0C0", InvalidBoard::Loose(1)),
            ("A0B0+A1B1", InvalidBoard::Contradictory(join("A1B1"))),
            ("A0B0+A0C0", InvalidBoard::Overlapping(1, 2)),
            ("A1B2+A2C1", InvalidBoard::Unnamed(join("B1C2"))),
        ] {
            assert_eq!(placements_of(Joins::parse(text, "joins").unwrap()), Err(fault), "{text}");
        }
    }
}
