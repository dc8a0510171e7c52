//! Why a placing or a board change is not legal.

use super::action::table_cell;
use super::arrangement::{Arrangement, InvalidBoard, examined};
use super::changes::{HALVES, Roll, motion};
use super::check::{CHANGES, SET_UP, WEDGES, names};
use super::graph::{along, cells};
use super::joins::{Joins, SECTIONS, letter};
use super::position::{Phase, Whack, team};
use crate::engine::{Cell, Illegal};

/// The cells along an edge of a section.
fn edge_cells((section, edge): (usize, u8)) -> impl Iterator<Item = Cell> {
    (0..4).map(move |index| {
        let (file, rank) = along(edge, index);
        table_cell((section as u8) << 4 | rank << 2 | file)
    })
}

/// rules/whack.md, Wedges: why sections cannot be joined so.
fn misfit(fault: InvalidBoard) -> Illegal {
    let edge = |(section, edge): (usize, u8)| format!("edge {edge} of {}", letter(section));
    let ends = |[one, other]: [(usize, u8); 2], reason: &str| {
        let reason = format!("{} and {} {reason}", edge(one), edge(other));
        Illegal::new(WEDGES, reason).at(edge_cells(one).chain(edge_cells(other)))
    };
    match fault {
        InvalidBoard::Unequal(join) => ends(join.ends(), "are of different size and cannot be joined"),
        InvalidBoard::Contradictory(join) => ends(join.ends(), "do not meet, as the other joins lie"),
        InvalidBoard::Shifted(edges) => ends(edges, "would touch without coinciding"),
        InvalidBoard::Unnamed(join) => ends(join.ends(), &format!("coincide too, so {join} has to be named")),
        InvalidBoard::Loose(section) => {
            Illegal::new(WEDGES, format!("the board would fall apart: nothing holds {} to A", letter(section)))
        }
        InvalidBoard::Overlapping(one, other) => {
            Illegal::new(WEDGES, format!("sections {} and {} would overlap", letter(one), letter(other)))
        }
    }
}

impl Whack {
    /// Why a placing or a change that is due may not lead to these joins.
    pub(super) fn refuse_change(&self, joins: Joins) -> Illegal {
        let after = match Arrangement::find(joins) {
            Some(after) => after,
            None => return examined(joins).map_or_else(misfit, |_| Illegal::new(WEDGES, "this is no valid board")),
        };
        match self.phase {
            Phase::OpenChange(roll) | Phase::RollChange(roll) => self.refuse_roll(roll, after),
            _ => self.refuse_placing(after),
        }
    }

    /// rules/whack.md, Set-up.
    fn refuse_placing(&self, after: Arrangement) -> Illegal {
        let section = self.arrangement.sections();
        let placed = letter(section);
        let no = |reason: String| Illegal::new(SET_UP, reason);
        if after.sections() != section + 1 {
            return no(format!("{} has to place section {placed}, and no other", team(self.side)));
        }
        let old = self.arrangement.joins();
        if old.iter().any(|join| after.joins().iter().all(|other| other != join)) {
            return no(format!("the sections that lie on the table keep their joins, {old}"));
        }
        match after.joins().of(section) {
            1 => no(format!("section {placed} has to join an end of the track, a section with only one join so far")),
            count => no(format!("section {placed} has to have exactly one join: here it would have {count}")),
        }
    }

    /// rules/whack.md, Board changes.
    fn refuse_roll(&self, roll: Roll, after: Arrangement) -> Illegal {
        let before = self.arrangement;
        let no = |reason: String| Illegal::new(CHANGES, reason);
        if after.sections() < SECTIONS {
            return no(format!("section {} would be missing", letter(after.sections())));
        }
        if after == before {
            return no("a board change has to change the board".into());
        }
        if before.changes().by(roll).contains(&after) {
            let already = self.pieces.attacked_kings(before.graph(), self.side, u64::MAX);
            let kings = self.checked_by(after, already);
            let attackers = cells(kings)
                .fold(0, |bits, king| bits | self.pieces.attackers_to(after.graph(), king, self.side.other()));
            let reason = format!(
                "the change would give check to {}'s own king on {}, from {}",
                team(self.side),
                names(kings),
                names(attackers)
            );
            return no(reason).at(cells(kings | attackers).map(table_cell));
        }
        let reason = match roll {
            Roll::Tip | Roll::Dig | Roll::Wild | Roll::Hop => refuse_single(roll, before, after),
            Roll::Aim => refuse_halves(before, after),
            Roll::Swap => {
                "exchanges two sections, each in the other's place corner for corner; that does not give this board"
                    .into()
            }
        };
        no(format!("{} {reason}", roll.name()))
    }
}

fn refuse_single(roll: Roll, before: Arrangement, after: Arrangement) -> String {
    let lifted = motion(before, Roll::Wild, after).and_then(|motion| (0..SECTIONS).find(|&s| motion.moved[s]));
    let Some(section) = lifted else {
        return "puts one section elsewhere; here more than one would be moved".into();
    };
    let (wanted, count) =
        (if roll == Roll::Tip { "exactly one join" } else { "two or more joins" }, after.joins().of(section));
    format!("wants {wanted}: {} would have {count}", letter(section))
}

fn refuse_halves(before: Arrangement, after: Arrangement) -> String {
    let (from, to) = (&before.board().placements, &after.board().placements);
    let keeps = |[one, other]: [usize; 2]| to[other].carried(to[one], from[one]) == from[other];
    let joined = |[one, other]: [usize; 2]| before.joins().between(one, other).is_some();
    let half = |[one, other]: [usize; 2]| format!("{} and {}", letter(one), letter(other));
    match HALVES.into_iter().find(|halves| halves.iter().all(|&half| keeps(half))) {
        None => {
            "turns one half of the board, two joined sections, as one; here the sections do not keep together by twos"
                .into()
        }
        Some(halves) => match halves.into_iter().find(|&half| !joined(half)) {
            Some(loose) => format!("moves halves of two joined sections; {} are not joined", half(loose)),
            None => format!("turns a half of the board; {} would only be shifted", half(halves[1])),
        },
    }
}
