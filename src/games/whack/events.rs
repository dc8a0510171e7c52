//! What actions do on the table, how hands make them, and what players are told.

use super::action::{Action, name, table_cell};
use super::arrangement::Arrangement;
use super::changes::motion;
use super::graph::cells;
use super::joins::{SECTIONS, letter};
use super::layout::Frame;
use super::position::{Phase, Whack, set_up, team};
use super::stack::Stack;
use crate::engine::{
    Cause, Cell, Die, Event, Gesture, GestureKind, Look, Manner, Notice, Piece, Place, Pose, SectionMove, Side,
};

fn look(stack: Stack) -> Look {
    Look::Pyramids(stack.sizes())
}

impl Whack {
    pub(super) fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        match action {
            Action::Roll(roll) => {
                out(Event::Rolled { by: self.side, die: Die::D6, symbol: roll.symbol(), at: None });
            }
            Action::Change(joins) => {
                let Some(after) = Arrangement::find(joins) else { return };
                out(Event::Rearranged { sections: self.section_moves(after) });
                if self.phase == Phase::Place && after.sections() == SECTIONS {
                    for (cell, side, stack) in set_up(after) {
                        out(Event::SetUp { at: table_cell(cell), side, look: look(stack) });
                    }
                }
            }
            Action::Move { from, to } => {
                let (manner, path) = self.way(from, to);
                let from = table_cell(from);
                match self.pieces.side(to) {
                    Some(side) if side == self.side => out(Event::Stacked { from, path, manner }),
                    enemy => {
                        if enemy.is_some() {
                            out(Event::Taken { at: table_cell(to), cause: Cause::Landed });
                        }
                        out(Event::Moved { from, path, manner });
                    }
                }
            }
        }
    }

    /// The shortest way of a piece to a cell.
    fn way(&self, from: u8, to: u8) -> (Manner, Vec<Cell>) {
        let graph = self.arrangement.graph();
        let index = usize::from(from);
        if (graph.sides[index] | graph.corners[index]) >> to & 1 == 1 {
            return (Manner::Slide, vec![table_cell(to)]);
        }
        let lines = self.pieces.stack(from).map_or(&[][..], |stack| stack.kind().lines());
        let rays = lines.iter().flat_map(|&line| (0..4).map(move |side| (line, side)));
        let ways = rays.filter_map(|(line, side)| {
            let ray: Vec<_> = graph.ray(line, from, side, self.pieces.occupied()).collect();
            let end = ray.iter().position(|&cell| cell == to)?;
            Some(ray[..=end].iter().copied().map(table_cell).collect::<Vec<_>>())
        });
        match ways.min_by_key(Vec::len) {
            Some(way) => (Manner::Slide, way),
            None => (Manner::Leap, vec![table_cell(to)]),
        }
    }

    /// Where each section lies after a change or a placing, with the others where they lie now; `None` where it stays.
    fn new_poses(&self, after: Arrangement) -> [Option<Pose>; SECTIONS] {
        let frame = Frame::of(self.arrangement);
        match self.phase {
            Phase::OpenChange(roll) | Phase::RollChange(roll) => {
                let motion = motion(self.arrangement, roll, after);
                let pose = |section: usize| {
                    let motion = motion.filter(|motion| motion.moved[section])?;
                    Some(frame.pose(motion.placements[section]))
                };
                std::array::from_fn(pose)
            }
            _ => {
                let placed = self.arrangement.sections();
                std::array::from_fn(|section| {
                    after.placement(section).filter(|_| section >= placed).map(|p| frame.pose(p))
                })
            }
        }
    }

    /// Every section that lies elsewhere afterwards. What stays is one body, which slides because the board is centred anew,
    /// and turns with section A where that is what was moved, see layout.rs. What is moved is one body more, or
    /// two after SWAP.
    fn section_moves(&self, after: Arrangement) -> Vec<SectionMove> {
        let (old, new) = (Frame::of(self.arrangement), Frame::of(after));
        let mut lifted = 0;
        let swaps = matches!(self.phase, Phase::OpenChange(super::Roll::Swap) | Phase::RollChange(super::Roll::Swap));
        let moves = self.new_poses(after).into_iter().enumerate().filter_map(|(section, pose)| {
            let from = self.arrangement.placement(section).map(|placement| old.pose(placement));
            let to = new.pose(after.placement(section)?);
            let body = match pose {
                None => 0,
                Some(_) => {
                    lifted = if swaps { lifted + 1 } else { 1 };
                    lifted
                }
            };
            (from != Some(to)).then_some(SectionMove { section: section as u8, body, from, to })
        });
        moves.collect()
    }

    pub(super) fn hand(&self, action: Action) -> Option<Gesture> {
        match action {
            Action::Roll(_) => None,
            Action::Change(joins) => {
                let poses = self.new_poses(Arrangement::find(joins)?).into_iter().enumerate();
                let moved = poses.filter_map(|(section, pose)| Some((section as u8, pose?))).collect();
                let kind = GestureKind::Rearrange(moved);
                Some(Gesture { from: None, to: None, count: None, kind, choice: Some(joins.to_string()) })
            }
            Action::Move { from, to } => {
                let kind = match self.pieces.side(to) {
                    None => GestureKind::Quiet,
                    Some(side) if side == self.side => GestureKind::Combine,
                    Some(_) => GestureKind::Capture,
                };
                Some(Gesture::new(Place::Cell(table_cell(from)), table_cell(to), kind))
            }
        }
    }

    pub(super) fn listed_pieces(&self) -> Vec<Piece> {
        let piece =
            |(cell, side, stack)| Piece { place: Place::Cell(table_cell(cell)), side: Some(side), look: look(stack) };
        self.pieces.iter().map(piece).collect()
    }

    pub(super) fn told(&self) -> Vec<Notice> {
        let calm = |text: String| Notice { text, cells: Vec::new(), urgent: false };
        let team_to_act = team(self.side);
        let due = match self.phase {
            _ if self.ended().is_some() => None,
            Phase::Place => {
                let section = self.arrangement.sections();
                let onto = match section {
                    1 => "section A",
                    2 => "A or B, with one join",
                    _ => "an end of the track, with one join",
                };
                Some(format!("{team_to_act} places section {}: join it to {onto}", letter(section)))
            }
            Phase::Open => Some(format!("Opening roll: {team_to_act} rolls for the board")),
            Phase::Roll => Some(format!("{team_to_act} has captured and rolls for the board")),
            Phase::OpenChange(roll) | Phase::RollChange(roll) => {
                Some(format!("{}: {team_to_act} has to {}", roll.name(), roll.task()))
            }
            Phase::Move => None,
        };
        let graph = self.arrangement.graph();
        let kings = Side::BOTH
            .into_iter()
            .flat_map(|side| cells(self.pieces.attacked_kings(graph, side, u64::MAX)).map(move |king| (side, king)));
        let checks = kings.map(|(side, king)| {
            let attackers = cells(self.pieces.attackers_to(graph, king, side.other()));
            let about = std::iter::once(king).chain(attackers).map(table_cell).collect();
            let text = format!("{}'s king on {} is in check", team(side), name(king));
            Notice { text, cells: about, urgent: true }
        });
        due.map(calm).into_iter().chain(checks).collect()
    }
}
