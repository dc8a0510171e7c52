//! The commands that keys give.

/// A direction on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScreenDirection {
    /// Towards the upper edge.
    Up,
    /// Towards the lower edge.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// A command given by a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputCommand {
    /// Move the cursor; in a replay, step; on the start screen, select a game.
    Go(ScreenDirection),
    /// Move the cursor in a replay.
    Point(ScreenDirection),
    /// Turn the view while the key is held.
    TurnView(ScreenDirection),
    /// Move the view while the key is held.
    MoveView(ScreenDirection),
    /// Zoom in while the key is held.
    ZoomIn,
    /// Zoom out while the key is held.
    ZoomOut,
    /// Pick up or put down the piece under the cursor; begin a match.
    Enter,
    /// Throw the die or skip the animation; play or pause a replay.
    Space,
    /// Release the piece, or close the topmost window.
    Escape,
    /// Fold or unfold the panel.
    FoldPanel,
    /// Change between the panel, the broadcast and the table alone.
    Overlay,
    /// Move the focus to the next button. The panels handle this themselves.
    FocusNext,
    /// Choose an item of a list, 1 to 9.
    Digit(u8),
    /// Turn to another page of a long list. Digits choose items of the page shown.
    Page {
        /// To the next page instead of the previous one.
        forward: bool,
    },
    /// Take the next piece of the reserve.
    Reserve,
    /// Preview another change of the board.
    Board {
        /// The next change instead of the previous one.
        forward: bool,
    },
    /// Type an action.
    TypeAction,
    /// Take back the last decision.
    TakeBack,
    /// Claim the available draw.
    ClaimDraw,
    /// View from the other side.
    FlipView,
    /// The next view.
    NextView,
    /// View from above.
    TopView,
    /// Switch between flat symbols and the table.
    FlatView,
    /// Go to the start screen. The match is kept.
    Home,
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
    /// Show or hide the table of throws.
    Ledger,
    /// Let the bot that is thinking move now.
    MoveNow,
    /// Pause or resume the match with a bot.
    Pause,
    /// Show the last move again.
    ShowAgain,
    /// Answer a question with yes.
    Yes,
    /// Go to the start of the match.
    ToStart,
    /// Go to the end of the match.
    ToEnd,
    /// Look at the next or previous position.
    Step {
        /// The next position instead of the previous one.
        forward: bool,
    },
    /// Go to the next capture.
    NextCapture,
    /// Bookmark the point shown.
    Bookmark,
    /// Copy the text of the position.
    Copy,
    /// Open the match, the analysis or the position on the clipboard.
    Paste,
    /// Start or stop recording the window.
    Film,
    /// Save a picture of the table.
    Picture,
    /// Enter or leave full screen.
    FullScreen,
    /// Ring the cell under the cursor.
    Ring,
    /// Begin or end an arrow at the cursor.
    Arrow,
    /// Remove rings and arrows.
    ClearAnnotations,
    /// Start free hands, or tidy up.
    FreeHands,
    /// Shake the table.
    Shake,
    /// Flip the table.
    FlipBoard,
    /// Open an analysis board with the match on the table.
    AnalysisBoard,
    /// Make the current variation the main line.
    PromoteVariation,
    /// Delete the current move and everything after it.
    DeleteVariation,
    /// Undo the last change of the analysis.
    Undo,
    /// Redo the last undone change.
    Redo,
    /// Save the analysis.
    Save,
    /// Switch the labels of stacks.
    Badges,
    /// Toggle whether the camera follows the play.
    Follow,
}

impl InputCommand {
    /// Whether a held key repeats the command.
    #[must_use]
    pub fn repeats(self) -> bool {
        use InputCommand::{Board, Faster, Go, Point, Redo, Slower, Step, Undo};
        matches!(self, Go(_) | Point(_) | Step { .. } | Board { .. } | Faster | Slower | Undo | Redo)
    }

    /// Whether the command lasts while its key is held, instead of being given once per press.
    #[must_use]
    pub fn is_continuous(self) -> bool {
        use InputCommand::{MoveView, TurnView, ZoomIn, ZoomOut};
        matches!(self, TurnView(_) | MoveView(_) | ZoomIn | ZoomOut)
    }

    /// Whether modifiers choose the command's colour. They then cannot distinguish other commands
    /// of its key.
    #[must_use]
    pub fn is_coloured(self) -> bool {
        matches!(self, InputCommand::Ring | InputCommand::Arrow)
    }
}
