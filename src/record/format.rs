use std::collections::BTreeMap;
use std::io;

use serde::{Deserialize, Serialize};
use serde_json::ser::Formatter;

/// What the field `format` of every match file says.
pub const FORMAT: &str = "fairground-match";

/// The version of the format that this program writes, and the only one that it reads.
pub const VERSION: u32 = 1;

/// A match file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The id of the game.
    pub game: String,
    /// The game's options that differ from the default.
    pub options: BTreeMap<String, String>,
    /// Who plays.
    pub seats: Seats,
    /// Where the dice come from: `physics` or `instant`.
    pub dice: String,
    /// What bots and throws are drawn from.
    pub seed: u64,
    /// The text of the position that the match began from.
    pub start: String,
    /// What was done, decisions and rolls.
    pub actions: Vec<Entry>,
    /// The clocks; `null` if the match has none.
    pub clocks: Option<Clocks>,
    /// Rolls that were taken back: made again at the same point, they show the same.
    pub rolls: Vec<KeptRoll>,
    /// How it ended; `null` while it goes on.
    pub result: Option<Ended>,
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

/// One action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its text.
    pub action: String,
    /// FNV-1a of the position text after it, 16 hex digits.
    pub hash: String,
    /// How the die was thrown; a decision has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throw: Option<Throw>,
}

/// A throw of a die: how it began, each time, and what it showed in the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Throw {
    /// The starting states; all but the last came to rest cocked. Empty if the result was drawn without physics.
    pub attempts: Vec<Start>,
    /// What it showed.
    pub symbol: String,
    /// How long the attempt that counts took, simulated s; 0 without physics.
    pub seconds: f32,
}

/// The state of a die as it leaves the hand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The middle of the die: x, y, z in the tray, m.
    pub position: [f32; 3],
    /// Unit quaternion x, y, z, w.
    pub rotation: [f32; 4],
    /// m/s.
    pub velocity: [f32; 3],
    /// rad/s.
    pub spin: [f32; 3],
}

/// A roll that was taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptRoll {
    /// The actions from the start up to it, separated by single spaces.
    pub after: String,
    /// What it was.
    pub throw: Throw,
}

/// The clocks: their settings, and what each action cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    /// What each player begins with, ms.
    pub start_ms: u64,
    /// What a player gets back at the end of each turn, ms.
    pub increment_ms: u64,
    /// What each action took from its player's clock, ms.
    pub used_ms: Vec<u64>,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// `white`, `black` or `draw`.
    pub outcome: String,
    /// Why, in the words of the engine's `Reason`.
    pub reason: String,
}

impl Record {
    /// The file's text: a field a line, an action a line.
    ///
    /// # Errors
    /// None that a match can cause; they are the serializer's.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        let mut bytes = Vec::new();
        let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Lines { depth: 0, empty: true });
        self.serialize(&mut serializer)?;
        bytes.push(b'\n');
        String::from_utf8(bytes).map_err(serde::ser::Error::custom)
    }
}

/// Breaks lines inside the two outermost brackets only, so that an action takes one line.
struct Lines {
    depth: usize,
    /// Nothing stands behind the last bracket yet.
    empty: bool,
}

impl Lines {
    /// How many brackets deep lines are broken.
    const BROKEN: usize = 2;

    fn open<W: ?Sized + io::Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.empty = true;
        writer.write_all(bracket)
    }

    fn separate<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.empty = false;
        if !first {
            writer.write_all(b",")?;
        }
        match (self.depth <= Self::BROKEN, first) {
            (true, _) => self.break_line(writer),
            (false, true) => Ok(()),
            (false, false) => writer.write_all(b" "),
        }
    }

    fn close<W: ?Sized + io::Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.depth < Self::BROKEN && !self.empty {
            self.break_line(writer)?;
        }
        self.empty = false;
        writer.write_all(bracket)
    }

    fn break_line<W: ?Sized + io::Write>(&self, writer: &mut W) -> io::Result<()> {
        write!(writer, "\n{:1$}", "", 2 * self.depth)
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.separate(writer, first)
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]")
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.separate(writer, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}")
    }
}
