//! The commands that keys stand for.

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
    /// Claim the draw that is open.
    ClaimDraw,
    /// View from the other side.
    FlipView,
    /// The next view.
    NextView,
    /// View from above.
    TopView,
    /// Pieces as flat symbols, or the table again.
    FlatView,
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
    /// Pause the match with a bot, or go on with it.
    Pause,
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
    /// Open the match, the analysis or the position on the clipboard.
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
    /// Open an analysis board with the match on the table.
    AnalysisBoard,
    /// Make the variation that is shown the main line.
    PromoteVariation,
    /// Delete the move that is shown, with everything after it.
    DeleteVariation,
    /// Undo the last change of the analysis.
    Undo,
    /// Carry out again what was undone.
    Redo,
    /// Save the analysis.
    Save,
    /// When to label stacks.
    Badges,
    /// Whether the camera follows the play.
    Follow,
}

impl InputCommand {
    /// Whether a held key repeats the command.
    #[must_use]
    pub fn repeats(self) -> bool {
        use InputCommand::{Board, Faster, Go, Point, Redo, Slower, Step, Undo};
        matches!(self, Go(_) | Point(_) | Step { .. } | Board { .. } | Faster | Slower | Undo | Redo)
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
