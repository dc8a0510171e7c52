use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::analysis::SearchJob;
use super::chance::{self, Purpose, Roll, Secret, derive};
use super::error::PlayError;
use super::header::{header_of, milliseconds};
use super::pending::Pending;
use super::player::{ClockTimes, Decision};
use super::recording::Recording;
use super::setup::{Dice, Seat, Setup};
use super::state::State;
use super::uci::UciProgram;
use crate::bots::SearchMemory;
use crate::dice::{self, Flick};
use crate::engine::{ActionText, DynGame, Event, Outcome, Side, roll_symbol};
use crate::games;
use crate::record::{MatchEvent, Names, Record, RecordedAction};

/// A match in progress. The caller asks for [`Match::pending`] and handles it: [`Match::act`] for a decision,
/// [`Match::search_job`] for a bot's, [`Match::throw`] and [`Match::apply_roll`] for a die.
pub struct Match {
    pub(super) setup: Setup,
    pub(super) state: State,
    pending: Pending,
    /// Its record.
    pub(super) record: Record,
    pub(super) recording: Recording,
    /// The secret of the match, until it is revealed.
    pub(super) secret: Option<Secret>,
    /// The programs that run and wait for their turn, White's first. The lock serves threads that share the match; nobody waits for it.
    programs: Mutex<[Option<UciProgram>; 2]>,
    /// What the bots have learned, White's first.
    memories: [SearchMemory; 2],
}

impl Match {
    /// A match from its start.
    ///
    /// # Errors
    /// The field of the start position that is wrong.
    pub fn new(setup: Setup) -> Result<Match, PlayError> {
        let game = games::begin(setup.info, setup.options.clone(), setup.start.as_deref())?;
        let record = Record::new(header_of(&setup, &*game));
        Ok(Match::from_parts(setup, State::new(game), record, Recording::default(), None))
    }

    /// A match that stands after these actions, among them rolls without a throw, and is recorded nowhere: to try something out from there.
    /// Where `draws_unclaimed`, it goes on where a draw by repetition and the like would end it.
    ///
    /// # Errors
    /// The field of the start position that is wrong, or an action that the rules refuse.
    pub fn after(setup: Setup, draws_unclaimed: bool, actions: &[ActionText]) -> Result<Match, PlayError> {
        let mut game = games::begin(setup.info, setup.options.clone(), setup.start.as_deref())?;
        if draws_unclaimed {
            game.leave_draws_unclaimed();
        }
        let mut record = Record::new(header_of(&setup, &*game));
        record.header.draws_unclaimed = draws_unclaimed;
        let mut state = State::new(game);
        for action in actions {
            let refused = |refusal| PlayError::Refused { action: action.to_string(), refusal: Box::new(refusal) };
            state.apply(action, Duration::ZERO).map_err(refused)?;
            let entry = RecordedAction::new(action.clone(), state.game.hash(), None, None);
            record.push(MatchEvent::Action(entry));
        }
        Ok(Match::from_parts(setup, state, record, Recording::default(), None))
    }

    /// A match that is committed to a secret, which its record reveals at the end. The seed of `setup` does not count: it follows from the
    /// secret and the players' texts, White first.
    ///
    /// # Errors
    /// The field of the start position that is wrong.
    pub fn committed(setup: Setup, secret: Secret, entropy: [String; 2]) -> Result<Match, PlayError> {
        let mut begun = Match::new(Setup { seed: secret.seed(&entropy), ..setup })?;
        begun.record.header.seed = None;
        begun.record.header.commitment = Some(secret.commitment(entropy));
        begun.secret = Some(secret);
        Ok(begun)
    }

    /// Records who plays, and who holds the secret: `server`, with the hashes that the players told of their texts. A takeback then leaves
    /// the clocks as they stand. For a match that has just begun.
    #[must_use]
    pub fn hosted(mut self, names: Names, holder: &str, text_hashes: [Option<String>; 2]) -> Match {
        let header = &mut self.record.header;
        header.takebacks_cost_time = header.clocks.is_some();
        header.names = Some(names).filter(|names| *names != Names::default());
        if let Some(commitment) = &mut header.commitment {
            commitment.holder = Some(holder.to_string());
            commitment.text_hashes = Some(text_hashes);
        }
        self
    }

    pub(super) fn from_parts(
        setup: Setup,
        state: State,
        record: Record,
        recording: Recording,
        secret: Option<Secret>,
    ) -> Match {
        let pending = Pending::of(&state, setup.seats);
        Match {
            setup,
            state,
            pending,
            record,
            recording,
            secret,
            programs: Mutex::default(),
            memories: Default::default(),
        }
    }

    /// How the match is played.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The match as the rules see it.
    #[must_use]
    pub fn game(&self) -> &dyn DynGame {
        &*self.state.game
    }

    /// The text of the last action; `None` at the start.
    #[must_use]
    pub fn last_action(&self) -> Option<ActionText> {
        self.state.game.last_action()
    }

    /// The pending decision or throw.
    #[must_use]
    pub fn pending(&self) -> Pending {
        self.pending
    }

    /// How the match ended, by the rules or from outside; `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    /// Plays a decision of the side to act, and returns its events on the table. Where it opens a claim, a bot may claim the draw at
    /// once, which ends the match.
    ///
    /// # Errors
    /// An illegal action; a roll, which nobody can choose; a match that is over; a record that cannot be written.
    pub fn act(&mut self, action: &str) -> Result<Vec<Event>, PlayError> {
        if let Pending::Over(outcome) = self.pending {
            return Err(PlayError::Over(outcome));
        }
        if matches!(self.pending, Pending::Throw { .. }) || roll_symbol(action).is_some() {
            return Err(PlayError::RollIsNoChoice);
        }
        self.play(action, None, true)
    }

    /// The throw that is due: the same however often it is asked for, and the same as before if it was taken back. A flick
    /// of the player's hand decides it together with the match's seed. `None` if no throw is due.
    #[must_use]
    pub fn throw(&self, flick: Option<Flick>) -> Option<Roll> {
        let Pending::Throw { die, up, .. } = self.pending else { return None };
        if let Some(kept) = self.record.kept_roll() {
            return Roll::of_record(die, kept, &self.record.header);
        }
        let seed = derive(self.setup.seed, self.state.steps.len(), Purpose::Throw);
        Some(match self.setup.dice {
            Dice::Physics => chance::thrown(die, up, seed, flick),
            Dice::Instant => chance::drawn(die, seed),
        })
    }

    /// Applies a roll to the game, records it, and returns its events on the table.
    ///
    /// # Errors
    /// A die that is not due or did not come to rest, a roll that was made before and showed something else, a roll that the rules refuse, or a
    /// record that cannot be written.
    pub fn apply_roll(&mut self, roll: &Roll) -> Result<Vec<Event>, PlayError> {
        match self.pending {
            Pending::Over(outcome) => return Err(PlayError::Over(outcome)),
            Pending::Throw { die, .. } if die == roll.die => {}
            _ => return Err(PlayError::NotDue(roll.die)),
        }
        if let Some(thrown) = &roll.physical
            && thrown.physics == dice::PHYSICS
            && !thrown.flat
        {
            return Err(PlayError::NeverFlat);
        }
        if let Some(kept) = self.record.kept_roll()
            && kept.symbol != roll.symbol
        {
            return Err(PlayError::RolledBefore(kept.symbol.clone()));
        }
        self.play(&ActionText::roll(roll.symbol), Some(roll), true)
    }

    /// The bot that has to decide, ready to think on another thread; `None` if no bot has to.
    #[must_use]
    pub fn search_job(&self) -> Option<SearchJob> {
        let Pending::Decide { seat: Seat::Bot(bot), side } = self.pending else { return None };
        Some(self.decision()?.search_job(bot).with_memory(self.memories[side.index()].clone()))
    }

    /// The decision that is due, for any [`Player`](super::Player) to take on any thread; `None` if none is.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        let Pending::Decide { side, .. } = self.pending else { return None };
        let clocks = self.clock().map(|clock| ClockTimes {
            left: Side::BOTH.map(|side| self.remaining(side).unwrap_or_default()),
            increment: clock.increment,
            turns_to_go: None,
            margin: Duration::ZERO,
        });
        let seed = derive(self.setup.seed, 0, Purpose::Bot);
        Some(Decision::new(&*self.state.game, side, seed, clocks))
    }

    /// Keeps a program that runs for a side until its turn.
    pub fn keep_program(&mut self, side: Side, program: UciProgram) {
        self.programs.get_mut().unwrap_or_else(PoisonError::into_inner)[side.index()] = Some(program);
    }

    /// The program that runs for a side; `None` if none does, or somebody has it already.
    #[must_use]
    pub fn take_program(&self, side: Side) -> Option<UciProgram> {
        self.programs.lock().unwrap_or_else(PoisonError::into_inner)[side.index()].take()
    }

    /// Lets a person go on for a side, instead of a bot or another program. In the match file the player keeps the name.
    pub fn seat_person(&mut self, side: Side) {
        self.setup.seats[side.index()] = Seat::Human;
        self.setup.programs[side.index()] = None;
        drop(self.take_program(side));
        self.enter(self.state.copy());
    }

    /// Plays an action or a roll. With `programs_claim`, bots and other programs may claim the draw that it opens.
    pub(super) fn play(
        &mut self,
        action: &str,
        roll: Option<&Roll>,
        programs_claim: bool,
    ) -> Result<Vec<Event>, PlayError> {
        let mut next = self.state.copy();
        // In whole milliseconds, as the match file has it.
        let used = if roll.is_some() { 0 } else { milliseconds(next.spent) };
        let refused =
            |refusal| PlayError::Refused { action: action.chars().take(80).collect(), refusal: Box::new(refusal) };
        let events = next.apply(action, Duration::from_millis(used)).map_err(refused)?;
        // Playing on instead of answering declines the offer.
        if let (Some(by), Some(side)) = (next.offer, self.pending.side())
            && by != side
        {
            next.offer = None;
        }
        if programs_claim {
            next.ended = self.claim_in(&next, &Side::BOTH);
        }
        let used_ms = self.setup.clock.map(|_| used);
        let text = next.game.last_action().unwrap_or_else(|| action.into());
        let entry =
            RecordedAction::new(text, next.game.hash(), roll.map(|roll| roll.record(&self.record.header)), used_ms);
        self.commit(next, [MatchEvent::Action(entry)])?;
        Ok(events)
    }

    /// Lets a changed state take effect once what happened is on its way to the match file, with the result if it ends the match.
    pub(super) fn commit(
        &mut self,
        next: State,
        happened: impl IntoIterator<Item = MatchEvent>,
    ) -> Result<(), PlayError> {
        let events = happened.into_iter().chain(self.final_events(next.outcome())).collect();
        self.write(events)?;
        self.enter(next);
        Ok(())
    }

    /// Lets a changed state take effect.
    pub(super) fn enter(&mut self, next: State) {
        self.pending = Pending::of(&next, self.setup.seats);
        self.state = next;
    }
}
