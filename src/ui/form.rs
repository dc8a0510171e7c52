//! What a match is to be, as it is being filled in.

use std::time::Duration;

use rand::TryRng;
use rand::rngs::SysRng;

use crate::bots::Bot;
use crate::engine::{Info, Options};
use crate::games;
use crate::play::{Clock, Dice, Seat, Setup};

/// A form for a match.
#[derive(Debug, Clone)]
pub struct Form {
    /// The game, an index of [`games::ALL`].
    game: usize,
    /// Options that were set, by key.
    chosen: Vec<(&'static str, &'static str)>,
    /// Who plays, White first.
    pub seats: [Seat; 2],
    /// The seed, as it is typed.
    pub seed: String,
    /// Whether there are clocks.
    pub timed: bool,
    /// What each player begins with, minutes.
    pub minutes: u32,
    /// What a player gets back for a turn, s.
    pub increment: u32,
}

impl Default for Form {
    fn default() -> Self {
        Form {
            game: 0,
            chosen: Vec::new(),
            seats: [Seat::Human, Seat::Bot(Bot::Greedy)],
            seed: random_seed(),
            timed: false,
            minutes: 10,
            increment: 5,
        }
    }
}

impl Form {
    /// As another match was begun, with a new seed.
    pub fn like(setup: &Setup) -> Form {
        let default = Form::default();
        let whole = |time: Duration| u32::try_from(time.as_secs()).unwrap_or(u32::MAX);
        Form {
            game: games::ALL.iter().position(|info| info.id == setup.info.id).unwrap_or_default(),
            chosen: setup.options.iter().collect(),
            seats: setup.seats,
            timed: setup.clock.is_some(),
            minutes: setup.clock.map_or(default.minutes, |clock| (whole(clock.start) / 60).max(1)),
            increment: setup.clock.map_or(default.increment, |clock| whole(clock.increment)),
            seed: default.seed,
        }
    }

    /// The game.
    pub fn info(&self) -> &'static Info {
        games::ALL[self.game]
    }

    /// Chooses a game, by its index in [`games::ALL`].
    pub fn choose(&mut self, game: usize) {
        if game != self.game && game < games::ALL.len() {
            self.game = game;
            self.chosen.clear();
        }
    }

    /// Chooses the next game, or the one before.
    pub fn turn_to(&mut self, forward: bool) {
        let count = games::ALL.len();
        self.choose((self.game + if forward { 1 } else { count - 1 }) % count);
    }

    /// The value of an option, the default if none was set.
    pub fn value(&self, key: &str) -> Option<&'static str> {
        let set = self.chosen.iter().find(|(own, _)| *own == key).map(|(_, value)| *value);
        set.or_else(|| self.info().options.iter().find(|option| option.key == key)?.values.first().copied())
    }

    /// Sets an option.
    pub fn set(&mut self, key: &'static str, value: &'static str) {
        self.chosen.retain(|(own, _)| *own != key);
        self.chosen.push((key, value));
    }

    /// Draws another seed.
    pub fn reseed(&mut self) {
        self.seed = random_seed();
    }

    /// The match that is asked for.
    ///
    /// # Errors
    /// What is wrong, as a sentence for players.
    pub fn setup(&self) -> Result<Setup, String> {
        let typed = self.seed.trim();
        let seed = typed.parse().map_err(|_| {
            let largest = u64::MAX;
            format!("The seed has to be a whole number from 0 to {largest}")
        })?;
        let options =
            Options::new(self.info().options, self.chosen.iter().copied()).map_err(|error| error.to_string())?;
        let clock = self.timed.then(|| Clock {
            start: Duration::from_secs(u64::from(self.minutes) * 60),
            increment: Duration::from_secs(u64::from(self.increment)),
        });
        Ok(Setup { info: self.info(), options, seats: self.seats, seed, dice: Dice::Physics, start: None, clock })
    }
}

/// A seed that nobody can foresee, short enough to be typed again. Where the system gives none, 0.
fn random_seed() -> String {
    SysRng.try_next_u32().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_what_is_played() {
        let mut form = Form::default();
        form.choose(0);
        form.set("values", "kostyor");
        form.seed = " 7 ".into();
        form.timed = true;
        let setup = form.setup().unwrap();
        assert_eq!((setup.info.id, setup.seed), ("makarenko", 7));
        assert_eq!(setup.options.get("values"), Some("kostyor"));
        assert_eq!(setup.clock.unwrap().start, Duration::from_secs(600));
        let again = Form::like(&setup).setup().unwrap();
        assert_eq!((again.info.id, &again.options, again.clock), (setup.info.id, &setup.options, setup.clock));
    }

    #[test]
    fn options_go_with_their_game() {
        let mut form = Form::default();
        form.set("values", "kostyor");
        form.turn_to(true);
        assert!(form.setup().is_ok());
        assert_eq!(form.value("values"), None);
        form.turn_to(false);
        assert_eq!(form.value("values"), Some("nowak"));
    }

    #[test]
    fn a_seed_that_is_no_number_is_refused() {
        for seed in ["", "-1", "1.5", "99999999999999999999", "siebzehn", "🎲"] {
            let form = Form { seed: seed.into(), ..Form::default() };
            assert!(form.setup().unwrap_err().contains("whole number"), "{seed}");
        }
        assert!(Form { seed: u64::MAX.to_string(), ..Form::default() }.setup().is_ok());
    }
}
