//! A game that counts calls, to measure the cost of reading a file without a clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fairground_rules::engine::{
    ActionText, Cell, Claim, DynGame, Event, GameInfo, Gesture, Layout, Look, Notice, Options, Outcome, Piece,
    PieceInfo, Place, Refusal, Side, Turn,
};

/// A game that shares its counter with its copies.
pub struct CountingGame {
    game: Box<dyn DynGame>,
    count: Arc<AtomicUsize>,
}

impl CountingGame {
    pub fn new(game: Box<dyn DynGame>) -> CountingGame {
        CountingGame { game, count: Arc::default() }
    }

    /// The number of actions played and taken back, copies, and lists of actions.
    pub fn operations(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    fn counted(&self, more: usize) -> &dyn DynGame {
        self.count.fetch_add(more, Ordering::Relaxed);
        &*self.game
    }

    fn copy(&self, game: Box<dyn DynGame>) -> Box<dyn DynGame> {
        Box::new(CountingGame { game, count: Arc::clone(&self.count) })
    }
}

macro_rules! forward {
    ($(fn $name:ident(&self $(, $argument:ident: $kind:ty)*) -> $result:ty;)*) => {
        $(fn $name(&self $(, $argument: $kind)*) -> $result {
            self.game.$name($($argument),*)
        })*
    };
}

impl DynGame for CountingGame {
    forward! {
        fn info(&self) -> &'static GameInfo;
        fn options(&self) -> &Options;
        fn text(&self) -> String;
        fn start_text(&self) -> String;
        fn hash(&self) -> u64;
        fn turn(&self) -> Turn;
        fn leaves_draws_unclaimed(&self) -> bool;
        fn claim_open(&self) -> Option<Claim>;
        fn out_of_time(&self, side: Side) -> Outcome;
        fn sides(&self) -> Vec<Side>;
        fn ply_ends(&self) -> Vec<usize>;
        fn action_count(&self) -> usize;
        fn last_action(&self) -> Option<ActionText>;
        fn actions(&self) -> Vec<ActionText>;
        fn gestures(&self) -> Vec<(ActionText, Gesture)>;
        fn gestures_of(&self, side: Side) -> Vec<(ActionText, Gesture)>;
        fn describe(&self, action: &str) -> Option<String>;
        fn notation(&self, action: &str) -> Option<String>;
        fn read_action(&self, text: &str) -> Result<ActionText, Refusal>;
        fn attempted_action(&self, text: &str) -> Option<ActionText>;
        fn announcement(&self, action: &str) -> Option<String>;
        fn face_meaning(&self, symbol: &str) -> Option<String>;
        fn intended_action(&self, from: Place, to: Cell, count: Option<u8>) -> Option<ActionText>;
        fn check(&self, action: &str) -> Result<(), Refusal>;
        fn events(&self, action: &str) -> Result<Vec<Event>, Refusal>;
        fn pieces(&self) -> Vec<Piece>;
        fn editor_pieces(&self) -> Vec<(Option<Side>, Look)>;
        fn text_from_pieces(&self, pieces: &[Piece], side: Side) -> String;
        fn piece_info(&self, look: &Look) -> PieceInfo;
        fn layout(&self) -> Layout;
        fn notices(&self) -> Vec<Notice>;
        fn attacked_by(&self, side: Side) -> Vec<Cell>;
        fn evaluate(&self, side: Side) -> i32;
    }

    fn leave_draws_unclaimed(&mut self) {
        self.game.leave_draws_unclaimed();
    }

    fn played(&self) -> Vec<ActionText> {
        self.counted(self.game.action_count()).played()
    }

    fn apply(&mut self, action: &str) -> Result<Vec<Event>, Refusal> {
        self.counted(1);
        self.game.apply(action)
    }

    fn undo(&mut self) -> Option<ActionText> {
        self.counted(1);
        self.game.undo()
    }

    fn editor_base(&self) -> Box<dyn DynGame> {
        self.copy(self.game.editor_base())
    }

    fn boxed(&self) -> Box<dyn DynGame> {
        self.copy(self.counted(1).boxed())
    }

    fn after(&self, actions: usize) -> Box<dyn DynGame> {
        self.copy(self.counted(1).after(actions))
    }
}
