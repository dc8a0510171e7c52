//! The table of all commands: default keys, contexts, and the texts of the list of keys.

use super::command::{InputCommand, ScreenDirection};

/// The part of the program being shown, which determines the meaning of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyContext {
    /// The start screen.
    Start,
    /// A match.
    Match,
    /// A replay, earlier positions of a match, or an analysis board.
    Replay,
}

/// A command with its keys.
#[derive(Debug, PartialEq)]
pub struct Binding {
    /// Its id in the settings.
    pub id: &'static str,
    /// The command.
    pub command: InputCommand,
    /// Its default keys, in the format of [`super::Chord::parse`].
    pub defaults: &'static [&'static str],
}

/// Commands that are listed and explained together.
#[derive(Debug, PartialEq)]
pub struct KeyEntry {
    /// The commands.
    pub bindings: &'static [Binding],
    /// A common name for all their default keys.
    pub name: Option<&'static str>,
    /// The contexts in which the commands are available.
    pub contexts: &'static [KeyContext],
    /// Whether the keys cannot be rebound.
    pub fixed: bool,
    /// The explanation.
    pub does: &'static str,
}

const EVERYWHERE: &[KeyContext] = &[KeyContext::Start, KeyContext::Match, KeyContext::Replay];
const TABLE: &[KeyContext] = &[KeyContext::Match, KeyContext::Replay];
const REPLAY: &[KeyContext] = &[KeyContext::Replay];

const fn bind(id: &'static str, command: InputCommand, defaults: &'static [&'static str]) -> Binding {
    Binding { id, command, defaults }
}

const fn entry(bindings: &'static [Binding], contexts: &'static [KeyContext], does: &'static str) -> KeyEntry {
    KeyEntry { bindings, name: None, contexts, fixed: false, does }
}

const fn named(entry: KeyEntry, name: &'static str) -> KeyEntry {
    KeyEntry { name: Some(name), ..entry }
}

const fn fixed(entry: KeyEntry) -> KeyEntry {
    KeyEntry { fixed: true, ..entry }
}

/// All commands with keys, in the order of the list of keys.
pub const ENTRIES: &[KeyEntry] = {
    use InputCommand as C;
    use ScreenDirection::{Down, Left, Right, Up};
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
                "move the cursor; in a replay and on an analysis board, step; on the start screen, choose a game",
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
                "choose from a list, or the number of chips to lift",
            ),
            "1 to 9",
        )),
        entry(
            &[
                bind("page-up", C::Page { forward: false }, &["Page Up"]),
                bind("page-down", C::Page { forward: true }, &["Page Down"]),
            ],
            TABLE,
            "in a long list: previous or next nine items",
        ),
        entry(&[bind("reserve", C::Reserve, &["P"])], TABLE, "pick up the next piece of the reserve"),
        entry(
            &[
                bind("next-board", C::Board { forward: true }, &["B"]),
                bind("previous-board", C::Board { forward: false }, &["Shift+B"]),
            ],
            TABLE,
            "preview the next or previous board change; Enter plays it",
        ),
        entry(
            &[bind("space", C::Space, &["Space"])],
            EVERYWHERE,
            "throw the die, or skip the animation; in a replay, or a match between bots, play or pause; then Right plays one action",
        ),
        fixed(entry(
            &[bind("escape", C::Escape, &["Escape"])],
            EVERYWHERE,
            "deselect the piece, or close the topmost window",
        )),
        entry(&[bind("type", C::TypeAction, &["M", "/"])], TABLE, "type a move, as in the move list; Enter plays it"),
        entry(&[bind("take-back", C::TakeBack, &["U"])], TABLE, "take back"),
        entry(
            &[bind("claim-draw", C::ClaimDraw, &["Shift+D"])],
            TABLE,
            "claim a draw, in chess and Fluky Chess: by threefold repetition, or after 50 moves without progress",
        ),
        entry(&[bind("flip-view", C::FlipView, &["F"])], TABLE, "view from the other side"),
        entry(&[bind("next-view", C::NextView, &["V"])], TABLE, "next view"),
        entry(&[bind("top-view", C::TopView, &["T"])], TABLE, "view from above"),
        entry(
            &[bind("flat-view", C::FlatView, &["F3"])],
            TABLE,
            "flat view: pieces as symbols, from above; again to return to the table",
        ),
        entry(&[bind("home", C::Home, &["F10", "Shift+Escape"])], TABLE, "start screen; the match is kept"),
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
            "open the match, position or analysis on the clipboard: a PGN, a FEN, or the text of another game's position",
        ),
        entry(&[bind("sound", C::Sound, &["S"])], EVERYWHERE, "sounds on or off"),
        entry(&[bind("hint", C::Hint, &["I"])], TABLE, "hint: shows the best move"),
        entry(&[bind("evaluation-bar", C::EvaluationBar, &["E"])], TABLE, "evaluation bar: each side's chances"),
        entry(&[bind("graph", C::Graph, &["C"])], TABLE, "evaluation graph"),
        entry(
            &[bind("ledger", C::Ledger, &["F2"])],
            TABLE,
            "table of throws: every throw of the match, and the count of each face",
        ),
        entry(&[bind("show-again", C::ShowAgain, &["W"])], TABLE, "show the last move again"),
        entry(&[bind("yes", C::Yes, &["Y"])], EVERYWHERE, "yes: confirm a question"),
        entry(&[bind("move-now", C::MoveNow, &["Q"])], TABLE, "make the thinking bot move now"),
        entry(&[bind("pause", C::Pause, &["F4"])], TABLE, "pause or resume a match with a bot"),
        named(
            entry(
                &[
                    bind("step-back", C::Step { forward: false }, &[","]),
                    bind("step-on", C::Step { forward: true }, &["."]),
                ],
                TABLE,
                "step back and forward through the match, which continues in the background",
            ),
            ", and .",
        ),
        entry(
            &[bind("next-capture", C::NextCapture, &["Shift+C"])],
            TABLE,
            "go to the next capture of a replay; a match between bots runs to it, and is then paused",
        ),
        entry(
            &[bind("bookmark", C::Bookmark, &["Z"])],
            TABLE,
            "bookmark the position shown, or remove the bookmark; comments are under More",
        ),
        entry(
            &[bind("to-start", C::ToStart, &["Home"]), bind("to-end", C::ToEnd, &["End"])],
            TABLE,
            "go to the start, or to the current position",
        ),
        entry(
            &[bind("analysis-board", C::AnalysisBoard, &["F6"])],
            TABLE,
            "analysis board: play both sides from the position shown; the arrow keys step, up and down to another variation",
        ),
        entry(
            &[
                bind("promote-variation", C::PromoteVariation, &["Insert"]),
                bind("delete-variation", C::DeleteVariation, &["Delete"]),
            ],
            REPLAY,
            "on an analysis board: promote the variation to the main line, or delete it from the current move on",
        ),
        named(
            entry(
                &[bind("undo", C::Undo, &["Ctrl+Z"]), bind("redo", C::Redo, &["Ctrl+Y", "Ctrl+Shift+Z"])],
                TABLE,
                "on an analysis board: undo or redo the last change of the moves and comments; Ctrl with Z takes back \
                 in a match",
            ),
            "Ctrl with Z and Y",
        ),
        entry(&[bind("save", C::Save, &["Ctrl+S"])], REPLAY, "on an analysis board: save it"),
        entry(
            &[bind("film", C::Film, &["F9"])],
            EVERYWHERE,
            "start or stop filming the table, without the panel; saved in your Pictures folder",
        ),
        entry(
            &[bind("picture", C::Picture, &["F12", "F8"])],
            EVERYWHERE,
            "save a picture of the table, without the panel, in your Pictures folder",
        ),
        entry(&[bind("full-screen", C::FullScreen, &["F11"])], EVERYWHERE, "toggle full screen"),
        fixed(entry(&[bind("fold", C::FoldPanel, &["Tab"])], TABLE, "hide or show the panel")),
        entry(
            &[bind("overlay", C::Overlay, &["F7", "Shift+V"])],
            TABLE,
            "overlay: panel, broadcast (players, clocks and the last move), or only the table",
        ),
        fixed(entry(
            &[bind("focus", C::FocusNext, &["Shift+Tab"])],
            EVERYWHERE,
            "move between buttons, from then on with Tab, too; Space presses one, Escape leaves",
        )),
        entry(
            &[bind("ring", C::Ring, &["K"])],
            TABLE,
            "ring the cell under the cursor, or remove the ring; with Shift, Ctrl or Alt in another colour",
        ),
        entry(
            &[bind("arrow", C::Arrow, &["A"])],
            TABLE,
            "begin an arrow at the cursor, and end it at another cell; with Shift, Ctrl or Alt in another colour",
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
                "move the cursor in a replay and on an analysis board",
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
        entry(&[bind("flip-board", C::FlipBoard, &["Shift+J"])], TABLE, "flip the table. The position does not change"),
        entry(&[bind("badges", C::Badges, &["L"])], TABLE, "stack labels: on hover and on tall stacks, always, never"),
        entry(
            &[bind("follow", C::Follow, &["D"])],
            TABLE,
            "camera follows replays and matches between bots: on or off; after you have turned the view, follow again",
        ),
    ]
};

/// The binding with an id, and its entry.
#[must_use]
pub fn binding(id: &str) -> Option<(&'static KeyEntry, &'static Binding)> {
    ENTRIES.iter().find_map(|entry| Some((entry, entry.bindings.iter().find(|binding| binding.id == id)?)))
}
