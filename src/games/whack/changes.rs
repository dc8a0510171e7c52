//! Board changes: which boards each roll can make of a board (rules/whack.md, Board changes), checks left out.

use super::arrangement::{Arrangement, InvalidBoard, assembled, attached};
use super::joins::{Join, Joins, SECTIONS};
use super::wedge::{Placement, joinable};

/// What a die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the documentation; rules/whack.md, Board changes says what they do")]
pub enum Roll {
    Tip = 1,
    Aim,
    Dig,
    Swap,
    Hop,
    Wild,
}

impl Roll {
    /// Every roll, 1 to 6.
    pub const ALL: [Roll; 6] = [Roll::Tip, Roll::Aim, Roll::Dig, Roll::Swap, Roll::Hop, Roll::Wild];

    /// The number on the die.
    pub(super) const fn symbol(self) -> &'static str {
        ["1", "2", "3", "4", "5", "6"][self as usize - 1]
    }

    /// The roll with this number.
    pub(super) fn from_symbol(symbol: &str) -> Option<Roll> {
        Roll::ALL.into_iter().find(|roll| roll.symbol() == symbol)
    }

    /// The name in the rules.
    pub(super) const fn name(self) -> &'static str {
        ["TIP", "AIM", "DIG", "SWAP", "HOP", "WILD"][self as usize - 1]
    }

    /// What it asks for.
    pub(super) const fn task(self) -> &'static str {
        match self {
            Roll::Tip => "put one section elsewhere, with exactly one join",
            Roll::Aim => "turn one half of the board, two joined sections, and rejoin it",
            Roll::Dig => "put one section elsewhere, with two or more joins",
            Roll::Swap => "exchange two sections",
            Roll::Hop => "nothing changes",
            Roll::Wild => "put one section elsewhere, with any number of joins",
        }
    }
}

/// The three ways to part a board into two halves, the one with section A first.
pub(super) const HALVES: [[[usize; 2]; 2]; 3] = [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]];

/// The boards that can be made of one board.
pub(super) struct Changes {
    /// Those by each roll, by text.
    by_roll: [Vec<Arrangement>; 6],
    /// Those by placing the next section (rules/whack.md, Set-up).
    pub(super) placings: Vec<Arrangement>,
}

impl Changes {
    pub(super) fn by(&self, roll: Roll) -> &[Arrangement] {
        &self.by_roll[roll as usize - 1]
    }

    pub(super) fn new(before: Arrangement) -> Changes {
        let mut changes = Changes { by_roll: Default::default(), placings: Vec::new() };
        if before.sections() < SECTIONS {
            placings(before, &mut changes.placings);
        } else {
            let [tip, aim, dig, swap, _, wild] = &mut changes.by_roll;
            elsewhere(before, |after, joins| {
                if joins == 1 { &mut *tip } else { &mut *dig }.push(after);
                wild.push(after);
            });
            halves_turned(before, aim);
            exchanged(before, swap);
        }
        for list in changes.by_roll.iter_mut().chain([&mut changes.placings]) {
            list.sort_unstable();
            list.dedup();
        }
        changes
    }
}

/// The board of these joins, if it is valid and another than before.
fn changed(before: Arrangement, joins: Result<Joins, InvalidBoard>) -> Option<Arrangement> {
    joins.ok().and_then(Arrangement::find).filter(|&after| after != before)
}

/// TIP, DIG, WILD: one section somewhere else; with the number of its joins there.
fn elsewhere(before: Arrangement, mut found: impl FnMut(Arrangement, usize)) {
    for section in 0..SECTIONS {
        let mut others = before.placements();
        others[section] = None;
        let rest = before.joins().without(section);
        for beside in others.iter().flatten() {
            for (edge, own) in joinable() {
                let joins = attached(&others, rest, section, beside.joined(edge, own));
                // If the others fall apart without the section, and it does not hold them together where it is put now,
                // these may be the joins of a board of fewer sections.
                if let Some(after) = changed(before, joins).filter(|after| after.sections() == SECTIONS) {
                    found(after, after.joins().of(section));
                }
            }
        }
    }
}

/// AIM: the half of the board without section A, turned and rejoined to the other half.
fn halves_turned(before: Arrangement, found: &mut Vec<Arrangement>) {
    let placements = before.placements();
    let joined = |[one, other]: [usize; 2]| before.joins().between(one, other).is_some();
    for [still, turning] in HALVES {
        if !joined(still) || !joined(turning) {
            continue;
        }
        for (still, turning, along) in still.into_iter().flat_map(|still| {
            let [one, other] = turning;
            [(still, one, other), (still, other, one)]
        }) {
            let (Some(anchor), Some(from), Some(carried)) = (placements[still], placements[turning], placements[along])
            else {
                continue;
            };
            for (edge, own) in joinable() {
                let to = anchor.joined(edge, own);
                // A mere shift is no turn.
                if to.turn != from.turn {
                    let mut sections = placements;
                    sections[turning] = Some(to);
                    sections[along] = Some(carried.carried(from, to));
                    found.extend(changed(before, assembled(&sections)));
                }
            }
        }
    }
}

/// SWAP: two sections, each in the other's place.
fn exchanged(before: Arrangement, found: &mut Vec<Arrangement>) {
    for section in 0..SECTIONS {
        for other in 0..section {
            let mut sections = before.placements();
            sections.swap(section, other);
            found.extend(changed(before, assembled(&sections)));
        }
    }
}

/// rules/whack.md, Set-up: B joins A at one edge, C one of A and B, D a section with only one join so far; each by exactly
/// one join.
fn placings(before: Arrangement, found: &mut Vec<Arrangement>) {
    let section = before.sections();
    for (other, placement) in before.board().placements.iter().enumerate() {
        if section == 3 && before.joins().of(other) != 1 {
            continue;
        }
        for (edge, own) in joinable() {
            let joins = attached(&before.placements(), before.joins(), section, placement.joined(edge, own));
            found.extend(changed(before, joins).filter(|after| after.joins().of(section) == 1));
        }
    }
}

/// How sections are moved by a change, on the table as it lies before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Motion {
    /// Where every section lies afterwards, A at home before.
    pub(super) placements: [Placement; SECTIONS],
    /// Whether it is moved.
    pub(super) moved: [bool; SECTIONS],
}

/// The sections that a roll moves to make one board of four sections of another; `None` if it cannot be so.
pub(super) fn motion(before: Arrangement, roll: Roll, after: Arrangement) -> Option<Motion> {
    let (from, to) = (&before.board().placements, &after.board().placements);
    (0..SECTIONS).find_map(|still| {
        let mut placements = [Placement::HOME; SECTIONS];
        for (placement, end) in placements.iter_mut().zip(to) {
            *placement = end.carried(*to.get(still)?, *from.get(still)?);
        }
        let mut moved = [false; SECTIONS];
        for ((moved, end), start) in moved.iter_mut().zip(&placements).zip(from) {
            *moved = end != start;
        }
        let mut movers = (0..SECTIONS).filter(|&section| moved[section]);
        let fits = match (roll, movers.next(), movers.next(), movers.next()) {
            (Roll::Tip | Roll::Dig | Roll::Wild, Some(_), None, None) => true,
            (Roll::Aim, Some(one), Some(other), None) => {
                let as_one = from[other].carried(from[one], placements[one]) == placements[other];
                let rest = (0..SECTIONS).filter(|&section| !moved[section]);
                let inner = |(one, other): (usize, usize)| before.joins().between(one, other).is_some();
                let rest_joined = rest.clone().zip(rest.skip(1)).all(inner);
                as_one && inner((one, other)) && rest_joined && placements[one].turn != from[one].turn
            }
            (Roll::Swap, Some(one), Some(other), None) => {
                placements[one] == from[other] && placements[other] == from[one]
            }
            _ => false,
        };
        fits.then_some(Motion { placements, moved })
    })
}

/// The ends of the track of a newly placed board: section D and the one at the other end, each with its joined edge.
pub(super) fn track_ends(arrangement: Arrangement) -> Option<[(usize, u8); 2]> {
    let joins = arrangement.joins();
    let end = |section: usize| {
        let own = |join: Join| join.ends().into_iter().find(|&(other, _)| other == section);
        (joins.of(section) == 1).then(|| joins.iter().find_map(own)).flatten()
    };
    Some([end(3)?, (0..3).find_map(end)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each roll lists exactly the boards that a motion of the sections that it allows makes.
    #[test]
    fn every_change_is_a_motion() {
        for before in Arrangement::all().step_by(97) {
            for roll in Roll::ALL {
                for &after in before.changes().by(roll) {
                    let motion = motion(before, roll, after);
                    let motion = motion.unwrap_or_else(|| panic!("{} {roll:?} {}", before.joins(), after.joins()));
                    assert_eq!(assembled(&motion.placements.map(Some)), Ok(after.joins()));
                }
            }
            for after in Arrangement::all() {
                for roll in Roll::ALL {
                    let mut fits = after != before && motion(before, roll, after).is_some();
                    if let (Roll::Tip | Roll::Dig, Some(motion)) = (roll, motion(before, roll, after)) {
                        let lifted = (0..SECTIONS).find(|&section| motion.moved[section]);
                        fits &= (after.joins().of(lifted.unwrap()) == 1) == (roll == Roll::Tip);
                    }
                    assert_eq!(
                        before.changes().by(roll).contains(&after),
                        fits,
                        "{} {roll:?} {}",
                        before.joins(),
                        after.joins()
                    );
                }
            }
        }
    }

    /// A player who has to place a section always can.
    #[test]
    fn sections_can_always_be_placed() {
        let mut placed = vec![Arrangement::LONE];
        while let Some(before) = placed.pop() {
            if before.sections() == SECTIONS {
                assert!(track_ends(before).is_some());
            } else {
                assert!(!before.changes().placings.is_empty());
                placed.extend(&before.changes().placings);
            }
        }
    }
}
