//! The contents of a match file of any version.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::kept_rolls::KeptRolls;
use super::notes::{Note, Variation};
use super::throw::Throw;
use super::torn_line::TornLine;
use fairground_rules::engine::{ActionText, Outcome, Side};

/// A match as recorded in a file of any version: its start and all its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The data known from the start.
    pub header: Header,
    events: Vec<MatchEvent>,
    /// Derived from `events`: the actions, without those taken back.
    actions: Vec<RecordedAction>,
    /// Derived from `events`: the taken-back rolls.
    kept: KeptRolls,
    /// Derived from `events`: the result.
    result: Option<MatchResult>,
    /// Derived from `events`: the revealed secret.
    reveal: Option<Reveal>,
    /// Derived from `events`: the notes, by the number of actions before each.
    notes: BTreeMap<usize, Note>,
    /// Derived from `events`: the variations, by the number of actions before each and their order
    /// in the file.
    variations: BTreeMap<(usize, usize), Variation>,
    /// Derived from `events`: the time already used for the next action, ms.
    thinking_ms: u64,
    pub(super) torn: Option<TornLine>,
}

/// The header of a match: the first line of its file. Unknown fields, which later versions may add,
/// are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`](super::FORMAT).
    pub format: String,
    /// The version of the file that this header was read from, or [`VERSION`](super::VERSION).
    pub version: u32,
    /// The id of the game.
    pub game: String,
    /// The game's options that differ from their defaults.
    pub options: BTreeMap<String, String>,
    /// The players.
    pub seats: Seats,
    /// The source of dice results: `physics` or `instant`.
    pub dice: String,
    /// The seed of bots and throws. Omitted if it was committed to; it is then revealed at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The text of the initial position.
    pub start: String,
    /// The clocks; omitted if the match has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// Whether the file has the time of every decision, including one cut short by the end of the
    /// match. Only then can a loss on time be checked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact_clocks: bool,
    /// The commitment to the seed; omitted if the seed is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Commitment>,
    /// The version of the dice physics. Omitted without physical dice, and in files older than this
    /// field ([`Header::physics`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub physics: Option<String>,
    /// The names of the players, which unlike the seats are arbitrary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Names>,
    /// The start of the match: an RFC 3339 time, or an ISO 8601 date that may be truncated (`2026`,
    /// `2026-11`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The tournament or occasion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The ratings of the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<Ratings>,
    /// Other PGN tags, such as `Site`, `Round` and `ECO`, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// Whether draws such as repetition were left unclaimed, so that the match went on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draws_unclaimed: bool,
    /// Whether a takeback leaves the clocks unchanged instead of restoring their times.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub takebacks_cost_time: bool,
    /// Whether each takeback changes the seeds of all later throws. Earlier versions did not: there,
    /// throws after the same number of actions begin alike.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub takebacks_reseed: bool,
    /// Whether this is an analysis rather than a played match.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub analysis: bool,
}

/// The names of the players; `None` for an unknown one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// The name of White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// The name of Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
}

impl Names {
    /// The names of White and Black; `None` if both are unknown.
    #[must_use]
    pub fn of([white, black]: [Option<String>; 2]) -> Option<Names> {
        (white.is_some() || black.is_some()).then_some(Names { white, black })
    }
}

/// The Elo ratings of the players; `None` for an unknown one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratings {
    /// The rating of White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<u32>,
    /// The rating of Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<u32>,
}

/// The physics of files that do not name one.
const UNNAMED_PHYSICS: &str = "rapier3d 0.35.0";

impl Header {
    /// The version of the dice physics, which single throws may override ([`Throw::physics`]).
    #[must_use]
    pub fn physics(&self) -> &str {
        self.physics.as_deref().unwrap_or(UNNAMED_PHYSICS)
    }

    /// The value of the tags `WhiteType` and `BlackType` for programs.
    pub const PROGRAM: &str = "program";

    /// The tag with the type of a side's player.
    pub(crate) const fn type_tag(side: Side) -> &'static str {
        match side {
            Side::White => "WhiteType",
            Side::Black => "BlackType",
        }
    }

    /// The player of a side: `human`, the name of a bot, or [`Header::PROGRAM`] for an external
    /// engine. Engines have a person's seat in the file, because it does not store their command.
    #[must_use]
    pub fn player(&self, side: Side) -> &str {
        match self.tags.get(Header::type_tag(side)) {
            Some(kind) if kind == Header::PROGRAM => Header::PROGRAM,
            _ if side == Side::White => &self.seats.white,
            _ => &self.seats.black,
        }
    }

    /// Whether another program kept the times, as in an imported match, which has no seed of its
    /// own. Such times are not checked.
    #[must_use]
    pub fn has_external_clocks(&self) -> bool {
        self.clocks.is_some() && !self.exact_clocks && self.seed == Some(0) && self.dice == "instant"
    }
}

/// The commitment, published before a match, to a secret that decides its seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commitment {
    /// BLAKE3 of the secret's 32 bytes, 64 hex digits.
    pub hash: String,
    /// The texts that the players added to the secret, White first.
    pub entropy: [String; 2],
    /// The holder of the secret until the end, if it was not a player: `server`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<String>,
    /// BLAKE3 of each player's text, 64 hex digits, if the player sent the hash before any text was
    /// known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_hashes: Option<[Option<String>; 2]>,
}

/// The players: `human` or the name of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// The player of White.
    pub white: String,
    /// The player of Black.
    pub black: String,
}

/// The settings of the clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    /// Each player's initial time, ms.
    pub start_ms: u64,
    /// The increment at the end of each turn, ms.
    pub increment_ms: u64,
}

/// An event of a match: a line of its file other than the header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchEvent {
    /// An action was played.
    Action(RecordedAction),
    /// This number of actions was taken back. Their rolls are kept: repeated at the same point,
    /// they show the same side.
    Takeback(usize),
    /// A taken-back roll whose actions are unknown: version 1 kept only the rolls.
    Kept(Box<TakenBackRoll>),
    /// The match ended.
    Result(MatchResult),
    /// The secret of the commitment was revealed after the end of the match.
    Reveal(Reveal),
    /// A reader's note at a point, which replaces any earlier one there. An empty note removes it.
    /// Boxed, because it is much larger than other events.
    Note(Box<Note>),
    /// A variation was added.
    Variation(Variation),
    /// The match was left, ended, or went back by a takeback while a clock ran.
    Thinking(Thinking),
}

/// The time of an unfinished decision, recorded when the match is left, ends, or goes back by a
/// takeback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thinking {
    /// The time taken from the clock of the side to act, ms. If an action follows, its time
    /// includes this.
    pub used_ms: u64,
}

/// A recorded action. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedAction {
    /// The action's text.
    #[serde(rename = "text")]
    pub action: ActionText,
    /// FNV-1a of the text of the position after the action; 16 hex digits in the file.
    #[serde(with = "super::hash_text")]
    pub hash: u64,
    /// The throw of the die; `None` for a decision.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "super::shared")]
    pub throw: Option<Arc<Throw>>,
    /// The time taken from the player's clock, ms; `None` without clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_ms: Option<u64>,
}

/// A roll that was taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakenBackRoll {
    /// The actions before it, separated by single spaces.
    pub after: String,
    /// The throw.
    pub throw: Throw,
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchResult {
    /// `white`, `black` or `draw`.
    pub outcome: String,
    /// The reason, as the engine's `Reason` spells it.
    pub reason: String,
}

/// The secret of a match, and the seed derived from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reveal {
    /// The secret, 64 hex digits.
    pub secret: String,
    /// The seed of bots and throws.
    pub seed: u64,
}

impl Record {
    /// A match without events.
    #[must_use]
    pub fn new(header: Header) -> Self {
        Record {
            header,
            events: Vec::new(),
            actions: Vec::new(),
            kept: KeptRolls::default(),
            result: None,
            reveal: None,
            notes: BTreeMap::new(),
            variations: BTreeMap::new(),
            thinking_ms: 0,
            torn: None,
        }
    }

    /// All events, in order: the lines of a version 2 file after the header.
    #[must_use]
    pub fn events(&self) -> &[MatchEvent] {
        &self.events
    }

    /// The actions, without those taken back.
    #[must_use]
    pub fn actions(&self) -> &[RecordedAction] {
        &self.actions
    }

    /// The result; `None` while the match goes on.
    #[must_use]
    pub fn result(&self) -> Option<&MatchResult> {
        self.result.as_ref()
    }

    /// The secret of the commitment; `None` before it is revealed, or without a commitment.
    #[must_use]
    pub fn reveal(&self) -> Option<&Reveal> {
        self.reveal.as_ref()
    }

    /// The seed of bots and throws; `None` while it is secret.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.header.seed.or(self.reveal.as_ref().map(|reveal| reveal.seed))
    }

    /// The notes, by the number of actions before each.
    #[must_use]
    pub fn notes(&self) -> &BTreeMap<usize, Note> {
        &self.notes
    }

    /// The variations, in the order of the file.
    #[must_use]
    pub fn variations(&self) -> Vec<&Variation> {
        let mut ordered: Vec<_> = self.variations.iter().collect();
        ordered.sort_unstable_by_key(|((_, line), _)| *line);
        ordered.into_iter().map(|(_, variation)| variation).collect()
    }

    /// The time used for the next action to date, ms; 0 unless the match was left during it.
    #[must_use]
    pub fn thinking_ms(&self) -> u64 {
        self.thinking_ms
    }

    /// The torn last line of the file, which is not part of the record.
    #[must_use]
    pub fn torn(&self) -> Option<&TornLine> {
        self.torn.as_ref()
    }

    /// The roll made earlier at the current point and taken back.
    #[must_use]
    pub(crate) fn kept_roll(&self) -> Option<&Throw> {
        self.kept.here()
    }

    /// The number of takebacks that changed the seeds of throws.
    pub(crate) fn reseeding_takebacks(&self) -> usize {
        match self.header.takebacks_reseed {
            true => self.events.iter().filter(|event| matches!(event, MatchEvent::Takeback(_))).count(),
            false => 0,
        }
    }

    /// Whether a taken-back roll is known at the point after these actions, separated by spaces.
    pub(super) fn has_kept_roll(&self, after: &str) -> bool {
        self.kept.has(after)
    }

    /// Appends an event. A takeback removes at most all actions.
    pub fn push(&mut self, event: MatchEvent) {
        match &event {
            MatchEvent::Action(entry) => {
                self.thinking_ms = 0;
                self.kept.push(&entry.action);
                self.actions.push(entry.clone());
            }
            MatchEvent::Takeback(count) => {
                (self.result, self.thinking_ms) = (None, 0);
                for _ in 0..*count {
                    let Some(entry) = self.actions.pop() else { break };
                    self.kept.pop(entry.throw);
                }
                // Starts from the end, so that a takeback costs only as much as it removes.
                let most = self.actions.len();
                while self.notes.last_key_value().is_some_and(|(after, _)| *after > most) {
                    self.notes.pop_last();
                }
                while self.variations.last_key_value().is_some_and(|((after, _), _)| *after >= most) {
                    self.variations.pop_last();
                }
            }
            MatchEvent::Kept(roll) => self.kept.keep(&roll.after, roll.throw.clone()),
            MatchEvent::Result(ended) => self.result = Some(ended.clone()),
            MatchEvent::Reveal(reveal) => self.reveal = Some(reveal.clone()),
            MatchEvent::Note(note) if note.is_empty() => drop(self.notes.remove(&note.after)),
            MatchEvent::Note(note) => drop(self.notes.insert(note.after, Note::clone(note))),
            MatchEvent::Variation(variation) => {
                self.variations.insert((variation.after, self.events.len()), variation.clone());
            }
            MatchEvent::Thinking(thinking) => self.thinking_ms = thinking.used_ms,
        }
        self.events.push(event);
    }
}

impl RecordedAction {
    /// Makes an entry from an action, the hash of the position after it, its throw, and the time
    /// taken from the clock, ms.
    #[must_use]
    pub fn new(action: ActionText, hash: u64, throw: Option<Throw>, used_ms: Option<u64>) -> Self {
        RecordedAction { action, hash, throw: throw.map(Arc::new), used_ms }
    }
}

impl MatchResult {
    /// Converts an outcome into the words of the file.
    #[must_use]
    pub fn new(outcome: Outcome) -> Self {
        MatchResult { outcome: outcome.to_string(), reason: outcome.reason.to_string() }
    }
}
