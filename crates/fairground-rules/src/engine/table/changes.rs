use super::event::{Cause, Event, Manner};
use super::gesture::{Gesture, GestureKind};
use super::look::{Piece, Place};

/// The difference between the pieces before and after an action, for games that do not describe
/// their events and gestures themselves.
///
/// Pieces that look alike are matched in the order of the lists. All movements are leaps, because
/// the path of a piece is unknown.
pub(in crate::engine) struct Changes {
    /// Origins, and the pieces at their destinations.
    moved: Vec<(Place, Piece)>,
    /// Pieces with a new look.
    transformed: Vec<Piece>,
    /// Pieces that leave the game.
    gone: Vec<Piece>,
    /// Pieces that enter the game.
    new: Vec<Piece>,
}

impl Changes {
    pub fn between(before: Vec<Piece>, after: Vec<Piece>) -> Changes {
        let (mut gone, mut new) = (before, after);
        let (mut moved, mut transformed) = (Vec::new(), Vec::new());
        new.retain(|piece| take(&mut gone, |other| other == piece).is_none());
        new.retain(|piece| {
            let origin = take(&mut gone, |other| other.side == piece.side && other.look == piece.look);
            moved.extend(origin.as_ref().map(|origin| (origin.place, piece.clone())));
            origin.is_none()
        });
        new.retain(|piece| {
            let stays = take(&mut gone, |other| other.side == piece.side && other.place == piece.place);
            transformed.extend(stays.as_ref().map(|_| piece.clone()));
            stays.is_none()
        });
        // A piece with a new look on another cell, such as a promoted pawn.
        new.retain(|piece| {
            let origin = take(&mut gone, |other| other.side == piece.side);
            moved.extend(origin.as_ref().map(|origin| (origin.place, piece.clone())));
            transformed.extend(origin.as_ref().map(|_| piece.clone()));
            origin.is_none()
        });
        Changes { moved, transformed, gone, new }
    }

    /// The gesture of the action: the piece that moves, and its destination.
    pub fn gesture(&self) -> Gesture {
        let kind = match self.moved.first() {
            Some((Place::Reserve(..), _)) => GestureKind::Drop,
            Some(_) if !self.gone.is_empty() => GestureKind::Capture,
            None if self.transformed.is_empty() && self.new.is_empty() => GestureKind::Pass,
            _ => GestureKind::Quiet,
        };
        let to = self.moved.iter().map(|(_, piece)| piece).chain(&self.transformed).chain(&self.new).next();
        let from = self.moved.first().map(|(from, _)| *from);
        Gesture { from, to: to.and_then(|piece| piece.place.cell()), ..Gesture::bare(kind) }
    }

    /// The events of the action: captures, movements, transformations, new pieces.
    pub fn events(mut self) -> Vec<Event> {
        let leaves = |piece: &Piece| match piece.place {
            Place::Cell(at) => Event::Captured { at, cause: Cause::Landed },
            Place::Reserve(..) => Event::Discarded { from: piece.place },
        };
        let mut events: Vec<_> = self.gone.iter().map(leaves).collect();
        while !self.moved.is_empty() {
            // Another piece may have to leave the destination first.
            let is_free = |to: Place| !self.moved.iter().any(|(from, _)| *from == to);
            let next = self.moved.iter().position(|(_, piece)| is_free(piece.place)).unwrap_or(0);
            let (from, piece) = self.moved.remove(next);
            match (from, piece.place) {
                (Place::Cell(from), Place::Cell(to)) => {
                    events.push(Event::Moved { from, path: vec![to], manner: Manner::Leap });
                }
                (Place::Reserve(..), Place::Cell(to)) => events.push(Event::Dropped { from, to }),
                (_, Place::Reserve(..)) => {}
            }
        }
        for Piece { place, look, .. } in self.transformed {
            events.extend(place.cell().map(|at| Event::Transformed { at, look }));
        }
        for Piece { place, side, look } in self.new {
            if let (Place::Cell(at), Some(side)) = (place, side) {
                events.push(Event::SetUp { at, side, look });
            }
        }
        events
    }
}

/// Removes and returns the first piece that fits.
fn take(pieces: &mut Vec<Piece>, fits: impl Fn(&Piece) -> bool) -> Option<Piece> {
    let index = pieces.iter().position(fits)?;
    Some(pieces.remove(index))
}
