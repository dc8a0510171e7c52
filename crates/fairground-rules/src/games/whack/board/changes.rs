//! The results of each roll for a board, regardless of the safety of kings.

use std::sync::{LazyLock, OnceLock};

use super::arrangement::{Arrangement, InvalidBoard, joins_of, joins_with};
use super::joins::{Joins, SECTIONS};
use super::roll::Roll;
use super::wedge::{Placement, joinable};

/// The [`Changes`] of each board, by [`Arrangement::index`], computed on first use.
static CHANGES: LazyLock<Box<[OnceLock<Changes>]>> = LazyLock::new(|| {
    let count = Arrangement::count();
    std::iter::repeat_with(OnceLock::new).take(count).collect()
});

/// The three ways to divide a board into two halves, the half with section A first.
pub(in crate::games::whack) const HALVES: [[[usize; 2]; 2]; 3] = [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]];

/// The boards that a change can turn a board into (assets/rules/whack.md, Board changes).
pub(in crate::games::whack) struct Changes {
    /// The boards by roll, ordered by text.
    by_roll: [Vec<Arrangement>; 6],
    /// The boards after placing the next section.
    pub(in crate::games::whack) placings: Vec<Arrangement>,
}

impl Changes {
    /// The boards reachable from a board by one change.
    pub(in crate::games::whack) fn of(before: Arrangement) -> &'static Changes {
        CHANGES[usize::from(before.index())].get_or_init(|| Changes::new(before))
    }

    /// The boards reachable with this roll, ordered by text.
    pub(in crate::games::whack) fn by(&self, roll: Roll) -> &[Arrangement] {
        &self.by_roll[roll as usize - 1]
    }

    fn new(before: Arrangement) -> Changes {
        let mut changes = Changes { by_roll: Default::default(), placings: Vec::new() };
        if before.sections() < SECTIONS {
            placings(before, &mut changes.placings);
        } else {
            let [tip, aim, dig, swap, _, wild] = &mut changes.by_roll;
            sections_moved(before, |after, joins| {
                if joins == 1 { &mut *tip } else { &mut *dig }.push(after);
                wild.push(after);
            });
            halves_turned(before, aim);
            sections_swapped(before, swap);
        }
        for list in changes.by_roll.iter_mut().chain([&mut changes.placings]) {
            list.sort_unstable();
            list.dedup();
        }
        changes
    }
}

/// The board with these joins, if it is valid and differs from `before`.
fn changed(before: Arrangement, joins: Result<Joins, InvalidBoard>) -> Option<Arrangement> {
    joins.ok().and_then(Arrangement::find).filter(|&after| after != before)
}

/// TIP, DIG, WILD: moves one section elsewhere. Passes each board to `found` with the section's
/// number of joins on it.
fn sections_moved(before: Arrangement, mut found: impl FnMut(Arrangement, usize)) {
    for section in 0..SECTIONS {
        let mut others = before.placements();
        others[section] = None;
        let rest = before.joins().without(section);
        for beside in others.iter().flatten() {
            for (edge, own) in joinable() {
                let joins = joins_with(&others, rest, section, beside.joined(edge, own));
                // Without the section, the others may fall apart. If its new place does not
                // reconnect them, these joins may belong to a board of fewer sections.
                if let Some(after) = changed(before, joins).filter(|after| after.sections() == SECTIONS) {
                    found(after, after.joins().of(section));
                }
            }
        }
    }
}

/// AIM: turns the half of the board without section A and rejoins it to the other half.
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
                // A shift without a turn is not allowed.
                if to.turn != from.turn {
                    let mut sections = placements;
                    sections[turning] = Some(to);
                    sections[along] = Some(carried.carried(from, to));
                    found.extend(changed(before, joins_of(&sections)));
                }
            }
        }
    }
}

/// SWAP: exchanges two sections.
fn sections_swapped(before: Arrangement, found: &mut Vec<Arrangement>) {
    for section in 0..SECTIONS {
        for other in 0..section {
            let mut sections = before.placements();
            sections.swap(section, other);
            found.extend(changed(before, joins_of(&sections)));
        }
    }
}

/// Places the next section with exactly one join. D must join a section with a single join
/// (assets/rules/whack.md, Set-up).
fn placings(before: Arrangement, found: &mut Vec<Arrangement>) {
    let section = before.sections();
    for (other, placement) in before.board().placements.iter().enumerate() {
        if section == 3 && before.joins().of(other) != 1 {
            continue;
        }
        for (edge, own) in joinable() {
            let joins = joins_with(&before.placements(), before.joins(), section, placement.joined(edge, own));
            found.extend(changed(before, joins).filter(|after| after.joins().of(section) == 1));
        }
    }
}

/// The movement of sections during a change, relative to the table before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::whack) struct Motion {
    /// The placement of every section afterwards. Section A was at home before the change.
    pub(in crate::games::whack) placements: [Placement; SECTIONS],
    /// Whether each section moves.
    pub(in crate::games::whack) moved: [bool; SECTIONS],
}

/// The motion with which `roll` turns one board of four sections into another; `None` if it cannot.
pub(in crate::games::whack) fn motion(before: Arrangement, roll: Roll, after: Arrangement) -> Option<Motion> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The boards listed for a roll are exactly the results of a permitted motion of sections.
    #[test]
    fn every_change_is_a_motion() {
        for before in Arrangement::all().step_by(97) {
            for roll in Roll::ALL {
                for &after in Changes::of(before).by(roll) {
                    let motion = motion(before, roll, after);
                    let motion = motion.unwrap_or_else(|| panic!("{} {roll:?} {}", before.joins(), after.joins()));
                    assert_eq!(joins_of(&motion.placements.map(Some)), Ok(after.joins()));
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
                        Changes::of(before).by(roll).contains(&after),
                        fits,
                        "{} {roll:?} {}",
                        before.joins(),
                        after.joins()
                    );
                }
            }
        }
    }

    /// Placing a section is always possible while one is due.
    #[test]
    fn sections_can_always_be_placed() {
        let mut placed = vec![Arrangement::LONE];
        while let Some(before) = placed.pop() {
            if before.sections() < SECTIONS {
                assert!(!Changes::of(before).placings.is_empty());
                placed.extend(&Changes::of(before).placings);
            }
        }
    }
}
