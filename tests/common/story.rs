//! Checks that the events of an action tell all that it does: replayed over the pieces before it, on a model of the table
//! that knows no game, they give the pieces after it.
//!
//! A test includes this with `#[path = "common/story.rs"] mod story;`.

use fairground::engine::{Cell, Event, Look, Manner, Options, Piece, Place, Rules};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Plays random actions and replays the events of each. A playout ends where the game ends or after `limit` actions.
///
/// # Panics
/// At the first action whose events tell another story; says which.
pub fn check<R: Rules>(options: &Options, seed: u64, playouts: u32, limit: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut actions = Vec::new();
    for _ in 0..playouts {
        let mut position = R::start(options);
        for _ in 0..limit {
            actions.clear();
            position.actions(&mut actions);
            if actions.is_empty() {
                break;
            }
            let action = actions[random.random_range(0..actions.len())];
            check_action(&mut position, action);
        }
    }
}

/// Carries out a legal action and replays its events.
///
/// # Panics
/// If the action is refused or its events tell another story.
pub fn check_action<R: Rules>(position: &mut R, action: R::Action) {
    let text = format!("{action} in {position}");
    let mut table = Table { pieces: position.pieces(), hand: None };
    let mut events = Vec::new();
    if let Err(refusal) = position.apply(action, &mut |event| events.push(event)) {
        panic!("{text} is refused: {refusal}");
    }
    for event in &events {
        if let Err(fault) = table.show(event) {
            panic!("{text}: {fault} at {event:?} of {events:?}");
        }
    }
    assert!(table.hand.is_none(), "{text}: something stays in hand after {events:?}");
    assert_eq!(in_order(table.pieces), in_order(position.pieces()), "{text}: the pieces after {events:?}");
}

fn in_order(mut pieces: Vec<Piece>) -> Vec<Piece> {
    pieces.sort_by_cached_key(|piece| (piece.place, format!("{piece:?}")));
    pieces
}

/// What a table knows: the pieces and what is in hand.
struct Table {
    pieces: Vec<Piece>,
    /// The upper part of a stack: where it was lifted and how many.
    hand: Option<(Cell, u8)>,
}

impl Table {
    fn show(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::Split { at, count } => {
                let whole = height(&self.piece(*at)?.look)?;
                if *count == 0 || *count >= whole || self.hand.is_some() {
                    return Err(format!("{count} of {whole} cannot be split off"));
                }
                self.hand = Some((*at, *count));
            }
            Event::Moved { from, path, manner } => {
                let to = self.way(path, *manner)?;
                let mut piece = self.lift(*from)?;
                piece.place = Place::Cell(to);
                self.put(piece)?;
            }
            Event::Stacked { from, path, manner } => {
                let to = self.way(path, *manner)?;
                let upper = self.lift(*from)?;
                let lower = self.take(Place::Cell(to))?;
                if lower.side != upper.side {
                    return Err("a stack of two sides".to_string());
                }
                self.put(Piece { look: joined(lower.look, upper.look)?, ..lower })?;
            }
            Event::Pushed { cells, beyond } => {
                let mut chain = Vec::new();
                for &cell in cells {
                    chain.push(self.take(Place::Cell(cell))?);
                }
                let targets = cells.iter().skip(1).copied().map(Some).chain([*beyond]);
                for (mut piece, to) in chain.into_iter().zip(targets) {
                    if let Some(to) = to {
                        piece.place = Place::Cell(to);
                        self.put(piece)?;
                    }
                }
            }
            Event::Taken { at, .. } => {
                self.take(Place::Cell(*at))?;
            }
            Event::Became { at, look } => self.piece(*at)?.look = look.clone(),
            Event::Dropped { from, to } => {
                if !matches!(from, Place::Reserve(..)) {
                    return Err("a drop from the board".to_string());
                }
                let mut piece = self.take(*from)?;
                piece.place = Place::Cell(*to);
                self.put(piece)?;
            }
            Event::GivenUp { from } => {
                self.take(*from)?;
                self.pieces.retain(|piece| piece.place != *from);
            }
            Event::Rolled { die, symbol, at, .. } => {
                die.side_of(symbol).ok_or("the die has no such side")?;
                if let Some(at) = at {
                    self.piece(*at)?.look = Look::Die(die, symbol);
                }
            }
            Event::SetUp { at, side, look } => {
                self.put(Piece { place: Place::Cell(*at), side: Some(*side), look: look.clone() })?;
            }
            Event::Shot { from, .. } => {
                self.piece(*from)?;
            }
            Event::Exploded { .. } | Event::Rearranged { .. } | Event::Passed { .. } => {}
        }
        Ok(())
    }

    /// Where a path ends; a slide comes through empty cells only.
    fn way(&self, path: &[Cell], manner: Manner) -> Result<Cell, String> {
        let (to, through) = path.split_last().ok_or("an empty path")?;
        let occupied = |cell: &&Cell| self.pieces.iter().any(|piece| piece.place == Place::Cell(**cell));
        match through.iter().find(occupied) {
            Some(cell) if manner == Manner::Slide => Err(format!("a slide through {cell:?}")),
            _ => Ok(*to),
        }
    }

    fn piece(&mut self, at: Cell) -> Result<&mut Piece, String> {
        let found = self.pieces.iter_mut().find(|piece| piece.place == Place::Cell(at));
        found.ok_or_else(|| format!("nothing on {at:?}"))
    }

    /// Takes a piece away; one of them where several share a place.
    fn take(&mut self, from: Place) -> Result<Piece, String> {
        let index = self.pieces.iter().position(|piece| piece.place == from);
        Ok(self.pieces.remove(index.ok_or_else(|| format!("nothing on {from:?}"))?))
    }

    /// Takes what moves from a cell: what is in hand, or else all that stands there.
    fn lift(&mut self, from: Cell) -> Result<Piece, String> {
        let Some((at, count)) = self.hand.take() else {
            return self.take(Place::Cell(from));
        };
        if at != from {
            return Err(format!("what was split on {at:?} is still in hand"));
        }
        let piece = self.piece(from)?;
        let (lower, upper) = parted(&piece.look, count)?;
        piece.look = lower;
        Ok(Piece { look: upper, ..piece.clone() })
    }

    fn put(&mut self, piece: Piece) -> Result<(), String> {
        if self.pieces.iter().any(|other| other.place == piece.place) {
            return Err(format!("{:?} is occupied", piece.place));
        }
        self.pieces.push(piece);
        Ok(())
    }
}

fn height(look: &Look) -> Result<u8, String> {
    match look {
        Look::Chips(count) => Ok(*count),
        Look::Pyramids(sizes) => u8::try_from(sizes.len()).map_err(|error| error.to_string()),
        Look::Man(_) | Look::Die(..) => Err(format!("{look:?} is no stack")),
    }
}

/// The lower and the upper part of a stack; the upper has `count`.
fn parted(look: &Look, count: u8) -> Result<(Look, Look), String> {
    let rest = height(look)?.checked_sub(count).ok_or("more than the stack has")?;
    match look {
        Look::Chips(_) => Ok((Look::Chips(rest), Look::Chips(count))),
        Look::Pyramids(sizes) => {
            let (lower, upper) = sizes.split_at(usize::from(rest));
            Ok((Look::Pyramids(lower.iter().copied().collect()), Look::Pyramids(upper.iter().copied().collect())))
        }
        Look::Man(_) | Look::Die(..) => Err(format!("{look:?} is no stack")),
    }
}

fn joined(lower: Look, upper: Look) -> Result<Look, String> {
    match (lower, upper) {
        (Look::Chips(lower), Look::Chips(upper)) => Ok(Look::Chips(lower + upper)),
        (Look::Pyramids(mut sizes), Look::Pyramids(upper)) => {
            sizes.try_extend_from_slice(&upper).map_err(|error| error.to_string())?;
            Ok(Look::Pyramids(sizes))
        }
        (lower, upper) => Err(format!("{upper:?} cannot stand on {lower:?}")),
    }
}
