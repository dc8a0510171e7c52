use std::time::Duration;

use crate::play::analysis::think;
use crate::play::chance::{Purpose, derive, drawn, throw_seed};
use crate::play::{Clock, Dice, Match, Pending, PlayError, Seat, Setup};
use fairground_rules::bots::time::TimeBudget;
use fairground_rules::bots::{SearchMemory, SearchResult};
use fairground_rules::engine::{ActionText, Game, Position, Turn, TypedGame};

/// A match on typed rules with instant dice. It plays the same actions as a [`Match`] with the same
/// seed, without the cost of texts and events. Clocks and external engines are up to the caller.
#[derive(Debug)]
pub struct BotMatch<P: Position> {
    /// The current game.
    pub game: TypedGame<P>,
    /// Its bots and dice.
    pub bots: Bots,
}

/// The bots and dice of a [`BotMatch`].
#[derive(Debug)]
pub struct Bots {
    /// White first.
    seats: [Seat; 2],
    /// The seed of bots and dice.
    seed: u64,
    /// The bots' memories between searches, White's first.
    memories: [SearchMemory; 2],
}

impl Bots {
    /// The search result of the bot to act, or no lines if no bot is to act. `budget` is the
    /// time from its clock, and `stop` ends the search early.
    pub fn think<P: Game>(
        &self,
        game: &TypedGame<P>,
        budget: Option<TimeBudget>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> SearchResult<P::Action> {
        let Some(side) = game.pending().side() else { return SearchResult::default() };
        let Seat::Bot(bot) = self.seats[side.index()] else { return SearchResult::default() };
        let seed = derive(self.seed, 0, Purpose::Bot);
        think(bot, game, seed, &self.memories[side.index()], budget, stop, &mut |_| {})
    }

    /// The roll of a due die.
    pub fn throw<P: Game>(&self, game: &TypedGame<P>) -> Option<P::Action> {
        roll(game, self.seed)
    }
}

impl<P: Game> BotMatch<P> {
    /// A match that continues `game`.
    pub fn new(game: TypedGame<P>, seats: [Seat; 2], seed: u64) -> Self {
        BotMatch { game, bots: Bots { seats, seed, memories: Default::default() } }
    }

    /// Converts this into a [`Match`], to be written to a file. `names` are the players' names,
    /// White's first, `event` is the tournament, and `clocks` has the time used for each action.
    ///
    /// # Errors
    /// If the rules refuse an action.
    pub fn to_match(
        &self,
        names: [Option<String>; 2],
        event: Option<String>,
        clocks: Option<(Clock, &[Duration])>,
    ) -> Result<Match, PlayError> {
        let (clock, used) = clocks.unzip();
        let mut used = used.unwrap_or_default().iter();
        let setup = Setup { names, event, clock, ..Setup::new(P::INFO, self.bots.seats, self.bots.seed) };
        let start = Some(self.game.start().to_string());
        let options = self.game.options().clone();
        let mut same = Match::new(Setup { options, dice: Dice::Instant, start, ..setup })?;
        for action in self.game.actions() {
            let used = used.next().copied().unwrap_or_default();
            let action = action.to_string();
            // An opening may prescribe another roll than the seed.
            let roll = same.throw(None).filter(|roll| ActionText::roll(roll.symbol) == action.as_str());
            if let (Some(side), false) = (same.pending().side(), used.is_zero())
                && !matches!(same.pending(), Pending::Throw { .. })
            {
                // The side has acted, so its clock cannot have run out.
                let left = same.remaining(side).unwrap_or_default();
                same.spend_time(side, Clock::taken(left, used))?;
            }
            same.play(&action, roll.as_ref(), false)?;
        }
        Ok(same)
    }
}

/// The roll of the due die with instant dice, in a match with this seed; `None` if no die is due.
pub fn roll<P: Game>(game: &TypedGame<P>, match_seed: u64) -> Option<P::Action> {
    let Turn::Chance(_, die) = game.pending() else { return None };
    let roll = drawn(die, throw_seed(match_seed, game.actions().len(), 0));
    game.position().parse_action(&ActionText::roll(roll.symbol)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairground_rules::bots::Bot;
    use fairground_rules::engine::{Die, Driver, Notation, Options, Rules, Side, drive};
    use fairground_rules::games::fluky::Fluky;

    /// The bots of a typed match, and a [`Match`] in which the same actions are played.
    struct Both<'a> {
        bots: &'a Bots,
        whole: &'a mut Match,
    }

    impl Driver<Fluky> for Both<'_> {
        type End = &'static str;

        fn decide(&mut self, game: &TypedGame<Fluky>, _side: Side) -> Result<<Fluky as Rules>::Action, Self::End> {
            let result = self.bots.think(game, None, &|| false);
            result.lines.first().and_then(|line| line.actions.first().copied()).ok_or("no action")
        }

        fn throw(
            &mut self,
            game: &TypedGame<Fluky>,
            _side: Side,
            _die: &'static Die,
        ) -> Result<<Fluky as Rules>::Action, Self::End> {
            self.bots.throw(game).ok_or("no throw")
        }

        fn played(
            &mut self,
            _game: &TypedGame<Fluky>,
            action: <Fluky as Rules>::Action,
            _side: Side,
        ) -> Result<(), Self::End> {
            match self.whole.throw(None) {
                Some(roll) => self.whole.apply_roll(&roll).unwrap(),
                None => self.whole.act(&self.whole.search_job().unwrap().think()).unwrap(),
            };
            assert_eq!(self.whole.last_action().unwrap(), action.to_string());
            Ok(())
        }
    }

    /// A PGN opening has rolls that the seed would not give.
    #[test]
    fn the_rolls_of_an_opening_are_kept() {
        for roll in ["~N", "~R"] {
            let mut game = TypedGame::<Fluky>::new(Options::default());
            for text in ["c1c2", roll] {
                game.play(game.position().parse_action(text).unwrap());
            }
            let seats = [Bot::Greedy, Bot::Random].map(Seat::Bot);
            let whole = BotMatch::new(game, seats, 1).to_match([None, None], None, None).unwrap();
            assert_eq!(whole.game().played(), ["c1c2", roll]);
        }
    }

    /// Dice and bots do the same in a `BotMatch` and in a [`Match`] with the same seed.
    #[test]
    fn both_kinds_of_match_agree() {
        let seats = [Bot::Greedy, Bot::Random].map(Seat::Bot);
        for seed in 0..5 {
            let mut typed = BotMatch::<Fluky>::new(TypedGame::new(Options::default()), seats, seed);
            let setup = Setup::new(Fluky::INFO, seats, seed);
            let mut whole = Match::new(Setup { dice: Dice::Instant, ..setup }).unwrap();
            let outcome = drive(&mut typed.game, &mut Both { bots: &typed.bots, whole: &mut whole }).unwrap();
            assert_eq!(whole.outcome(), Some(outcome));
            assert_eq!(typed.to_match([None, None], None, None).unwrap().record().events(), whole.record().events());
        }
    }
}
