//! Determines the themes of a puzzle from the events of its line.

use std::collections::BTreeSet;

use super::{Kind, Puzzle, Theme};
use fairground_rules::engine::{
    Cell, DynGame, Event, GestureKind, Outcome, Piece, PieceKind, Place, Reason, Side, Turn,
};

/// The maximum number of pieces on the board in an endgame.
const ENDGAME: usize = 8;

/// The themes of a puzzle, in the order of [`Theme`].
#[must_use]
pub fn themes_of(puzzle: &Puzzle) -> Vec<Theme> {
    let Ok(mut game) = puzzle.begin() else { return Vec::new() };
    let mut themes = BTreeSet::new();
    let side = puzzle.side;
    let on_board = |piece: &&Piece| piece.place.cell().is_some() && piece.side.is_some();
    if game.pieces().iter().filter(on_board).count() <= ENDGAME {
        themes.insert(Theme::Endgame);
    }
    let decisions = puzzle.decisions();
    // A forced win that continues beyond a throw has no number of actions.
    let number = if puzzle.ends() { decisions } else { usize::MAX };
    themes.insert(match (puzzle.kind, number) {
        (Kind::Save, _) => Theme::Defence,
        (Kind::Gain, _) => Theme::Advantage,
        (Kind::Chance, _) => Theme::BestChance,
        (Kind::Win, 1) => Theme::WinInOne,
        (Kind::Win, 2) => Theme::WinInTwo,
        (Kind::Win, 3) => Theme::WinInThree,
        (Kind::Win, _) => Theme::LongWin,
    });
    let (mut found, mut first_to) = (0, None);
    for action in &puzzle.line {
        let own = game.turn() == Turn::Decide(side);
        if own && found == decisions {
            break;
        }
        let before = game.boxed();
        let Ok(events) = game.apply(action) else { break };
        if own {
            let step = SolverAction { before: &*before, after: &*game, events: &events, side };
            step.everywhere(&mut themes);
            if found == 0 {
                first_to = step.first(action, &mut themes);
            }
            found += 1;
        } else if found == 1 && first_to.is_some_and(|to| events.iter().any(|event| takes(event, to))) {
            themes.insert(Theme::Sacrifice);
        }
    }
    if let Turn::Over(Outcome { winner: Some(winner), reason }) = game.turn()
        && winner == side
    {
        themes.extend(match reason {
            Reason::Checkmate => Some(Theme::Mate),
            Reason::Goal => Some(Theme::Race),
            Reason::KingCaptured | Reason::NoKing => Some(Theme::LastKing),
            _ => None,
        });
    }
    themes.into_iter().collect()
}

/// An action of the solver.
struct SolverAction<'a> {
    before: &'a dyn DynGame,
    after: &'a dyn DynGame,
    events: &'a [Event],
    side: Side,
}

impl SolverAction<'_> {
    /// Adds the themes that may occur in any action of the solver.
    fn everywhere(&self, themes: &mut BTreeSet<Theme>) {
        for event in self.events {
            themes.extend(match event {
                Event::Split { .. } => Some(Theme::Split),
                Event::Stacked { .. } => Some(Theme::Combine),
                Event::Pushed { beyond: None, cells } if cells.last().is_some_and(|at| self.is_enemy(*at)) => {
                    Some(Theme::PushOff)
                }
                Event::Pushed { .. } => Some(Theme::Push),
                Event::Shot { from, .. } => match self.kind(*from) {
                    Some(PieceKind::Dragon) => Some(Theme::Dragon),
                    _ => Some(Theme::Cannon),
                },
                Event::Exploded { .. } => Some(Theme::Mine),
                Event::Rearranged { .. } => Some(Theme::Wedge),
                Event::Dropped { .. } => Some(Theme::Drop),
                Event::Transformed { look, .. } if !self.before.piece_info(look).is_king() => Some(Theme::Promotion),
                _ => None,
            });
        }
        let heir =
            |event: &Event| matches!(event, Event::Transformed { look, .. } if self.before.piece_info(look).is_king());
        if self.events.iter().any(heir) {
            themes.insert(Theme::Heir);
        } else if kings(self.after, self.side) > kings(self.before, self.side) {
            themes.insert(Theme::NewKing);
        }
        if themes.contains(&Theme::Promotion) {
            themes.insert(Theme::Race);
        }
    }

    /// Adds the themes of the first action. Returns the cell of its piece afterwards.
    fn first(&self, action: &str, themes: &mut BTreeSet<Theme>) -> Option<Cell> {
        let captures = self.events.iter().any(|event| match event {
            Event::Captured { at, .. } => self.is_enemy(*at),
            Event::Pushed { beyond: None, cells } => cells.last().is_some_and(|at| self.is_enemy(*at)),
            _ => false,
        });
        let attacked = self.after.attacked_by(self.side);
        let kings = king_cells(self.after, self.side.other());
        let check = self.after.turn().outcome().is_none() && attacked.iter().any(|cell| kings.contains(cell));
        themes.extend(captures.then_some(Theme::Capture));
        themes.extend(check.then_some(Theme::Check));
        let changes = self.events.iter().any(|event| matches!(event, Event::Rearranged { .. }));
        if !captures && !check && !changes && self.after.turn().outcome().is_none() {
            themes.insert(Theme::Quiet);
        }
        let gestures = self.before.gestures();
        let gesture = &gestures.iter().find(|(text, _)| *text == *action)?.1;
        let from = gesture.from.and_then(Place::cell)?;
        if self.kind(from) == Some(PieceKind::King) && gesture.count.is_none() {
            themes.insert(Theme::KingMove);
        }
        let to = gesture.to?;
        let shot = matches!(gesture.kind, GestureKind::Shot(_));
        let stands = if shot { from } else { to };
        // The attacks of a die about to be thrown are not known.
        if !matches!(self.after.turn(), Turn::Chance(..)) && self.forks(stands) {
            themes.insert(Theme::Fork);
        }
        Some(stands)
    }

    /// Whether the piece on this cell attacks two enemies other than pawns.
    fn forks(&self, from: Cell) -> bool {
        let pieces = self.after.pieces();
        let enemy = |cell: &Cell| {
            let there = pieces.iter().find(|piece| piece.place == Place::Cell(*cell));
            let other = there.filter(|piece| piece.side == Some(self.side.other()));
            other.is_some_and(|piece| self.after.piece_info(&piece.look).kind() != Some(PieceKind::Pawn))
        };
        let mut hit = BTreeSet::new();
        for (_, gesture) in self.after.gestures_of(self.side) {
            if gesture.from == Some(Place::Cell(from)) && gesture.kind == GestureKind::Capture {
                hit.extend(gesture.to.filter(enemy));
            }
        }
        // A king in check is not a target of any move, since kings cannot be captured.
        let kings = king_cells(self.after, self.side.other());
        let alone = self.after.attacked_by(self.side);
        hit.extend(kings.into_iter().filter(|king| alone.contains(king) && self.attacks_king(from, *king)));
        hit.len() >= 2
    }

    /// Whether a notice of check is about the piece on this cell and this king.
    fn attacks_king(&self, from: Cell, king: Cell) -> bool {
        let about = |cells: &[Cell]| cells.contains(&from) && cells.contains(&king);
        self.after.notices().iter().any(|notice| about(&notice.cells))
    }

    fn is_enemy(&self, at: Cell) -> bool {
        let pieces = self.before.pieces();
        pieces.iter().any(|piece| piece.place == Place::Cell(at) && piece.side == Some(self.side.other()))
    }

    fn kind(&self, at: Cell) -> Option<PieceKind> {
        let pieces = self.before.pieces();
        let piece = pieces.iter().find(|piece| piece.place == Place::Cell(at))?;
        self.before.piece_info(&piece.look).kind()
    }
}

fn takes(event: &Event, at: Cell) -> bool {
    match event {
        Event::Captured { at: cell, .. } => *cell == at,
        Event::Pushed { beyond: None, cells } => cells.last() == Some(&at),
        _ => false,
    }
}

fn king_cells(game: &dyn DynGame, side: Side) -> Vec<Cell> {
    let king = |piece: &Piece| piece.side == Some(side) && game.piece_info(&piece.look).is_king();
    game.pieces().iter().filter(|piece| king(piece)).filter_map(|piece| piece.place.cell()).collect()
}

fn kings(game: &dyn DynGame, side: Side) -> usize {
    king_cells(game, side).len()
}
