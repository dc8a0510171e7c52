//! Refusals of illegal placings and board changes.

use super::action::{Action, ActionKind};
use super::board::arrangement::{Arrangement, InvalidBoard, placements_of};
use super::board::cell::{Cell, beside_edge, cells, names};
use super::board::changes::{Changes, HALVES, motion};
use super::board::joins::{Joins, SECTIONS, letter};
use super::board::roll::Roll;
use super::position::{Phase, Whack, team};
use crate::engine::{self, Illegal};

const SET_UP: &str = "whack.md, Set-up";
const VALID_BOARDS: &str = "whack.md, Valid boards";
const BOARD_CHANGES: &str = "whack.md, Board changes";

/// The refusal of a placing or a change while one of them is due.
pub(super) fn refuse_change(position: &Whack, action: Action) -> Illegal {
    match (action.kind(), position.phase) {
        (ActionKind::Change(after), Phase::OpenChange(roll) | Phase::RollChange(roll)) => {
            refuse_roll(position, roll, after)
        }
        (ActionKind::Change(after), _) => refuse_placing(position, after),
        (ActionKind::ImpossibleChange(joins), _) => refuse_joins(joins),
        _ => Illegal::new(BOARD_CHANGES, "A board change is due."),
    }
}

/// The refusal of joins that do not form a valid board.
fn refuse_joins(joins: Joins) -> Illegal {
    let ends = |[one, other]: [(usize, u8); 2], reason: &str| {
        let ((section, edge), (other_section, other_edge)) = (one, other);
        let (section, other_section) = (letter(section), letter(other_section));
        let reason = format!("Edge {edge} of {section} and edge {other_edge} of {other_section} {reason}.");
        Illegal::new(VALID_BOARDS, reason).at(edge_cells(one).chain(edge_cells(other)))
    };
    let refusal = |reason: String| Illegal::new(VALID_BOARDS, reason);
    match placements_of(joins) {
        Err(InvalidBoard::Unequal(join)) => ends(join.ends(), "differ in size and cannot be joined"),
        Err(InvalidBoard::Contradictory(join)) => ends(join.ends(), "do not meet, given the other joins"),
        Err(InvalidBoard::Shifted(edges)) => ends(edges, "would touch without coinciding"),
        Err(InvalidBoard::Unnamed(join)) => ends(join.ends(), &format!("also coincide, so {join} must be named")),
        Err(InvalidBoard::Loose(section)) => {
            refusal(format!("The board would fall apart: nothing connects {} to A.", letter(section)))
        }
        Err(InvalidBoard::Overlapping(one, other)) => {
            refusal(format!("Sections {} and {} would overlap.", letter(one), letter(other)))
        }
        Ok(_) => refusal("This is not a valid board.".into()),
    }
}

/// The cells along an edge of a section.
fn edge_cells((section, edge): (usize, u8)) -> impl Iterator<Item = engine::Cell> {
    (0..4).map(move |index| {
        let (file, rank) = beside_edge(edge, index, 0);
        Cell::at(section, file, rank).on_table()
    })
}

/// The refusal of a placing of the next section.
fn refuse_placing(position: &Whack, after: Arrangement) -> Illegal {
    let section = position.arrangement.sections();
    let placed = letter(section);
    let refusal = |reason: String| Illegal::new(SET_UP, reason);
    if after.sections() != section + 1 {
        return refusal(format!("{} must place section {placed}.", team(position.side)));
    }
    let old = position.arrangement.joins();
    if old.iter().any(|join| after.joins().iter().all(|other| other != join)) {
        return refusal(format!("The sections on the table keep their joins, {old}."));
    }
    match after.joins().of(section) {
        1 => refusal(format!("Section {placed} has to join an end of the track, a section with only one join so far.")),
        count => refusal(format!("Section {placed} has to have exactly one join: here it would have {count}.")),
    }
}

/// The refusal of a change that the roll does not allow.
fn refuse_roll(position: &Whack, roll: Roll, after: Arrangement) -> Illegal {
    let before = position.arrangement;
    let refusal = |reason: String| Illegal::new(BOARD_CHANGES, reason);
    if after.sections() < SECTIONS {
        return refusal(format!("Section {} would be missing.", letter(after.sections())));
    }
    if after == before {
        return refusal("The new board must differ from the old one.".into());
    }
    if Changes::of(before).by(roll).contains(&after) {
        let kings = position.kings_exposed_by(after, position.kings_in_check(position.side));
        let attackers = position.pieces.attackers_to_any(after.graph(), kings, position.side.other());
        let (player, kings_named) = (team(position.side), names(kings));
        let reason =
            format!("The change would give check to {player}'s own king on {kings_named}, from {}.", names(attackers));
        return refusal(reason).at(cells(kings | attackers).map(Cell::on_table));
    }
    let reason = match roll {
        Roll::Tip | Roll::Dig | Roll::Wild | Roll::Hop => refuse_single(roll, before, after),
        Roll::Aim => refuse_halves(before, after),
        Roll::Swap => "exchanges two sections; this board is not the result".into(),
    };
    refusal(format!("{} {reason}.", roll.name()))
}

fn refuse_single(roll: Roll, before: Arrangement, after: Arrangement) -> String {
    let lifted = motion(before, Roll::Wild, after).and_then(|motion| (0..SECTIONS).find(|&s| motion.moved[s]));
    let Some(section) = lifted else {
        return "moves one section; here more than one would be moved".into();
    };
    let (required, count) =
        (if roll == Roll::Tip { "exactly one join" } else { "two or more joins" }, after.joins().of(section));
    format!("requires {required}: {} would have {count}", letter(section))
}

fn refuse_halves(before: Arrangement, after: Arrangement) -> String {
    let (from, to) = (&before.board().placements, &after.board().placements);
    let keeps = |[one, other]: [usize; 2]| to[other].carried(to[one], from[one]) == from[other];
    let joined = |[one, other]: [usize; 2]| before.joins().between(one, other).is_some();
    let half = |[one, other]: [usize; 2]| format!("{} and {}", letter(one), letter(other));
    match HALVES.into_iter().find(|halves| halves.iter().all(|&half| keeps(half))) {
        None => "turns one half of the board, two joined sections, as a unit; here the halves are broken up".into(),
        Some(halves) => match halves.into_iter().find(|&half| !joined(half)) {
            Some(loose) => format!("moves halves of two joined sections; {} are not joined", half(loose)),
            None => format!("turns a half of the board; {} would only be shifted", half(halves[1])),
        },
    }
}
