use super::tabletop::changes;
use super::{Check, Tabletop};
use crate::engine::{Event, Illegal, Turn, roll_symbol};

/// The changes that an action makes on the table.
///
/// ```
/// use fairground_rules::engine::{Check, Events, Notation, Options, Rules};
/// use fairground_rules::games::chess::Chess;
///
/// let mut position = Chess::start(&Options::default());
/// let castles = position.parse_action("e1g1")?;
/// assert!(position.check(castles).is_err(), "the bishop stands in the way");
/// let mut events = Vec::new();
/// position.apply(position.parse_action("g1f3")?, &mut |event| events.push(event))?;
/// assert_eq!(events.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Events: Tabletop + Check {
    /// Passes the events of a legal action to `out`, in order. By default, compares the pieces
    /// before and after it.
    fn events(&self, action: Self::Action, out: &mut impl FnMut(Event)) {
        if let Turn::Chance(by, die) = self.pending() {
            let text = action.to_string();
            let symbol = die.sides.into_iter().find(|symbol| roll_symbol(&text) == Some(*symbol));
            symbol.into_iter().for_each(|symbol| out(Event::Rolled { by, die, symbol, at: None }));
        }
        changes(self, action).events().into_iter().for_each(out);
    }

    /// Checks an action, passes its events to `events` and plays it.
    ///
    /// # Errors
    /// The rule that forbids it; the position is then unchanged.
    fn apply(&mut self, action: Self::Action, events: &mut impl FnMut(Event)) -> Result<(), Illegal> {
        self.check(action)?;
        self.events(action, events);
        self.play(action);
        Ok(())
    }
}
