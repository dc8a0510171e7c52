//! The state of the panels between frames.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bevy::prelude::*;

use super::cached::{Cached, RollBranches};
use super::form::{Form, StartPosition};
use super::kept_matches::KeptMatches;
use super::learning_view::LearningView;
use super::online_form::OnlineForm;
use super::outline::Outline;
use super::point_comment::PointComment;
use super::position_draft::PositionDraft;
use super::rules_view::RulesView;
use crate::bots::Bot;
use crate::engine::{ActionText, DynGame, Info, Notice, Options, Side};
use crate::session::{Notification, PlayerCommand, RoomCommand, Scene, Session, Showing};
use crate::ui::drawing::pictures::Pictures;
use crate::ui::keepsake::Keepsake;
use crate::ui::library::LibraryView;

/// The state of the panels between frames.
#[derive(Resource, Default)]
pub struct UiState {
    /// The form for the next match.
    pub form: Form,
    /// Where the match on the table branched off another, if it did.
    pub branch: Option<StartPosition>,
    /// Whether the form is shown beside a match.
    pub form_open: bool,
    /// Whether the form has just been opened, and shows its top.
    pub form_at_top: bool,
    /// The position that is being set up, if the editor is open.
    pub editor: Option<PositionDraft>,
    /// Whether a key or a button asked for the contents of the clipboard.
    pub wants_paste: bool,
    /// Whether the position that is shown is to be copied.
    pub wants_copy: bool,
    /// The contents of the clipboard then.
    pub pasted: Option<String>,
    /// The file that was dropped on the window.
    pub dropped: Option<PathBuf>,
    /// The rules, if they are open.
    pub rules: Option<RulesView>,
    /// Whether the list of keys is open.
    pub help: bool,
    /// Whether the options are open.
    pub options: bool,
    /// The command whose key is being chosen in the options.
    pub key_choice: KeyChoice,
    /// Whether the ledger of the dice is open.
    pub ledger: bool,
    /// The pictures of the games.
    pub pictures: Pictures,
    /// How many games stand side by side on the start screen.
    pub columns: usize,
    /// The game whose card was last scrolled into sight.
    pub scrolled_to: Option<&'static str>,
    /// Which page of a long list has the digits, from 0.
    pub page: usize,
    /// The matches that were played before.
    pub kept: KeptMatches,
    /// What is filled in for rooms.
    pub online: OnlineForm,
    /// The library.
    pub library: LibraryView,
    /// The windows about lessons, puzzles and the record.
    pub learning: LearningView,
    /// The picture or film that is being made of a whole match.
    pub keepsake: Option<Keepsake>,
    /// Whether the panel is folded away.
    pub folded: bool,
    /// The height of the controls in the panel when they were last drawn, logical pixels.
    pub controls_height: f32,
    /// The height of the status in the panel when it was last drawn, logical pixels.
    pub status_height: f32,
    /// Whether the bar that tells how the match has ended is shown.
    pub result_bar: ResultBar,
    /// The pending confirmation.
    pub question: Option<Question>,
    /// The last notification.
    pub notification: Option<Notification>,
    /// The comment that is being typed.
    pub comment: CommentDraft,
    /// The comment that is being typed on an analysis board.
    pub point_comment: PointComment,
    /// The moves of the analysis board as rows.
    pub outline: Cached<Outline>,
    /// The action that is being typed.
    pub typed: String,
    /// The change of focus requested for the field for actions.
    pub typing: Typing,
    /// Whether the typed action has been submitted, and neither refused nor carried out yet.
    pub submitted: bool,
    /// The typed action that was refused last.
    pub refused: Option<String>,
    /// White's probability of winning when it was last known, for the evaluation bar.
    pub white_wins: Option<f64>,
    /// The notices of the position shown.
    pub notices: Cached<Vec<Notice>>,
    /// The boards after each change of the board that has been drawn.
    pub boards: Cached<BTreeMap<ActionText, Option<Scene>>>,
    /// What each face of the die makes of the replay.
    pub rolls: Cached<Option<RollBranches>>,
    /// Whether the next frame shows nothing over the table, as a picture of it is taken.
    pub bare: bool,
    /// In how many frames more sizes are not those of the present scale.
    pub resizing: u8,
    /// Whether the theme has been applied to the context.
    pub themed: bool,
}

/// The change of focus requested for the field for actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Typing {
    /// Nothing.
    #[default]
    AsItIs,
    /// Take it.
    Begin,
    /// Take it, with all of the text selected.
    Again,
    /// Give it up.
    End,
}

impl UiState {
    /// Opens the form, filled in like the match on the table.
    pub fn open_form(&mut self, session: &Session) {
        let people = self.form.people.clone();
        match &session.showing {
            Showing::Nothing => return,
            Showing::Exercise(exercise) => {
                self.form = Form::against(exercise.running().game().info(), Bot::Level(1));
                self.form.people = people;
            }
            Showing::Match(running) => {
                self.form = Form::like(running.setup());
                if running.record().header.commitment.is_some() {
                    // Without randomness the box stays empty, and ticking it says why.
                    let _ = self.form.prove(true);
                }
            }
            Showing::Analysis(board) => {
                self.form = Form::against(board.running().game().info(), Bot::Level(1));
                self.form.people = people;
            }
            // Those who played it need not be those who are here.
            Showing::Replay(replay) => {
                self.form = Form::like(replay.setup());
                self.form.people = people;
                self.form.event.clear();
            }
        }
        (self.form_open, self.form_at_top) = (true, true);
        // The games are in sight.
        self.scrolled_to = Some(self.form.info().id);
        self.kept.refresh();
    }

    /// Opens the form for a match that begins from this position of the match on the table.
    pub fn open_branch(&mut self, session: &Session, start: StartPosition) {
        self.open_form(session);
        self.form.start = Some(start);
    }

    /// Lets the form be about a match that begins from this position, of whatever game. Opens it if it is not, filled in like the match on
    /// the table.
    pub fn begin_from(&mut self, session: &Session, game: &dyn DynGame, words: &str) {
        if !self.form_open {
            self.open_form(session);
        }
        self.form.begin_from(game, words);
    }

    /// The game that the next match is of, with its options, as long as nothing else is chosen.
    pub fn next_game(&self, session: &Session) -> (&'static Info, Options) {
        match session.game().filter(|_| !self.form_open) {
            Some(game) => (game.info(), game.options().clone()),
            None => (self.form.info(), self.form.options().unwrap_or_default()),
        }
    }

    /// Whether a window asks something.
    pub fn asks(&self) -> bool {
        matches!(self.question, Some(Question::Leave(_))) || self.library.asks()
    }

    /// Closes the last message, and the topmost thing that is open; `false` if nothing was open.
    pub fn close(&mut self) -> bool {
        self.notification = None;
        self.question.take().is_some()
            || self.library.close()
            || self.learning.close()
            || std::mem::take(&mut self.kept.open)
            || std::mem::take(&mut self.online.open)
            || std::mem::take(&mut self.online.other_device)
            || std::mem::take(&mut self.help)
            || self.rules.take().is_some()
            || std::mem::take(&mut self.options)
            || std::mem::take(&mut self.ledger)
            || self.editor.take().is_some()
            || std::mem::take(&mut self.form_open)
    }
}

/// The actions that need a confirmation.
#[derive(Debug, Clone)]
pub enum Question {
    /// Whether this side resigns.
    Resign(Side),
    /// Whether this side offers a draw.
    OfferDraw(Side),
    /// Whether to leave the match, by this command.
    Leave(Leaving),
}

/// A command that takes what is on the table off it.
#[derive(Debug, Clone)]
pub enum Leaving {
    /// For something else here.
    Here(PlayerCommand),
    /// For a room.
    Room(RoomCommand),
}

impl From<PlayerCommand> for Leaving {
    fn from(command: PlayerCommand) -> Leaving {
        Leaving::Here(command)
    }
}

impl From<RoomCommand> for Leaving {
    fn from(command: RoomCommand) -> Leaving {
        Leaving::Room(command)
    }
}

/// Whether the bar is shown.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum ResultBar {
    /// The match goes on, or its last turn is still being shown.
    #[default]
    Waiting,
    /// Shown.
    Shown,
    /// Put away by the user.
    Hidden,
}

/// A comment that is being typed.
#[derive(Debug, Default)]
pub struct CommentDraft {
    /// The point that it is about, as a number of actions.
    pub after: usize,
    /// The text.
    pub text: String,
    /// The note there when the field was last updated.
    pub noted: String,
}

/// The command whose key is being chosen.
#[derive(Debug, Clone, Default)]
pub struct KeyChoice {
    /// The id of its binding.
    pub binding: Option<&'static str>,
    /// The binding whose new key was refused, and why.
    pub refusal: Option<(&'static str, String)>,
}
