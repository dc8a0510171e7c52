//! The one map of the keys: which key, with which modifiers and in which context, stands for which command, and the sentence about it in the
//! list of keys. [`super::key_reader`] reads the keyboard by it; everybody else receives [`InputCommand`]s.

use std::collections::BTreeMap;
use std::fmt;

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use crate::session::AnnotationColour;

/// A direction on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Towards the upper edge.
    Up,
    /// Towards the lower edge.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// A command of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputCommand {
    /// Move the cursor; in a replay, step; on the start screen, choose a game.
    Go(Direction),
    /// Move the cursor in a replay.
    Point(Direction),
    /// Turn the view, as long as the key is held.
    TurnView(Direction),
    /// Move the view, as long as the key is held.
    MoveView(Direction),
    /// Zoom in, as long as the key is held.
    ZoomIn,
    /// Zoom out, as long as the key is held.
    ZoomOut,
    /// Pick up or put down the piece under the cursor; begin a match.
    Enter,
    /// Throw the die, skip the animation; play or pause a replay.
    Space,
    /// Let go, or close the topmost window.
    Escape,
    /// Fold the panel away, or bring it back.
    FoldPanel,
    /// Move the focus to the next button, which the panels do themselves.
    FocusNext,
    /// Choose this item of a list, 1 to 9.
    Digit(u8),
    /// Let the digits stand for other items of a long list.
    Page {
        /// For the next ones, not those before.
        forward: bool,
    },
    /// Take the next piece of the reserve.
    Reserve,
    /// Preview another change of the board.
    Board {
        /// The next one, not the one before.
        forward: bool,
    },
    /// Type an action.
    TypeAction,
    /// Take back the last decision.
    TakeBack,
    /// View from the other side.
    FlipView,
    /// The next view.
    NextView,
    /// View from above.
    TopView,
    /// Open the form for a new match.
    NewMatch,
    /// Open the rules.
    Rules,
    /// Open the list of keys.
    Help,
    /// Open the options.
    Options,
    /// Faster motion.
    Faster,
    /// Slower motion.
    Slower,
    /// Sounds on or off.
    Sound,
    /// Show the best action.
    Hint,
    /// Show or hide the evaluation bar.
    EvaluationBar,
    /// Show or hide the graph of the match.
    Graph,
    /// Show or hide the ledger of the dice.
    Ledger,
    /// Let the bot that is thinking move now.
    MoveNow,
    /// Show the last turn again.
    ShowAgain,
    /// Answer a question with yes.
    Yes,
    /// Go to the start of the match.
    ToStart,
    /// Go to its end.
    ToEnd,
    /// Look at the position before or after.
    Step {
        /// After, not before.
        forward: bool,
    },
    /// Bookmark the point shown.
    Bookmark,
    /// Copy the text of the position.
    Copy,
    /// Begin a match from the position on the clipboard.
    Paste,
    /// Start or stop filming the window.
    Film,
    /// Save a picture of the table.
    Picture,
    /// Fill the screen, or stop doing so.
    FullScreen,
    /// Ring the cell under the cursor.
    Ring,
    /// Begin or end an arrow at the cursor.
    Arrow,
    /// Remove rings and arrows.
    ClearAnnotations,
    /// Free hands, or tidy up.
    FreeHands,
    /// Shake the table.
    Shake,
    /// Flip the board over.
    FlipBoard,
    /// When to label stacks.
    Badges,
    /// Whether the camera follows the play.
    Follow,
}

impl InputCommand {
    /// Whether a held key repeats the command.
    #[must_use]
    pub fn repeats(self) -> bool {
        use InputCommand::{Board, Faster, Go, Point, Slower, Step};
        matches!(self, Go(_) | Point(_) | Step { .. } | Board { .. } | Faster | Slower)
    }

    /// Whether the command lasts as long as its key is held, instead of being given when it is pressed.
    #[must_use]
    pub fn is_continuous(self) -> bool {
        use InputCommand::{MoveView, TurnView, ZoomIn, ZoomOut};
        matches!(self, TurnView(_) | MoveView(_) | ZoomIn | ZoomOut)
    }

    /// Whether the modifier keys choose its colour, so that they distinguish no other command of its key.
    #[must_use]
    pub fn is_coloured(self) -> bool {
        matches!(self, InputCommand::Ring | InputCommand::Arrow)
    }
}

/// The context of the window on which the meaning of keys depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Context {
    /// The start screen.
    Start,
    /// A match.
    Match,
    /// A replay, or earlier positions of a match.
    Replay,
}

/// A command with its keys.
#[derive(Debug, PartialEq)]
pub struct Binding {
    /// Its name in the settings.
    pub id: &'static str,
    /// The command.
    pub command: InputCommand,
    /// Its keys unless the user has bound another, in the form of [`Chord::parse`].
    pub defaults: &'static [&'static str],
}

/// Commands that are explained together.
#[derive(Debug, PartialEq)]
pub struct Entry {
    /// The commands.
    pub bindings: &'static [Binding],
    /// A name for all their default keys together.
    pub name: Option<&'static str>,
    /// Where they can be given.
    pub contexts: &'static [Context],
    /// Whether the keys cannot be bound to something else.
    pub fixed: bool,
    /// Their commands.
    pub does: &'static str,
}

const EVERYWHERE: &[Context] = &[Context::Start, Context::Match, Context::Replay];
const TABLE: &[Context] = &[Context::Match, Context::Replay];
const REPLAY: &[Context] = &[Context::Replay];

const fn bind(id: &'static str, command: InputCommand, defaults: &'static [&'static str]) -> Binding {
    Binding { id, command, defaults }
}

const fn entry(bindings: &'static [Binding], contexts: &'static [Context], does: &'static str) -> Entry {
    Entry { bindings, name: None, contexts, fixed: false, does }
}

const fn named(entry: Entry, name: &'static str) -> Entry {
    Entry { name: Some(name), ..entry }
}

const fn fixed(entry: Entry) -> Entry {
    Entry { fixed: true, ..entry }
}

/// Every command that keys give, in the order of the list of keys.
pub const ENTRIES: &[Entry] = {
    use Direction::{Down, Left, Right, Up};
    use InputCommand as C;
    &[
        named(
            entry(
                &[
                    bind("up", C::Go(Up), &["Up"]),
                    bind("down", C::Go(Down), &["Down"]),
                    bind("left", C::Go(Left), &["Left"]),
                    bind("right", C::Go(Right), &["Right"]),
                ],
                EVERYWHERE,
                "move the cursor; in a replay, step; on the start screen, choose a game",
            ),
            "Arrow keys",
        ),
        entry(
            &[bind("enter", C::Enter, &["Enter"])],
            EVERYWHERE,
            "pick up the piece under the cursor, or put it down; on the start screen, begin",
        ),
        fixed(named(
            entry(
                &[
                    bind("1", C::Digit(1), &["1"]),
                    bind("2", C::Digit(2), &["2"]),
                    bind("3", C::Digit(3), &["3"]),
                    bind("4", C::Digit(4), &["4"]),
                    bind("5", C::Digit(5), &["5"]),
                    bind("6", C::Digit(6), &["6"]),
                    bind("7", C::Digit(7), &["7"]),
                    bind("8", C::Digit(8), &["8"]),
                    bind("9", C::Digit(9), &["9"]),
                ],
                TABLE,
                "choose from a list, or how much of a stack to lift",
            ),
            "1 to 9",
        )),
        entry(
            &[
                bind("page-up", C::Page { forward: false }, &["Page Up"]),
                bind("page-down", C::Page { forward: true }, &["Page Down"]),
            ],
            TABLE,
            "let the digits stand for the nine items before or after in a long list",
        ),
        entry(&[bind("reserve", C::Reserve, &["P"])], TABLE, "take the next piece of the reserve"),
        entry(
            &[
                bind("next-board", C::Board { forward: true }, &["B"]),
                bind("previous-board", C::Board { forward: false }, &["Shift+B"]),
            ],
            TABLE,
            "preview the next change of the board, or the previous one; Enter makes it",
        ),
        entry(
            &[bind("space", C::Space, &["Space"])],
            EVERYWHERE,
            "throw the die, or skip the animation; in a replay, play or pause",
        ),
        fixed(entry(&[bind("escape", C::Escape, &["Escape"])], EVERYWHERE, "let go, or close the topmost window")),
        entry(&[bind("type", C::TypeAction, &["M", "/"])], TABLE, "type an action; Enter plays it"),
        entry(&[bind("take-back", C::TakeBack, &["U"])], TABLE, "take back"),
        entry(&[bind("flip-view", C::FlipView, &["F"])], TABLE, "view from the other side"),
        entry(&[bind("next-view", C::NextView, &["V"])], TABLE, "next view"),
        entry(&[bind("top-view", C::TopView, &["T"])], TABLE, "view from above"),
        entry(&[bind("new-match", C::NewMatch, &["N"])], TABLE, "new match"),
        entry(&[bind("rules", C::Rules, &["R"])], EVERYWHERE, "rules"),
        named(entry(&[bind("help", C::Help, &["H", "F1", "?"])], EVERYWHERE, "this list"), "H or F1"),
        entry(&[bind("options", C::Options, &["O"])], EVERYWHERE, "options"),
        named(
            entry(
                &[bind("faster", C::Faster, &["+", "="]), bind("slower", C::Slower, &["-", "_"])],
                EVERYWHERE,
                "faster, slower",
            ),
            "+ and -",
        ),
        named(
            entry(
                &[
                    bind("turn-up", C::TurnView(Up), &["Ctrl+Up"]),
                    bind("turn-down", C::TurnView(Down), &["Ctrl+Down"]),
                    bind("turn-left", C::TurnView(Left), &["Ctrl+Left"]),
                    bind("turn-right", C::TurnView(Right), &["Ctrl+Right"]),
                ],
                TABLE,
                "turn the view",
            ),
            "Ctrl + arrow keys",
        ),
        named(
            entry(
                &[
                    bind("move-up", C::MoveView(Up), &["Ctrl+Shift+Up"]),
                    bind("move-down", C::MoveView(Down), &["Ctrl+Shift+Down"]),
                    bind("move-left", C::MoveView(Left), &["Ctrl+Shift+Left"]),
                    bind("move-right", C::MoveView(Right), &["Ctrl+Shift+Right"]),
                ],
                TABLE,
                "move the view",
            ),
            "Ctrl + Shift + arrow keys",
        ),
        named(
            entry(
                &[
                    bind("zoom-in", C::ZoomIn, &["Ctrl++", "Ctrl+="]),
                    bind("zoom-out", C::ZoomOut, &["Ctrl+-", "Ctrl+_"]),
                ],
                TABLE,
                "zoom in, out",
            ),
            "Ctrl with + and -",
        ),
        entry(&[bind("copy", C::Copy, &["Ctrl+C"])], EVERYWHERE, "copy the text of the position shown"),
        entry(
            &[bind("paste", C::Paste, &["Ctrl+V"])],
            EVERYWHERE,
            "begin a match from the position on the clipboard, of whatever game it is",
        ),
        entry(&[bind("sound", C::Sound, &["S"])], EVERYWHERE, "sounds on or off"),
        entry(&[bind("hint", C::Hint, &["I"])], TABLE, "hint: shows the best action"),
        entry(&[bind("evaluation-bar", C::EvaluationBar, &["E"])], TABLE, "evaluation bar: who is likely to win"),
        entry(&[bind("graph", C::Graph, &["C"])], TABLE, "graph of the match, ply by ply"),
        entry(
            &[bind("ledger", C::Ledger, &["F2"])],
            TABLE,
            "ledger of the dice: every throw of the match, and how often each face came",
        ),
        entry(&[bind("show-again", C::ShowAgain, &["W"])], TABLE, "what was that? Shows the last turn again"),
        entry(&[bind("yes", C::Yes, &["Y"])], EVERYWHERE, "yes: confirms a question"),
        entry(&[bind("move-now", C::MoveNow, &["Q"])], TABLE, "the bot that is thinking moves now"),
        entry(
            &[
                bind("step-back", C::Step { forward: false }, &[","]),
                bind("step-on", C::Step { forward: true }, &["."]),
            ],
            TABLE,
            "look back at earlier positions, step by step, and forward; a match goes on meanwhile",
        ),
        entry(
            &[bind("bookmark", C::Bookmark, &["Z"])],
            TABLE,
            "bookmark the point shown, or remove the bookmark; a comment goes into the field beside it",
        ),
        entry(
            &[bind("to-start", C::ToStart, &["Home"]), bind("to-end", C::ToEnd, &["End"])],
            TABLE,
            "go to the start, or to the end: the match as it stands",
        ),
        entry(
            &[bind("film", C::Film, &["F9"])],
            EVERYWHERE,
            "film the window, or stop; the film goes into your folder for pictures",
        ),
        entry(
            &[bind("picture", C::Picture, &["F12"])],
            EVERYWHERE,
            "save a picture of the table, without the panel, in your folder for pictures",
        ),
        entry(&[bind("full-screen", C::FullScreen, &["F11"])], EVERYWHERE, "full screen, or a window again"),
        fixed(entry(&[bind("fold", C::FoldPanel, &["Tab"])], TABLE, "fold the panel away, or bring it back")),
        fixed(entry(
            &[bind("focus", C::FocusNext, &["Shift+Tab"])],
            EVERYWHERE,
            "move from button to button, then Tab as well; Space presses one, Escape leaves",
        )),
        entry(
            &[bind("ring", C::Ring, &["K"])],
            TABLE,
            "ring the cell under the cursor, or remove the ring; Shift, Ctrl and Alt have other colours",
        ),
        entry(
            &[bind("arrow", C::Arrow, &["A"])],
            TABLE,
            "begin an arrow at the cursor, and end it at another cell; Shift, Ctrl and Alt have other colours",
        ),
        named(
            entry(
                &[
                    bind("cursor-up", C::Point(Up), &["Shift+Up"]),
                    bind("cursor-down", C::Point(Down), &["Shift+Down"]),
                    bind("cursor-left", C::Point(Left), &["Shift+Left"]),
                    bind("cursor-right", C::Point(Right), &["Shift+Right"]),
                ],
                REPLAY,
                "move the cursor in a replay",
            ),
            "Shift + arrow keys",
        ),
        entry(&[bind("clear", C::ClearAnnotations, &["X"])], TABLE, "remove rings and arrows"),
        entry(
            &[bind("free-hands", C::FreeHands, &["G"])],
            TABLE,
            "free hands: grab, drag, throw and knock over anything on the table; again, or the next move, tidies up",
        ),
        entry(&[bind("shake", C::Shake, &["J"])], TABLE, "shake the table. The position does not change"),
        entry(
            &[bind("flip-board", C::FlipBoard, &["Shift+J"])],
            TABLE,
            "flip the board over. The position does not change",
        ),
        entry(
            &[bind("badges", C::Badges, &["L"])],
            TABLE,
            "labels of stacks: under the pointer and on tall stacks, always, never",
        ),
        entry(
            &[bind("follow", C::Follow, &["D"])],
            TABLE,
            "the camera follows matches between bots, and replays, or stops; also resumes after you have turned the view",
        ),
    ]
};

/// The binding with this id, and its entry.
#[must_use]
pub fn binding(id: &str) -> Option<(&'static Entry, &'static Binding)> {
    ENTRIES.iter().find_map(|entry| Some((entry, entry.bindings.iter().find(|binding| binding.id == id)?)))
}

/// A key with the modifier keys that are held with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chord {
    /// With Control.
    pub ctrl: bool,
    /// With Shift. A sign that is typed with Shift, as `?`, is a key without it.
    pub shift: bool,
    /// The key: a capital letter, another sign, or a name as `Enter`, `Page Up` and `F9`.
    pub key: String,
}

impl Chord {
    /// Reads a text as `Ctrl+Shift+Up`, `M` or `Ctrl++`; `None` if no key is named.
    #[must_use]
    pub fn parse(text: &str) -> Option<Chord> {
        let mut rest = text;
        let mut modifier = |name: &str| {
            let without = rest.strip_prefix(name).filter(|without| !without.is_empty());
            without.map(|without| rest = without).is_some()
        };
        let (ctrl, shift) = (modifier("Ctrl+"), modifier("Shift+"));
        (!rest.is_empty()).then(|| Chord { ctrl, shift, key: rest.to_string() })
    }

    /// As players read it.
    #[must_use]
    pub fn words(&self) -> String {
        let held = [(self.ctrl, "Ctrl + "), (self.shift, "Shift + ")];
        let held: String = held.iter().filter(|(held, _)| *held).map(|(_, name)| *name).collect();
        held + &self.key
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (ctrl, shift) = (if self.ctrl { "Ctrl+" } else { "" }, if self.shift { "Shift+" } else { "" });
        write!(f, "{ctrl}{shift}{}", self.key)
    }
}

/// The modifier keys that are held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modifiers {
    /// Shift.
    pub shift: bool,
    /// Control.
    pub ctrl: bool,
    /// The left Alt.
    pub alt: bool,
    /// The right one, with which signs are typed on many keyboards.
    pub alt_right: bool,
    /// The key of the system.
    pub system: bool,
}

impl Modifiers {
    /// Those of the keys that are held.
    #[must_use]
    pub fn of(keys: &ButtonInput<KeyCode>) -> Modifiers {
        use KeyCode::{AltLeft, AltRight, ControlLeft, ControlRight, ShiftLeft, ShiftRight, SuperLeft, SuperRight};
        Modifiers {
            shift: keys.any_pressed([ShiftLeft, ShiftRight]),
            ctrl: keys.any_pressed([ControlLeft, ControlRight]),
            alt: keys.pressed(AltLeft),
            alt_right: keys.pressed(AltRight),
            system: keys.any_pressed([SuperLeft, SuperRight]),
        }
    }

    /// Whether another key is no text with them, but a shortcut.
    #[must_use]
    pub fn make_shortcuts(self) -> bool {
        self.ctrl || self.alt || self.system
    }

    /// The colour of annotations that they choose.
    #[must_use]
    pub fn ink(self) -> AnnotationColour {
        match self {
            Modifiers { shift: true, .. } => AnnotationColour::Shift,
            Modifiers { ctrl: true, .. } => AnnotationColour::Ctrl,
            Modifiers { alt: true, .. } | Modifiers { alt_right: true, .. } => AnnotationColour::Alt,
            _ => AnnotationColour::Plain,
        }
    }
}

/// A key as the map names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyName {
    /// By its label.
    label: String,
    /// As a digit by its place, because some keyboards have the digits behind Shift.
    digit: Option<String>,
    /// Whether it is a letter, of which Shift makes no other key.
    letter: bool,
    /// Whether it is a capital letter, typed with Shift or with the lock.
    capital: bool,
}

impl KeyName {
    /// The name of a key; `None` if it is a modifier key, or unknown.
    #[must_use]
    pub fn of(key: &KeyboardInput) -> Option<KeyName> {
        let digit = digit(key.key_code).map(|digit| digit.to_string());
        let Key::Character(text) = &key.logical_key else {
            let label = name_of(&key.logical_key)?.to_string();
            return Some(KeyName { label, digit: None, letter: false, capital: false });
        };
        if text == " " {
            return Some(KeyName { label: "Space".into(), digit: None, letter: false, capital: false });
        }
        let (upper, lower) = (text.to_uppercase(), text.to_lowercase());
        let letter = upper != lower;
        Some(KeyName { capital: letter && **text == *upper, label: upper, digit, letter })
    }

    /// Whether it is a key that types no text.
    #[must_use]
    pub fn is_function(&self) -> bool {
        self.label.strip_prefix('F').is_some_and(|number| number.parse::<u8>().is_ok())
    }

    /// The key with these modifier keys.
    #[must_use]
    pub fn chord(&self, held: Modifiers) -> Chord {
        Chord { ctrl: held.ctrl, shift: self.shift(held), key: self.label.clone() }
    }

    /// Whether Shift distinguishes it.
    fn shift(&self, held: Modifiers) -> bool {
        if self.letter { held.shift || self.capital } else { held.shift && self.label.chars().count() > 1 }
    }
}

/// The name of a key without a sign of its own.
fn name_of(key: &Key) -> Option<&'static str> {
    Some(match key {
        Key::ArrowUp => "Up",
        Key::ArrowDown => "Down",
        Key::ArrowLeft => "Left",
        Key::ArrowRight => "Right",
        Key::Enter => "Enter",
        Key::Space => "Space",
        Key::Escape => "Escape",
        Key::Tab => "Tab",
        Key::Backspace => "Backspace",
        Key::Insert => "Insert",
        Key::Delete => "Delete",
        Key::Home => "Home",
        Key::End => "End",
        Key::PageUp => "Page Up",
        Key::PageDown => "Page Down",
        Key::F1 => "F1",
        Key::F2 => "F2",
        Key::F3 => "F3",
        Key::F4 => "F4",
        Key::F5 => "F5",
        Key::F6 => "F6",
        Key::F7 => "F7",
        Key::F8 => "F8",
        Key::F9 => "F9",
        Key::F10 => "F10",
        Key::F11 => "F11",
        Key::F12 => "F12",
        _ => return None,
    })
}

/// The digit of a key by its place.
fn digit(code: KeyCode) -> Option<u8> {
    Some(match code {
        KeyCode::Digit1 | KeyCode::Numpad1 => 1,
        KeyCode::Digit2 | KeyCode::Numpad2 => 2,
        KeyCode::Digit3 | KeyCode::Numpad3 => 3,
        KeyCode::Digit4 | KeyCode::Numpad4 => 4,
        KeyCode::Digit5 | KeyCode::Numpad5 => 5,
        KeyCode::Digit6 | KeyCode::Numpad6 => 6,
        KeyCode::Digit7 | KeyCode::Numpad7 => 7,
        KeyCode::Digit8 | KeyCode::Numpad8 => 8,
        KeyCode::Digit9 | KeyCode::Numpad9 => 9,
        _ => return None,
    })
}

/// A key and its command.
#[derive(Debug, Clone, PartialEq)]
struct Bound {
    chord: Chord,
    binding: &'static Binding,
    entry: &'static Entry,
}

/// Keys that the user has bound, by the id of the binding, in the form of [`Chord::parse`].
pub type OwnKeys = BTreeMap<String, String>;

/// The keys of all commands, as they are bound now.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct InputMap {
    bound: Vec<Bound>,
}

impl Default for InputMap {
    fn default() -> InputMap {
        InputMap::of(&OwnKeys::new())
    }
}

impl InputMap {
    /// The defaults, but for the keys that the user has bound. Unknown ids, and keys that cannot be read or that another command has, are ignored.
    #[must_use]
    pub fn of(own: &OwnKeys) -> InputMap {
        let mut bound = Vec::new();
        for entry in ENTRIES {
            for binding in entry.bindings {
                let own = own.get(binding.id).filter(|_| !entry.fixed).and_then(|text| Chord::parse(text));
                let chords: Vec<_> = match own {
                    Some(chord) => vec![chord],
                    None => binding.defaults.iter().filter_map(|text| Chord::parse(text)).collect(),
                };
                bound.extend(chords.into_iter().map(|chord| Bound { chord, binding, entry }));
            }
        }
        InputMap { bound }
    }

    /// The command of a key.
    #[must_use]
    pub fn command(&self, key: &KeyName, held: Modifiers, context: Context) -> Option<InputCommand> {
        [Some(&key.label), key.digit.as_ref()].into_iter().flatten().find_map(|label| {
            let there = |own: &&Bound| own.chord.key == *label && own.entry.contexts.contains(&context);
            let exact = |shift: bool| {
                let mut found = self.bound.iter().filter(there);
                found.find(|own| own.chord.ctrl == held.ctrl && own.chord.shift == shift)
            };
            let shift = key.shift(held);
            let plain = !held.alt && !held.system;
            // Shift means nothing where no command needs it.
            let found = exact(shift).or_else(|| exact(false).filter(|_| shift && !held.ctrl)).filter(|_| plain);
            let coloured = || self.bound.iter().filter(there).find(|own| own.binding.command.is_coloured());
            found.or_else(coloured).map(|own| own.binding.command)
        })
    }

    /// The keys of a binding, as players read them.
    #[must_use]
    pub fn keys_of(&self, binding: &Binding) -> String {
        let chords = self.bound.iter().filter(|own| own.binding.id == binding.id).map(|own| own.chord.words());
        chords.collect::<Vec<_>>().join(" or ")
    }

    /// The first key of a command, as players read it.
    #[must_use]
    pub fn key(&self, command: InputCommand) -> String {
        self.bound.iter().find(|own| own.binding.command == command).map(|own| own.chord.words()).unwrap_or_default()
    }

    /// The keys of an entry, as players read them.
    #[must_use]
    pub fn words(&self, entry: &Entry) -> String {
        let is_default = |binding: &Binding| {
            let own = self.bound.iter().filter(|own| own.binding.id == binding.id).map(|own| own.chord.to_string());
            own.eq(binding.defaults.iter().map(ToString::to_string))
        };
        match entry.name.filter(|_| entry.bindings.iter().all(is_default)) {
            Some(name) => name.to_string(),
            None => entry.bindings.iter().map(|binding| self.keys_of(binding)).collect::<Vec<_>>().join(", "),
        }
    }

    /// Binds a key to a command in these settings.
    ///
    /// # Errors
    /// Why the key cannot be bound, as a sentence for players; nothing has changed then.
    pub fn bind(&self, own: &mut OwnKeys, id: &str, chord: &Chord) -> Result<(), String> {
        let Some((entry, binding)) = binding(id).filter(|(entry, _)| !entry.fixed) else {
            return Err("The key of this command cannot be changed.".into());
        };
        if binding.command.is_coloured() && (chord.ctrl || chord.shift) {
            return Err("Shift and Ctrl choose the colour here: choose a key without them.".into());
        }
        let taken =
            self.bound.iter().filter(|other| other.binding.id != id && other.chord.key == chord.key).find(|other| {
                let meets = entry.contexts.iter().any(|context| other.entry.contexts.contains(context));
                let coloured = binding.command.is_coloured() || other.binding.command.is_coloured();
                meets && (other.chord == *chord || coloured)
            });
        if let Some(other) = taken {
            return Err(format!("{} has a meaning already: {}.", chord.words(), other.entry.does));
        }
        let text = chord.to_string();
        if binding.defaults == [text.as_str()] {
            own.remove(id);
        } else {
            own.insert(id.to_string(), text);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bevy::input::ButtonState;

    use super::*;

    fn name(text: &str, key_code: KeyCode) -> KeyName {
        KeyName::of(&pressed(Key::Character(text.into()), key_code)).unwrap()
    }

    fn pressed(logical_key: Key, key_code: KeyCode) -> KeyboardInput {
        let (state, window) = (ButtonState::Pressed, Entity::PLACEHOLDER);
        KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window }
    }

    fn command(text: &str, code: KeyCode, held: Modifiers) -> Option<InputCommand> {
        InputMap::default().command(&name(text, code), held, Context::Match)
    }

    const SHIFT: Modifiers = Modifiers { shift: true, ctrl: false, alt: false, alt_right: false, system: false };
    const CTRL: Modifiers = Modifiers { shift: false, ctrl: true, alt: false, alt_right: false, system: false };
    const ALT: Modifiers = Modifiers { shift: false, ctrl: false, alt: true, alt_right: false, system: false };

    #[test]
    fn no_key_has_two_commands_and_every_default_can_be_read() {
        let mut own = OwnKeys::new();
        let map = InputMap::default();
        for entry in ENTRIES.iter().filter(|entry| !entry.fixed) {
            for binding in entry.bindings {
                for text in binding.defaults {
                    let chord = Chord::parse(text).unwrap();
                    assert_eq!(chord.to_string(), *text);
                    assert_eq!(map.bind(&mut own, binding.id, &chord), Ok(()), "{text}");
                }
            }
        }
        let mut ids: Vec<_> = ENTRIES.iter().flat_map(|entry| entry.bindings).map(|binding| binding.id).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }

    #[test]
    fn keys_are_read_by_their_labels_and_digits_by_their_place() {
        use InputCommand as C;
        let plain = Modifiers::default();
        assert_eq!(command("U", KeyCode::KeyU, plain), Some(C::TakeBack));
        assert_eq!(command("u", KeyCode::KeyU, SHIFT), Some(C::TakeBack));
        assert_eq!(command("&", KeyCode::Digit1, plain), Some(C::Digit(1)));
        assert_eq!(command("7", KeyCode::Numpad7, plain), Some(C::Digit(7)));
        assert_eq!(command("/", KeyCode::Digit7, SHIFT), Some(C::TypeAction));
        assert_eq!(command("+", KeyCode::Equal, SHIFT), Some(C::Faster));
        assert_eq!(command("ß", KeyCode::Minus, plain), None);
        assert_eq!(command("j", KeyCode::KeyJ, plain), Some(C::Shake));
        assert_eq!(command("J", KeyCode::KeyJ, SHIFT), Some(C::FlipBoard));
        let left = KeyName::of(&pressed(Key::ArrowLeft, KeyCode::ArrowLeft)).unwrap();
        let map = InputMap::default();
        assert_eq!(map.command(&left, SHIFT, Context::Match), Some(C::Go(Direction::Left)));
        assert_eq!(map.command(&left, SHIFT, Context::Replay), Some(C::Point(Direction::Left)));
        assert_eq!(map.command(&left, CTRL, Context::Replay), Some(C::TurnView(Direction::Left)));
        assert_eq!(KeyName::of(&pressed(Key::Control, KeyCode::ControlLeft)), None);
    }

    #[test]
    fn modifiers_make_shortcuts_or_choose_a_colour() {
        use InputCommand as C;
        assert_eq!(command("c", KeyCode::KeyC, CTRL), Some(C::Copy));
        assert_eq!(command("c", KeyCode::KeyC, ALT), None);
        assert_eq!(command("C", KeyCode::KeyC, Modifiers { shift: true, ..CTRL }), None);
        assert_eq!(command("g", KeyCode::KeyG, CTRL), None);
        for held in [Modifiers::default(), SHIFT, CTRL, ALT] {
            assert_eq!(command("k", KeyCode::KeyK, held), Some(C::Ring));
        }
    }

    #[test]
    fn another_key_is_bound_and_a_taken_one_refused() {
        let (map, mut own) = (InputMap::default(), OwnKeys::new());
        let chord = |text| Chord::parse(text).unwrap();
        let refused = map.bind(&mut own, "take-back", &chord("F")).unwrap_err();
        assert_eq!(refused, "F has a meaning already: view from the other side.");
        assert!(map.bind(&mut own, "take-back", &chord("Ctrl+K")).is_err(), "Ctrl is a colour of K");
        assert!(map.bind(&mut own, "escape", &chord("Ctrl+X")).is_err() && own.is_empty());
        map.bind(&mut own, "take-back", &chord("Ctrl+Z")).unwrap();
        let map = InputMap::of(&own);
        let command = |text: &str, held| map.command(&name(text, KeyCode::F35), held, Context::Match);
        assert_eq!(command("z", CTRL), Some(InputCommand::TakeBack));
        assert_eq!(command("z", Modifiers::default()), Some(InputCommand::Bookmark));
        assert_eq!(command("u", Modifiers::default()), None);
        assert_eq!(map.key(InputCommand::TakeBack), "Ctrl + Z");
        // Its former key is free now, and the default is no setting.
        map.bind(&mut own, "hint", &chord("U")).unwrap();
        assert!(InputMap::of(&own).bind(&mut own, "take-back", &chord("U")).is_err());
        map.bind(&mut own, "hint", &chord("I")).unwrap();
        InputMap::of(&own).bind(&mut own, "take-back", &chord("U")).unwrap();
        assert!(own.is_empty());
    }

    #[test]
    fn keys_stand_in_words() {
        let map = InputMap::default();
        let words = |id: &str| map.words(binding(id).unwrap().0);
        assert_eq!(words("up"), "Arrow keys");
        assert_eq!((words("faster").as_str(), words("type").as_str()), ("+ and -", "M or /"));
        assert_eq!(words("flip-board"), "Shift + J");
        let own = OwnKeys::from([("up".to_string(), "Ctrl+U".to_string())]);
        assert_eq!(InputMap::of(&own).words(binding("up").unwrap().0), "Ctrl + U, Down, Left, Right");
    }
}
