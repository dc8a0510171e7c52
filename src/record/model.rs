//! The contents of a match file, whatever its version.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::VERSION;
use super::kept_rolls::KeptRolls;
use super::notes::{Note, Variation};
use super::throw::Throw;
use super::torn_line::TornLine;
use crate::engine::{ActionText, Outcome};

/// A match as a match file tells it, of either version: how it began, and everything that happened since.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The data known from the start.
    pub header: Header,
    events: Vec<MatchEvent>,
    /// The rest follows from the events: the actions that stand,
    actions: Vec<RecordedAction>,
    /// the rolls that were taken back,
    kept: KeptRolls,
    /// the result,
    result: Option<MatchResult>,
    /// The secret behind it.
    reveal: Option<Reveal>,
    /// the notes, by the number of actions before each,
    notes: BTreeMap<usize, Note>,
    /// the variations, by the number of actions before each and their order in the file,
    variations: BTreeMap<(usize, usize), Variation>,
    /// and the time that the next action has taken so far, ms.
    thinking_ms: u64,
    pub(super) torn: Option<TornLine>,
}

/// The header of a match: the first line of its file. Fields that a later version of the program adds are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`](super::FORMAT).
    pub format: String,
    /// The version of the file that this was read from, or [`VERSION`].
    pub version: u32,
    /// The id of the game.
    pub game: String,
    /// The game's options that differ from the default.
    pub options: BTreeMap<String, String>,
    /// Who plays.
    pub seats: Seats,
    /// Where the dice come from: `physics` or `instant`.
    pub dice: String,
    /// The seed of bots and throws; left out if it was committed to, and revealed at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The text of the position that the match began from.
    pub start: String,
    /// The clocks; left out if the match has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// Whether the file has the time of every decision, also of one that the end of the match cut short, so that a loss on time can be
    /// checked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact_clocks: bool,
    /// The commitment to the seed; left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Commitment>,
    /// The version of the physics by which dice are thrown; left out if none are, and in files from before it was recorded
    /// ([`Header::physics`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub physics: Option<String>,
    /// The names of the players, who need not be known to this program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Names>,
    /// When the match began: an RFC 3339 time, or an ISO 8601 date of which the end may be missing (`2026`, `2026-11`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The tournament or occasion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The ratings of the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<Ratings>,
    /// Other tags of Portable Game Notation, such as `Site`, `Round` and `ECO`, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// Whether the match went on where the rules draw it by repetition and the like, as between players who did not claim that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draws_unclaimed: bool,
    /// Whether a takeback leaves the clocks as they stand, instead of setting them back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub takebacks_cost_time: bool,
    /// Whether it is no match that was played but an analysis.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub analysis: bool,
}

/// The names of the players; `None` where one is unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// The player who is White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// The player who is Black.
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

/// The Elo ratings of the players; `None` where one is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratings {
    /// The player who is White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<u32>,
    /// The player who is Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<u32>,
}

/// The physics of files that do not name it.
pub const UNNAMED_PHYSICS: &str = "rapier3d 0.35.0";

impl Header {
    /// The version of the physics by which dice are thrown, if the match says nothing else of a single throw ([`Throw::physics`]).
    #[must_use]
    pub fn physics(&self) -> &str {
        self.physics.as_deref().unwrap_or(UNNAMED_PHYSICS)
    }

    /// Whether the times were kept by another program, as in a match that was imported: it has no seed of its own. They are not checked.
    #[must_use]
    pub fn has_clocks_of_others(&self) -> bool {
        self.clocks.is_some() && !self.exact_clocks && self.seed == Some(0) && self.dice == "instant"
    }
}

/// The commitment published before a match to a secret that decides its seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commitment {
    /// BLAKE3 of the secret's 32 bytes, 64 hex digits.
    pub hash: String,
    /// The texts that the players added to it, White first.
    pub entropy: [String; 2],
    /// Who held the secret until the end, if it was neither player: `server`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<String>,
    /// BLAKE3 of each player's text, 64 hex digits, where the player told it before any text was known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_hashes: Option<[Option<String>; 2]>,
}

/// Who plays: `human`, or the name of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// The player who is White.
    pub white: String,
    /// The player who is Black.
    pub black: String,
}

/// The settings of the clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    /// What each player begins with, ms.
    pub start_ms: u64,
    /// The increment at the end of each turn, ms.
    pub increment_ms: u64,
}

/// Something that happened in a match: every line of its file but the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchEvent {
    /// An action was carried out.
    Action(RecordedAction),
    /// The last actions, this many, were taken back. The rolls among them are kept: made again at the same point, they
    /// show the same.
    Takeback(usize),
    /// A roll that was taken back, where the actions themselves are not known any more: version 1 kept only the rolls.
    Kept(Box<TakenBackRoll>),
    /// The match ended.
    Result(MatchResult),
    /// The secret of the commitment, revealed when the match has ended.
    Reveal(Reveal),
    /// A reader's note at a point, replacing any earlier one there. An empty note removes it.
    Note(Note),
    /// What could have been played instead.
    Variation(Variation),
    /// The match was left, ended, or went back by a takeback while its clock ran.
    Thinking(Thinking),
}

/// The time of a decision so far, where the match was left, ended, or went back by a takeback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thinking {
    /// The time from the clock of the side to act, ms. The time of the action includes it, if one follows.
    pub used_ms: u64,
}

/// One action. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedAction {
    /// Its text.
    #[serde(rename = "text")]
    pub action: ActionText,
    /// FNV-1a of the position text after it; 16 hex digits in the file.
    #[serde(with = "super::hash_text")]
    pub hash: u64,
    /// How the die was thrown; a decision has none.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "super::shared")]
    pub throw: Option<Arc<Throw>>,
    /// The time it took from its player's clock, ms; `None` without clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_ms: Option<u64>,
}

/// A roll that was taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakenBackRoll {
    /// The actions from the start up to it, separated by single spaces.
    pub after: String,
    /// The throw.
    pub throw: Throw,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchResult {
    /// `white`, `black` or `draw`.
    pub outcome: String,
    /// Why, in the words of the engine's `Reason`.
    pub reason: String,
}

/// The secret of a match, and the seed that follows from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reveal {
    /// The secret, 64 hex digits.
    pub secret: String,
    /// What bots and throws were drawn from.
    pub seed: u64,
}

impl Record {
    /// A match in which nothing has happened yet.
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

    /// Everything that happened, in order; the lines of a file of version 2 from the second on.
    #[must_use]
    pub fn events(&self) -> &[MatchEvent] {
        &self.events
    }

    /// The actions that stand: those that were not taken back.
    #[must_use]
    pub fn actions(&self) -> &[RecordedAction] {
        &self.actions
    }

    /// How it ended; `None` while it goes on.
    #[must_use]
    pub fn result(&self) -> Option<&MatchResult> {
        self.result.as_ref()
    }

    /// The secret that was committed to; `None` before it is revealed, and where there was none.
    #[must_use]
    pub fn reveal(&self) -> Option<&Reveal> {
        self.reveal.as_ref()
    }

    /// What bots and throws are drawn from; `None` as long as it is secret.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.header.seed.or(self.reveal.as_ref().map(|reveal| reveal.seed))
    }

    /// The notes at points of the match, by the number of actions before each.
    #[must_use]
    pub fn notes(&self) -> &BTreeMap<usize, Note> {
        &self.notes
    }

    /// What could have been played instead, in the order of the file.
    #[must_use]
    pub fn variations(&self) -> Vec<&Variation> {
        let mut ordered: Vec<_> = self.variations.iter().collect();
        ordered.sort_unstable_by_key(|((_, line), _)| *line);
        ordered.into_iter().map(|(_, variation)| variation).collect()
    }

    /// The time that the next action has taken so far, ms; 0 unless the match was left there.
    #[must_use]
    pub fn thinking_ms(&self) -> u64 {
        self.thinking_ms
    }

    /// The torn last line of the file that this was read from, which is left out here.
    #[must_use]
    pub fn torn(&self) -> Option<&TornLine> {
        self.torn.as_ref()
    }

    /// The roll that was made at this very point before it was taken back.
    #[must_use]
    pub fn kept_roll(&self) -> Option<&Throw> {
        self.kept.here()
    }

    /// Whether a roll that was taken back is known at the point after these actions, which are separated by spaces.
    pub(super) fn has_kept_roll(&self, after: &str) -> bool {
        self.kept.has(after)
    }

    /// Goes on with the record. More cannot be taken back than there is.
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
                // From the end: a takeback costs no more than what it removes.
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
            MatchEvent::Note(note) => drop(self.notes.insert(note.after, note.clone())),
            MatchEvent::Variation(variation) => {
                self.variations.insert((variation.after, self.events.len()), variation.clone());
            }
            MatchEvent::Thinking(thinking) => self.thinking_ms = thinking.used_ms,
        }
        self.events.push(event);
    }

    /// The file's text, as version 2 writes it.
    ///
    /// # Errors
    /// Those of [`MatchEvent::to_line`].
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string(&Header { version: VERSION, ..self.header.clone() })?;
        text.push('\n');
        for event in &self.events {
            text.push_str(&event.to_line()?);
        }
        Ok(text)
    }
}

impl MatchEvent {
    /// A line of the file, with its end.
    ///
    /// # Errors
    /// A number of a throw that is not finite, which JSON does not have.
    pub fn to_line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self).map(|text| text + "\n")
    }
}

impl RecordedAction {
    /// An action, the hash of the position after it, its throw if it was one, and the time it took from the clock, ms.
    #[must_use]
    pub fn new(action: ActionText, hash: u64, throw: Option<Throw>, used_ms: Option<u64>) -> Self {
        RecordedAction { action, hash, throw: throw.map(Arc::new), used_ms }
    }
}

impl MatchResult {
    /// As the file writes it.
    #[must_use]
    pub fn new(outcome: Outcome) -> Self {
        MatchResult { outcome: outcome.to_string(), reason: outcome.reason.to_string() }
    }
}
