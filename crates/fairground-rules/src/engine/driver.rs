//! The loop of a match: one action after another until it is over.

use super::{Die, Outcome, Rules, Side, Turn, TypedGame};

/// The players, dice and observers of a match that [`drive`] plays.
pub trait Driver<P: Rules> {
    /// The reason for an end before the end by the rules.
    type End;

    /// The pending decision, throw or outcome. A driver whose decisions find out whether any action
    /// is legal may return the faster [`TypedGame::pending`].
    fn turn(&self, game: &TypedGame<P>) -> Turn {
        game.turn()
    }

    /// Checks the driver's own limits, before each action and before the end by the rules.
    ///
    /// # Errors
    /// If the match ends here.
    fn check_limits(&mut self, _game: &TypedGame<P>) -> Result<(), Self::End> {
        Ok(())
    }

    /// Chooses a legal action for `side`.
    ///
    /// # Errors
    /// If the match ends without this action.
    fn decide(&mut self, game: &TypedGame<P>, side: Side) -> Result<P::Action, Self::End>;

    /// Throws `die` for `side`.
    ///
    /// # Errors
    /// If the match ends without this throw.
    fn throw(&mut self, game: &TypedGame<P>, side: Side, die: &'static Die) -> Result<P::Action, Self::End>;

    /// Observes an action of `side` that has been played.
    ///
    /// # Errors
    /// If the match ends after it.
    fn played(&mut self, _game: &TypedGame<P>, _action: P::Action, _side: Side) -> Result<(), Self::End> {
        Ok(())
    }
}

/// Plays a match to its end and returns the outcome by the rules.
///
/// # Errors
/// The reason of `driver`, if it ends the match earlier.
pub fn drive<P: Rules, D: Driver<P>>(game: &mut TypedGame<P>, driver: &mut D) -> Result<Outcome, D::End> {
    loop {
        driver.check_limits(game)?;
        let (side, action) = match driver.turn(game) {
            Turn::Over(outcome) => return Ok(outcome),
            Turn::Decide(side) => (side, driver.decide(game, side)?),
            Turn::Chance(side, die) => (side, driver.throw(game, side, die)?),
        };
        game.play(action);
        driver.played(game, action, side)?;
    }
}
