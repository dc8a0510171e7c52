//! The form for a new match.

use std::time::Duration;

use rand::TryRng;
use rand::rngs::SysRng;

use crate::bots::Bot;
use crate::engine::{DynGame, GameInfo, Options, Side, TextError};
use crate::games;
use crate::play::{Clock, Dice, Seat, Secret, SecretError, Setup, UciCommand, UciCommandError};
use crate::session::LastMatch;
use crate::ui::words::capital;

/// The fields of the form.
#[derive(Debug, Clone)]
pub struct Form {
    /// The game, as an index into [`games::ALL`].
    game: usize,
    /// The options set, by key.
    chosen: Vec<(&'static str, &'static str)>,
    /// The players, White first.
    pub seats: [Seat; 2],
    /// The typed commands of other programs, White's first. Used where `seats` has a program.
    pub programs: [String; 2],
    /// The source of the dice.
    pub dice: Dice,
    /// The seed, as typed.
    pub seed: String,
    /// The commitment of the dice; `None` to draw them from the seed.
    proof: Option<ProofForm>,
    /// Whether the match has clocks.
    pub timed: bool,
    /// The starting time of each player, minutes.
    pub minutes: u32,
    /// The increment per move, s.
    pub increment: u32,
    /// The starting position; `None` for the game's usual one.
    pub start: Option<StartPosition>,
    /// The names of the people in order of their seats, as typed. Bots have their own names.
    pub people: [String; 2],
    /// The tournament or occasion, as typed.
    pub event: String,
}

/// A proof that the dice of a match were not chosen by anyone.
#[derive(Debug, Clone)]
pub struct ProofForm {
    /// The secret. Its hash is shown before the match.
    pub secret: Secret,
    /// The players' entropy as typed, White's first.
    pub entropy: [String; 2],
}

/// A starting position other than the game's usual one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartPosition {
    /// The position as text.
    pub text: String,
    /// The origin of the position, for players.
    pub words: String,
}

impl Default for Form {
    fn default() -> Self {
        Form {
            game: 0,
            chosen: Vec::new(),
            seats: [Seat::Human, Seat::Bot(Bot::Greedy)],
            programs: Default::default(),
            dice: Dice::Physics,
            seed: random_seed().to_string(),
            proof: None,
            timed: false,
            minutes: 10,
            increment: 5,
            start: None,
            people: Default::default(),
            event: String::new(),
        }
    }
}

impl Form {
    /// Whether other programs can be started. A browser cannot start any.
    pub const PROGRAMS: bool = cfg!(not(all(target_arch = "wasm32", target_os = "unknown")));

    /// A form filled in like `setup`, with a new seed.
    pub fn like(setup: &Setup) -> Form {
        let default = Form::default();
        let mut people: [String; 2] = Default::default();
        let seated = setup.seats.iter().zip(&setup.names).filter(|(seat, _)| **seat == Seat::Human);
        for (person, (_, name)) in people.iter_mut().zip(seated) {
            *person = name.clone().unwrap_or_default();
        }
        let whole = |time: Duration| u32::try_from(time.as_secs()).unwrap_or(u32::MAX);
        Form {
            game: games::ALL.iter().position(|info| info.id == setup.info.id).unwrap_or_default(),
            chosen: setup.options.iter().collect(),
            seats: setup.seats.map(|seat| if seat == Seat::Remote { Seat::Human } else { seat }),
            programs: setup.programs.each_ref().map(|program| program.as_ref().map_or_else(String::new, typed)),
            dice: setup.dice,
            timed: setup.clock.is_some(),
            minutes: setup.clock.map_or(default.minutes, |clock| (whole(clock.start) / 60).max(1)),
            increment: setup.clock.map_or(default.increment, |clock| whole(clock.increment)),
            seed: default.seed,
            proof: None,
            start: None,
            people,
            event: setup.event.clone().unwrap_or_default(),
        }
    }

    /// A form filled in like the last match, with a new seed. Unknown values become defaults.
    pub fn of(last: &LastMatch) -> Form {
        let game = games::ALL.iter().position(|info| info.id == last.game).unwrap_or_default();
        let mut form = Form { game, ..Form::default() };
        for option in form.info().options {
            let value = last.options.get(option.key);
            if let Some(value) = value.and_then(|value| option.values.iter().find(|own| *own == value)) {
                form.set(option.key, value);
            }
        }
        for (index, name) in last.seats.iter().enumerate() {
            match name.strip_prefix(UciCommand::PREFIX).filter(|_| Form::PROGRAMS) {
                Some(program) => (form.seats[index], form.programs[index]) = (Seat::Program, program.to_string()),
                None => form.seats[index] = name.parse().unwrap_or(form.seats[index]),
            }
        }
        form.dice = last.dice.parse().unwrap_or(form.dice);
        if let Some([minutes, increment]) = last.clock {
            (form.timed, form.minutes, form.increment) = (true, minutes.clamp(1, 600), increment.min(600));
        }
        form
    }

    /// Swaps the players' sides.
    pub fn swap_sides(&mut self) {
        self.seats.swap(0, 1);
        self.programs.swap(0, 1);
        if self.seats == [Seat::Human; 2] {
            self.people.swap(0, 1);
        }
    }

    /// Makes each player equally likely to get White.
    pub fn draw_colours(&mut self) {
        if !random_seed().is_multiple_of(2) {
            self.swap_sides();
        }
    }

    /// The index of a side's person; `None` for a bot.
    fn person(&self, side: Side) -> Option<usize> {
        let human = self.seats.map(|seat| seat == Seat::Human);
        human[side.index()].then(|| usize::from(side == Side::Black && human[0]))
    }

    /// The typed name of a side's person; `None` for a bot.
    pub fn name(&mut self, side: Side) -> Option<&mut String> {
        self.person(side).map(|person| &mut self.people[person])
    }

    /// The names of the players, White first.
    fn names(&self) -> [Option<String>; 2] {
        Side::BOTH.map(|side| Setup::normalised_name(&self.people[self.person(side)?]))
    }

    /// A form for a person with White against a bot. `people` are the names of people.
    pub fn against(game: &GameInfo, bot: Bot, people: &[String; 2]) -> Form {
        let game = games::ALL.iter().position(|info| info.id == game.id).unwrap_or_default();
        Form { game, seats: [Seat::Human, Seat::Bot(bot)], people: people.clone(), ..Form::default() }
    }

    /// The values to store for [`Form::of`].
    pub fn remember(setup: &Setup) -> LastMatch {
        let form = Form::like(setup);
        LastMatch {
            game: setup.info.id.to_string(),
            options: setup.options.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect(),
            seats: [0, 1].map(|index| match &setup.programs[index] {
                Some(program) => program.to_string(),
                None => setup.seats[index].to_string(),
            }),
            dice: setup.dice.to_string(),
            clock: form.timed.then_some([form.minutes, form.increment]),
        }
    }

    /// The game.
    pub fn info(&self) -> &'static GameInfo {
        games::ALL[self.game]
    }

    /// Selects a game by its index in [`games::ALL`].
    pub fn choose(&mut self, game: usize) {
        if game != self.game && game < games::ALL.len() {
            self.game = game;
            self.chosen.clear();
            self.start = None;
        }
    }

    /// Selects a game.
    pub fn choose_game(&mut self, info: &GameInfo) {
        self.choose(games::ALL.iter().position(|own| own.id == info.id).unwrap_or(self.game));
    }

    /// Selects the game, options and position of `game`. `words` describes the origin of the
    /// position.
    pub fn begin_from(&mut self, game: &dyn DynGame, words: &str) {
        if let Some(index) = games::ALL.iter().position(|info| info.id == game.info().id) {
            self.game = index;
            self.chosen = game.options().iter().collect();
            self.start = Some(StartPosition { text: game.text(), words: words.to_string() });
        }
    }

    /// Returns the options set.
    ///
    /// # Errors
    /// An option that the game does not have.
    pub fn options(&self) -> Result<Options, TextError> {
        Options::new(self.info().options, self.chosen.iter().copied())
    }

    /// Selects the game `places` further on in the list, or back if negative, cyclically.
    pub fn turn_by(&mut self, places: isize) {
        let count = games::ALL.len();
        self.choose(self.game.wrapping_add_signed(places.rem_euclid(count as isize)) % count);
    }

    /// The value of an option; its default unless it was set.
    pub fn value(&self, key: &str) -> Option<&'static str> {
        let set = self.chosen.iter().find(|(own, _)| *own == key).map(|(_, value)| *value);
        set.or_else(|| self.info().options.iter().find(|option| option.key == key)?.values.first().copied())
    }

    /// Sets an option. A different value removes the starting position, because it changes the
    /// game.
    pub fn set(&mut self, key: &'static str, value: &'static str) {
        if self.value(key) != Some(value) {
            self.start = None;
        }
        self.chosen.retain(|(own, _)| *own != key);
        self.chosen.push((key, value));
    }

    /// Draws a new seed and forgets the secret, because each serves for one match only.
    pub fn reseed(&mut self) {
        self.seed = random_seed().to_string();
        self.proof = None;
    }

    /// Commits the dice to a new secret, or returns to the seed.
    ///
    /// # Errors
    /// If the system provides no randomness.
    pub fn prove(&mut self, wanted: bool) -> Result<(), SecretError> {
        self.proof = match wanted {
            true => Some(ProofForm { secret: Secret::random()?, entropy: Default::default() }),
            false => None,
        };
        Ok(())
    }

    /// The commitment of the dice, if it is wanted and the game has dice.
    pub fn proof(&mut self) -> Option<&mut ProofForm> {
        let dice = self.info().dice;
        self.proof.as_mut().filter(|_| dice)
    }

    /// Parses the typed seed.
    ///
    /// # Errors
    /// A sentence for players.
    pub fn seed(&self) -> Result<u64, String> {
        let typed = self.seed.trim();
        typed.parse().map_err(|_| format!("The seed must be a whole number from 0 to {}", u64::MAX))
    }

    /// Returns the setup described by the form.
    ///
    /// # Errors
    /// A sentence for players.
    pub fn setup(&self) -> Result<Setup, String> {
        let seed = self.seed()?;
        let options = self.options().map_err(|error| error.to_string())?;
        let clock = self.timed.then(|| Clock {
            start: Duration::from_secs(u64::from(self.minutes) * 60),
            increment: Duration::from_secs(u64::from(self.increment)),
        });
        let start = self.start.as_ref().map(|start| start.text.clone());
        let mut setup = Setup {
            options,
            dice: self.dice,
            start,
            clock,
            names: self.names(),
            event: Setup::normalised_name(&self.event),
            ..Setup::new(self.info(), self.seats, seed)
        };
        for side in Side::BOTH.into_iter().filter(|side| self.seats[side.index()] == Seat::Program) {
            let command = self.programs[side.index()].trim();
            if command.is_empty() {
                return Err(format!("Type the command of the engine that plays {}", self.info().side(side)));
            }
            let command: UciCommand = command.parse().map_err(|error: UciCommandError| capital(&error.to_string()))?;
            setup.names[side.index()] = Setup::normalised_name(&command.file_name());
            setup.seat_program(side, command);
        }
        Ok(setup)
    }
}

/// The command of a program, as the user would type it.
fn typed(program: &UciCommand) -> String {
    let name = program.to_string();
    name.strip_prefix(UciCommand::PREFIX).unwrap_or(&name).to_string()
}

/// An unpredictable seed, short enough to type; 0 if the system provides no randomness.
pub fn random_seed() -> u32 {
    SysRng.try_next_u32().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_drawn_fairly() {
        let mut form = Form::default();
        let whites = (0..400).filter(|_| {
            form.draw_colours();
            form.seats[0] == Seat::Human
        });
        let whites = whites.count();
        assert!((120..=280).contains(&whites), "{whites} of 400");
    }

    #[test]
    fn the_form_sets_up_the_match() {
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

    /// A person keeps a name when changing sides; two people have a name each.
    #[test]
    fn people_have_names_and_bots_their_own() {
        let mut form =
            Form { people: [" Ann\n".into(), "Bob".into()], event: " Club evening ".into(), ..Form::default() };
        let names = |form: &Form| form.setup().unwrap().names;
        assert_eq!(names(&form), [Some("Ann".to_string()), None]);
        form.seats.swap(0, 1);
        assert_eq!(names(&form), [None, Some("Ann".to_string())]);
        assert!(form.name(Side::White).is_none());
        form.seats = [Seat::Human; 2];
        let both = form.setup().unwrap();
        assert_eq!(both.names, [Some("Ann".to_string()), Some("Bob".to_string())]);
        assert_eq!(both.event.as_deref(), Some("Club evening"));
        let again = Form::like(&both);
        assert_eq!((&again.people, again.event.as_str()), (&["Ann".to_string(), "Bob".to_string()], "Club evening"));
        form.people = [" ".into(), "Bob".into()];
        assert_eq!(names(&form), [None, Some("Bob".to_string())]);
        form.event.clear();
        assert_eq!(form.setup().unwrap().event, None);
    }

    #[test]
    fn the_last_match_is_remembered() {
        let mut form = Form::default();
        form.set("values", "kostyor");
        (form.seats, form.dice) = ([Seat::Bot(Bot::Random), Seat::Human], Dice::Instant);
        (form.timed, form.minutes, form.increment) = (true, 3, 2);
        let setup = form.setup().unwrap();
        let again = Form::of(&Form::remember(&setup)).setup().unwrap();
        assert_eq!((again.info.id, &again.options, again.clock), (setup.info.id, &setup.options, setup.clock));
        assert_eq!((again.seats, again.dice), (setup.seats, setup.dice));
    }

    #[test]
    fn unknown_values_become_defaults() {
        let strange = LastMatch {
            game: "go".into(),
            options: [("values".to_string(), "mine".to_string())].into(),
            seats: ["nobody".into(), "human".into()],
            dice: "loaded".into(),
            clock: Some([0, u32::MAX]),
        };
        let form = Form::of(&strange);
        assert_eq!((form.info().id, form.value("values")), ("makarenko", Some("nowak")));
        assert_eq!((form.seats, form.dice), ([Seat::Human; 2], Dice::Physics));
        assert_eq!((form.minutes, form.increment), (1, 600));
        assert!(form.setup().is_ok());
    }

    #[test]
    fn options_go_with_their_game() {
        let mut form = Form::default();
        form.set("values", "kostyor");
        form.turn_by(1);
        assert!(form.setup().is_ok());
        assert_eq!(form.value("values"), None);
        form.turn_by(-1);
        assert_eq!(form.value("values"), Some("nowak"));
    }

    #[test]
    fn a_start_position_goes_with_its_game_and_options() {
        let start = StartPosition { text: "a position".into(), words: "after ply 3".into() };
        let mut form = Form { start: Some(start), ..Form::default() };
        form.set("values", "nowak");
        assert_eq!(form.setup().unwrap().start.as_deref(), Some("a position"));
        let mut other = form.clone();
        other.set("values", "kostyor");
        form.turn_by(1);
        assert!(other.start.is_none() && form.start.is_none());
    }

    #[test]
    fn a_secret_serves_for_one_match_with_dice() {
        let mut form = Form::default();
        form.choose(games::ALL.iter().position(|info| info.id == "fluky").unwrap());
        form.prove(true).unwrap();
        let first = form.proof().unwrap().secret.clone();
        form.reseed();
        assert!(form.proof().is_none());
        form.prove(true).unwrap();
        assert_ne!(form.proof().unwrap().secret, first);
        form.choose(games::ALL.iter().position(|info| info.id == "chess").unwrap());
        assert!(form.proof().is_none(), "chess has no dice");
        form.prove(false).unwrap();
        form.turn_by(1);
        assert!(form.proof().is_none());
    }

    #[test]
    fn another_program_takes_a_seat() {
        let mut form = Form { seats: [Seat::Human, Seat::Program], ..Form::default() };
        form.choose_game(games::info("chess").unwrap());
        assert_eq!(form.setup().unwrap_err(), "Type the command of the engine that plays Black");
        form.programs[1] = "speed=3 stockfish".into();
        assert!(form.setup().unwrap_err().contains("found 'speed=3'"));
        form.programs[1] = "nodes=500 /opt/stockfish --quiet".into();
        let setup = form.setup().unwrap();
        assert_eq!((setup.seats[1], setup.names[1].as_deref()), (Seat::Program, Some("stockfish")));
        assert_eq!(Form::like(&setup).programs, form.programs);
        let again = Form::of(&Form::remember(&setup));
        assert_eq!((again.seats, &again.programs), (form.seats, &form.programs));
        form.swap_sides();
        assert_eq!(form.setup().unwrap().seats, [Seat::Program, Seat::Human]);
        form.choose_game(games::info("fluky").unwrap());
        assert_eq!(form.setup().unwrap().seats, [Seat::Program, Seat::Human]);
    }

    #[test]
    fn invalid_seeds_are_refused() {
        for seed in ["", "-1", "1.5", "99999999999999999999", "siebzehn", "🎲"] {
            let form = Form { seed: seed.into(), ..Form::default() };
            assert!(form.setup().unwrap_err().contains("whole number"), "{seed}");
        }
        assert!(Form { seed: u64::MAX.to_string(), ..Form::default() }.setup().is_ok());
    }
}
