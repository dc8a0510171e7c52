use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::analysis::SearchJob;
use super::chance::{self, Purpose, Roll, Secret, derive, throw_seed};
use super::error::PlayError;
use super::header::{header_of, milliseconds};
use super::pending::Pending;
use super::player::{ClockTimes, Decision};
use super::setup::{Dice, Seat, Setup};
use super::state::State;
use super::uci::UciProgram;
use crate::platform::jobs::{Background, Wake};
use crate::record::{ClockHistory, Journal, MatchEvent, Names, Record, RecordedAction};
use fairground_dice::{self, Flick};
use fairground_rules::bots::SearchMemory;
use fairground_rules::engine::{ActionText, DynGame, Event, Outcome, Side, roll_symbol};
use fairground_rules::games;

/// A match in progress. The caller checks [`Match::pending`] and acts on it: [`Match::act`] for a
/// decision, [`Match::search_job`] for a bot's, [`Match::throw`] and [`Match::apply_roll`] for a
/// die.
#[derive(Debug)]
pub struct Match {
    pub(super) setup: Setup,
    pub(super) state: State,
    pending: Pending,
    /// The record of all events.
    pub(super) record: Record,
    /// The clocks after each action; `None` without clocks.
    pub(super) clocks: Option<ClockHistory>,
    /// The match file, if any. In a browser, the caller takes the events from the record.
    pub(super) journal: Option<Journal>,
    /// The secret of the match, until it is revealed.
    pub(super) secret: Option<Secret>,
    /// Running external engines between their turns, White's first. The lock only makes the type
    /// `Sync` and is never contended.
    programs: Mutex<[Option<UciProgram>; 2]>,
    /// The bots' memories between searches, White's first.
    memories: [SearchMemory; 2],
}

impl Match {
    /// Starts a match.
    ///
    /// # Errors
    /// If the start position is invalid; the error names the field.
    pub fn new(setup: Setup) -> Result<Match, PlayError> {
        let game = games::begin(setup.info, setup.options.clone(), setup.start.as_deref())?;
        let record = Record::new(header_of(&setup, &*game));
        Ok(Match::from_parts(setup, State::new(game), record))
    }

    /// An unrecorded match after these actions, including rolls without a throw, for trying out
    /// continuations. With `draws_unclaimed`, repetitions and similar draws do not end it.
    ///
    /// # Errors
    /// If the start position is invalid, naming the field, or the rules refuse an action.
    pub fn after(setup: Setup, draws_unclaimed: bool, actions: &[ActionText]) -> Result<Match, PlayError> {
        let mut game = games::begin(setup.info, setup.options.clone(), setup.start.as_deref())?;
        if draws_unclaimed {
            game.leave_draws_unclaimed();
        }
        let mut record = Record::new(header_of(&setup, &*game));
        record.header.draws_unclaimed = draws_unclaimed;
        for action in actions {
            let refused = |refusal| PlayError::Refused { action: action.to_string(), refusal: Box::new(refusal) };
            game.apply(action).map_err(refused)?;
            record.push(MatchEvent::Action(RecordedAction::new(action.clone(), game.hash(), None, None)));
        }
        Ok(Match::from_parts(setup, State::new(game), record))
    }

    /// Starts a match that is committed to a secret, revealed in the record at the end. The seed
    /// follows from the secret and the players' texts, White's first, and replaces the one in
    /// `setup`.
    ///
    /// # Errors
    /// If the start position is invalid; the error names the field.
    pub fn committed(setup: Setup, secret: Secret, entropy: [String; 2]) -> Result<Match, PlayError> {
        let mut begun = Match::new(Setup { seed: secret.seed(&entropy), ..setup })?;
        begun.record.header.seed = None;
        begun.record.header.commitment = Some(secret.commitment(entropy));
        begun.secret = Some(secret);
        Ok(begun)
    }

    /// Records the players' names, the server as the holder of the secret, and the hashes that the
    /// players sent of their texts. From now on, takebacks leave the clocks unchanged. Call this
    /// directly after the start.
    #[must_use]
    pub fn hosted(mut self, names: Names, text_hashes: [Option<String>; 2]) -> Match {
        let header = &mut self.record.header;
        header.takebacks_cost_time = header.clocks.is_some();
        self.clocks = ClockHistory::new(header);
        header.names = Some(names).filter(|names| *names != Names::default());
        if let Some(commitment) = &mut header.commitment {
            commitment.holder = Some("server".to_string());
            commitment.text_hashes = Some(text_hashes);
        }
        self
    }

    pub(super) fn from_parts(setup: Setup, state: State, record: Record) -> Match {
        let pending = Pending::of(&state, setup.seats);
        Match {
            setup,
            state,
            pending,
            clocks: ClockHistory::new(&record.header),
            record,
            journal: None,
            secret: None,
            programs: Mutex::default(),
            memories: Default::default(),
        }
    }

    /// The settings of the match.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The game, for its rules.
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

    /// The outcome, by the rules or for an external reason; `None` while the match goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    /// Plays a decision of the side to act. Returns its events on the table. If it opens a claim, a
    /// bot may claim the draw immediately.
    ///
    /// # Errors
    /// If the action is illegal or a roll, the match is over, or the record cannot be written.
    pub fn act(&mut self, action: &str) -> Result<Vec<Event>, PlayError> {
        if let Pending::Over(outcome) = self.pending {
            return Err(PlayError::Over(outcome));
        }
        if matches!(self.pending, Pending::Throw { .. }) || roll_symbol(action).is_some() {
            return Err(PlayError::CannotChooseRoll);
        }
        self.play(action, None, true)
    }

    /// The due throw; `None` if no throw is due. The player's flick and the match's seed determine
    /// it: repeated calls give the same throw, and a throw that was taken back comes again.
    #[must_use]
    pub fn throw(&self, flick: Option<Flick>) -> Option<Roll> {
        let Pending::Throw { die, up, .. } = self.pending else { return None };
        if let Some(kept) = self.record.kept_roll() {
            return Roll::of_record(die, kept, &self.record.header);
        }
        let takebacks = self.record.reseeding_takebacks();
        let seed = throw_seed(self.setup.seed, self.record.actions().len(), takebacks);
        Some(match self.setup.dice {
            Dice::Physics => chance::thrown(die, up, seed, flick),
            Dice::Instant => chance::drawn(die, seed),
        })
    }

    /// Plays a roll, records it and returns its events on the table.
    ///
    /// # Errors
    /// If the die is not due or did not come to rest, the roll differs from the same one before a
    /// takeback, the rules refuse it, or the record cannot be written.
    pub fn apply_roll(&mut self, roll: &Roll) -> Result<Vec<Event>, PlayError> {
        match self.pending {
            Pending::Over(outcome) => return Err(PlayError::Over(outcome)),
            Pending::Throw { die, .. } if die == roll.die => {}
            _ => return Err(PlayError::NotDue(roll.die)),
        }
        if let Some(thrown) = &roll.physical
            && thrown.physics == fairground_dice::PHYSICS
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

    /// The search for the due decision of a bot, for any thread; `None` if no bot is to act.
    #[must_use]
    pub fn search_job(&self) -> Option<SearchJob> {
        let Pending::Decide { seat: Seat::Bot(bot), side } = self.pending else { return None };
        Some(self.decision()?.search_job(bot).with_memory(self.memories[side.index()].clone()))
    }

    /// The due decision, for any [`Player`](super::Player) on any thread; `None` if none is due.
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

    /// Keeps a side's running engine until its turn.
    pub fn keep_program(&mut self, side: Side, program: UciProgram) {
        self.programs.get_mut().unwrap_or_else(PoisonError::into_inner)[side.index()] = Some(program);
    }

    /// Takes a side's running engine, if any.
    #[must_use]
    pub fn take_program(&self, side: Side) -> Option<UciProgram> {
        self.programs.lock().unwrap_or_else(PoisonError::into_inner)[side.index()].take()
    }

    /// Replaces the bot or engine of a side by a person. The match file keeps the player's name.
    pub fn seat_person(&mut self, side: Side) {
        self.setup.seats[side.index()] = Seat::Human;
        self.setup.programs[side.index()] = None;
        if let Some(program) = self.take_program(side) {
            // The engine may take half a second to quit.
            drop(Background::start(&Wake::default(), move |_| drop(program)));
        }
        self.enter(self.state.clone());
    }

    /// Plays an action or a roll. With `programs_claim`, bots and external engines may claim a draw
    /// that it opens.
    pub(super) fn play(
        &mut self,
        action: &str,
        roll: Option<&Roll>,
        programs_claim: bool,
    ) -> Result<Vec<Event>, PlayError> {
        let mut next = self.state.clone();
        // Truncated to whole milliseconds, as in the match file.
        let used = if roll.is_some() { 0 } else { milliseconds(next.spent) };
        let refused =
            |refusal| PlayError::Refused { action: action.chars().take(80).collect(), refusal: Box::new(refusal) };
        let events = next.apply(action).map_err(refused)?;
        // Playing on declines the offer.
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

    /// Records the events, and the result if `next` ends the match, then switches to `next`.
    pub(super) fn commit(
        &mut self,
        next: State,
        happened: impl IntoIterator<Item = MatchEvent>,
    ) -> Result<(), PlayError> {
        let events = happened.into_iter().chain(self.final_events(next.outcome())).collect();
        self.advance(next, events)
    }

    /// Records the events, then switches to the state after them.
    pub(super) fn advance(&mut self, next: State, events: Vec<MatchEvent>) -> Result<(), PlayError> {
        let recorded = self.record.events().len();
        self.write(events)?;
        if let Some(clocks) = &mut self.clocks {
            let side = self.state.game.turn().side();
            for event in &self.record.events()[recorded..] {
                match (event, side) {
                    (MatchEvent::Action(entry), Some(side)) => {
                        clocks.play(side, entry.used_ms.unwrap_or_default(), next.game.turn().side());
                    }
                    // Truncated to whole milliseconds, as in match files.
                    (MatchEvent::Takeback(count), _) => {
                        clocks.take_back(*count, side, milliseconds(self.state.spent));
                    }
                    _ => {}
                }
            }
        }
        self.enter(next);
        Ok(())
    }

    /// Switches to a changed state.
    pub(super) fn enter(&mut self, next: State) {
        self.pending = Pending::of(&next, self.setup.seats);
        self.state = next;
    }
}
