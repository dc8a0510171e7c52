use std::fmt::{Debug, Display};

use super::{Cell, Event, Gesture, Illegal, Layout, OptionInfo, Options, Piece, Place, Reason, Side, TextError, Turn};

/// What is known of a game without a position.
#[derive(Debug)]
pub struct Info {
    /// On the command line and in match files.
    pub id: &'static str,
    /// For players.
    pub name: &'static str,
    /// One line for players.
    pub summary: &'static str,
    /// What may be set.
    pub options: &'static [OptionInfo],
    /// The rules as players read them in the app, Markdown (`assets/rules/`). The list under the heading [`Info::IN_SHORT`] is what
    /// a player is told at the first match.
    pub rules: &'static str,
    /// The two sides as players see them, White first.
    pub teams: [Team; 2],
    /// Whether dice are thrown.
    pub dice: bool,
    /// A small picture of it in play for the start screen, PNG of 480 by 270 pixels (`assets/pictures/small/`), if there is one.
    pub picture: Option<&'static [u8]>,
}

impl Info {
    /// The heading in [`Info::rules`] of the list that tells the game in a few lines.
    pub const IN_SHORT: &'static str = "In short";

    /// What players call a side.
    #[must_use]
    pub const fn side(&self, side: Side) -> &'static str {
        self.teams[side.index()].name
    }
}

/// A side as players see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Team {
    /// What they call it.
    pub name: &'static str,
    /// Its colour in the panels, `sRGB`.
    pub colour: [u8; 3],
}

impl Team {
    /// The sides of most games.
    pub const WHITE_AND_BLACK: [Team; 2] =
        [Team { name: "White", colour: [0xf4, 0xea, 0xd6] }, Team { name: "Black", colour: [0x0c, 0x09, 0x07] }];
}

/// Something that players should be told about a position: check, a phase, a king that has to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// A few words.
    pub text: String,
    /// The cells that it is about.
    pub cells: Vec<Cell>,
    /// Whether a player is in danger by it, as by a check.
    pub urgent: bool,
}

/// A position of one game and the rules that carry it on: the typed form, for searching fast.
///
/// `Display` writes the position text, and [`Rules::parse`] reads it back to an equal position.
pub trait Rules: Clone + Debug + Display + PartialEq + Send + Sync + 'static {
    /// One step: a decision of a player or what a die showed. Small, without heap. `Display` is its one spelling.
    type Action: Copy + Debug + Display + Eq + Ord + Send + Sync + 'static;

    /// The game.
    const INFO: &'static Info;

    /// The position that a match begins from.
    fn start(options: &Options) -> Self;

    /// Reads a position text.
    ///
    /// # Errors
    /// The first field that is wrong, and what was expected there.
    fn parse(text: &str, options: &Options) -> Result<Self, TextError>;

    /// Reads a well-formed action, whether or not it is legal here.
    ///
    /// # Errors
    /// What part of the text is wrong, and what was expected there.
    fn parse_action(&self, text: &str) -> Result<Self::Action, TextError>;

    /// What the position waits for. Draws that hang on the course of the match (repetition, quiet plies, see
    /// [`Rules::settled`]) are [`super::History`]'s.
    fn turn(&self) -> Turn;

    /// Adds every legal action, in any order, each once. Adds nothing exactly if [`Rules::turn`] is over.
    fn actions(&self, out: &mut Vec<Self::Action>);

    /// How many actions are legal; games that can count without listing do so.
    fn count(&self) -> u64 {
        let mut actions = Vec::new();
        self.actions(&mut actions);
        actions.len() as u64
    }

    /// Carries out an action that is known to be legal, fast. Any other leaves an unspecified position, but does not panic.
    fn play(&mut self, action: Self::Action);

    /// Why an action is not legal here.
    ///
    /// # Errors
    /// The rule that forbids it. `Ok` exactly if [`Rules::actions`] lists it.
    fn check(&self, action: Self::Action) -> Result<(), Illegal>;

    /// What a legal action does on the table, told to `out` in order.
    fn tell(&self, action: Self::Action, out: &mut impl FnMut(Event));

    /// Checks an action, tells what it does and carries it out.
    ///
    /// # Errors
    /// The rule that forbids it; the position is then unchanged.
    fn apply(&mut self, action: Self::Action, events: &mut impl FnMut(Event)) -> Result<(), Illegal> {
        self.check(action)?;
        self.tell(action, events);
        self.play(action);
        Ok(())
    }

    /// How a person makes a legal action by hand; `None` for what a die showed.
    fn gesture(&self, action: Self::Action) -> Option<Gesture>;

    /// The action text that a hand would mean that takes so many chips (`None`: all there is) from a place to a cell, legal
    /// or not, so that a refusal can say why; by default both names, one after the other.
    fn attempt(&self, from: Place, to: Cell, count: Option<u8>) -> Option<String> {
        let (Place::Cell(from), None) = (from, count) else { return None };
        let layout = self.layout();
        Some(format!("{}{}", layout.cells.get(from.index())?.name, layout.cells.get(to.index())?.name))
    }

    /// Every piece on the board and in the reserves, board first.
    fn pieces(&self) -> Vec<Piece>;

    /// The board as it lies.
    fn layout(&self) -> Layout;

    /// The key by which repetitions are told: equal for equal texts without the counters. `None` where the position does
    /// not count: a chance outcome or a further decision of the same turn is due.
    fn repetition_key(&self) -> Option<u64>;

    /// Plies since the last irreversible event.
    fn quiet(&self) -> u32;

    /// A draw that a match ends with after a ply but that a bare text does not show (bare kings in Abalonian Chess).
    fn settled(&self) -> Option<Reason> {
        None
    }

    /// How good the position is for this side by a quick look, in hundredths of a pawn; the negative of what it is for the
    /// other. Only asked while the game goes on.
    fn evaluate(&self, side: Side) -> i32;

    /// What players should be told.
    fn notices(&self) -> Vec<Notice> {
        Vec::new()
    }

    /// The cells where this side could capture by its next action, were it its turn.
    fn attacked_by(&self, side: Side) -> Vec<Cell>;
}
