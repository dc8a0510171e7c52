//! The state of the panels between frames.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::egui::Rect;

use super::cached::{Cached, RollBranches};
use super::film_form::FilmForm;
use super::form::{Form, StartPosition};
use super::kept_matches::KeptMatches;
use super::learning_view::LearningView;
use super::online_form::OnlineForm;
use super::outline::Outline;
use super::point_comment::PointComment;
use super::position_draft::PositionDraft;
use super::rules_view::RulesView;
use crate::bots::Bot;
use crate::engine::{ActionText, DynGame, GameInfo, Notice, Options, Side};
use crate::play::Seat;
use crate::session::{Notification, OverlayLevel, PlayerCommand, RoomCommand, Scene, Session, Settings};
use crate::ui::broadcast::Broadcast;
use crate::ui::drawing::pictures::Pictures;
use crate::ui::export::Export;
use crate::ui::library::LibraryView;
use crate::ui::state::text_view::TextView;

/// The state of the panels between frames.
#[derive(Resource, Default)]
pub struct UiState {
    /// The form for the next match.
    pub form: Form,
    /// The starting position of the match on the table, if it branched off another match.
    pub branch: Option<StartPosition>,
    /// Whether the form is shown beside a match.
    pub form_open: bool,
    /// Whether the form has just been opened, to be shown from its top.
    pub form_at_top: bool,
    /// The position in the editor, if it is open.
    pub editor: Option<PositionDraft>,
    /// Whether the clipboard should be read.
    pub wants_paste: bool,
    /// Whether the position shown should be copied.
    pub wants_copy: bool,
    /// The pasted text, until it is handled.
    pub pasted: Option<String>,
    /// The file dropped on the window.
    pub dropped: Option<PathBuf>,
    /// The open rules.
    pub rules: Option<RulesView>,
    /// Whether the list of keys is open.
    pub help: bool,
    /// Whether the options are open.
    pub options: bool,
    /// The text of the table.
    pub text: TextView,
    /// The state of choosing keys in the options.
    pub key_choice: KeyChoice,
    /// Whether the ledger of the dice is open.
    pub ledger: bool,
    /// The pictures of the games.
    pub pictures: Pictures,
    /// The number of games per row on the start screen.
    pub columns: usize,
    /// The game whose card was last scrolled into view.
    pub scrolled_to: Option<&'static str>,
    /// The page of a long list that has the digits, from 0.
    pub page: usize,
    /// The list of earlier matches.
    pub kept: KeptMatches,
    /// The form for rooms.
    pub online: OnlineForm,
    /// The library.
    pub library: LibraryView,
    /// The window about lessons, puzzles or the record.
    pub learning: LearningView,
    /// The form for a film.
    pub film: FilmForm,
    /// Whether the window for a film is open.
    pub film_open: bool,
    /// The export in progress.
    pub export: Option<Export>,
    /// Whether the user wants the panel folded; `None` to fold it in small windows.
    pub fold: Option<bool>,
    /// Whether the panel was folded in the last frame.
    pub folded: bool,
    /// The text of the broadcast around the table.
    pub broadcast: Broadcast,
    /// Whether the pointer rests and is hidden.
    pub hides_pointer: bool,
    /// The height of the controls in the panel when they were last drawn, logical pixels.
    pub controls_height: f32,
    /// The height of the header of the panel when it was last drawn, logical pixels.
    pub header_height: f32,
    /// The place of the strip's first line below the sentence, logical pixels.
    pub strip: Option<Rect>,
    /// The message shown, which disappears on its own, and the time of its appearance, s.
    pub message_since: Option<(String, f64)>,
    /// Whether a menu or a list is open, which Escape closes first.
    pub popup_open: bool,
    /// The pending confirmation.
    pub question: Option<Question>,
    /// The latest notification.
    pub notification: Option<Notification>,
    /// The comment being typed.
    pub comment: CommentDraft,
    /// The comment being typed on an analysis board.
    pub point_comment: PointComment,
    /// The rows of the analysis board.
    pub outline: Cached<Outline>,
    /// The move being typed.
    pub typed: String,
    /// The requested change of focus of the move field.
    pub focus_change: FocusChange,
    /// Whether a typed move has been submitted and is neither played nor refused yet.
    pub submitted: bool,
    /// The typed move that was refused last.
    pub refused: Option<String>,
    /// White's last known probability of winning, for the evaluation bar.
    pub white_wins: Option<f64>,
    /// The notices of the position shown.
    pub notices: Cached<Vec<Notice>>,
    /// The boards after each change that has been drawn.
    pub boards: Cached<BTreeMap<ActionText, Option<Scene>>>,
    /// The branches of the replay's roll.
    pub rolls: Cached<Option<RollBranches>>,
    /// Whether the next frame shows only the table, for a picture.
    pub bare: bool,
    /// The number of frames until sizes have adapted to the current scale.
    pub resizing: u8,
    /// Whether the theme has been applied to the context.
    pub themed: bool,
}

/// A requested change of focus of the move field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FocusChange {
    /// No change.
    #[default]
    None,
    /// Focus the field.
    Focus,
    /// Focus the field and select its text.
    SelectAll,
    /// Release the focus.
    Release,
}

impl UiState {
    /// Opens the form, filled in like the match on the table.
    pub fn open_form(&mut self, session: &Session) {
        let Some(game) = session.game() else { return };
        let people = self.form.people.clone();
        if let Some(running) = session.match_on_table() {
            self.form = Form::like(running.setup());
            if running.record().header.commitment.is_some() {
                // Without randomness, the box stays empty, and ticking it shows the error.
                let _ = self.form.prove(true);
            }
        } else if let Some(replay) = session.replay() {
            // The players of a replay need not be the present users.
            self.form = Form::like(replay.setup());
            self.form.people = people;
            self.form.event.clear();
        } else {
            self.form = Form::against(game.info(), Bot::Level(1));
            self.form.people = people;
        }
        (self.form_open, self.form_at_top) = (true, true);
        // The cards of the games are in view.
        self.scrolled_to = Some(self.form.info().id);
        self.kept.refresh();
    }

    /// Opens the form for a match that begins from `start`, a position of the match on the table.
    /// At least one player is a person.
    pub fn open_branch(&mut self, session: &Session, start: StartPosition) {
        self.open_form(session);
        self.form.start = Some(start);
        // Whoever continues a match of bots takes part in it.
        if let Some(side) = session.game().and_then(|game| game.turn().side())
            && !self.form.seats.contains(&Seat::Human)
        {
            self.form.seats[side.index()] = Seat::Human;
        }
    }

    /// Sets the form to begin from a position of any game. Opens it if needed, filled in like the
    /// match on the table.
    pub fn begin_from(&mut self, session: &Session, game: &dyn DynGame, words: &str) {
        if !self.form_open {
            self.open_form(session);
        }
        self.form.begin_from(game, words);
    }

    /// The game and options of the next match, unless others are chosen.
    pub fn next_game(&self, session: &Session) -> (&'static GameInfo, Options) {
        match session.game().filter(|_| !self.form_open) {
            Some(game) => (game.info(), game.options().clone()),
            None => (self.form.info(), self.form.options().unwrap_or_default()),
        }
    }

    /// Shows the panel.
    pub fn unfold(&mut self, settings: &mut Settings) {
        settings.overlay = OverlayLevel::Panel;
        self.fold = Some(false);
    }

    /// Folds or unfolds the panel.
    pub fn toggle_panel(&mut self, settings: &mut Settings) {
        if self.folded {
            self.unfold(settings);
        } else {
            self.fold = Some(true);
        }
    }

    /// Whether a question or the choice of a file is open in a window.
    pub fn asks(&self) -> bool {
        matches!(self.question, Some(Question::Leave(_))) || self.library.asks() || self.kept.choice.is_open()
    }

    /// Closes the notification and the topmost open menu, window or question; `false` if none of
    /// these was open.
    pub fn close(&mut self) -> bool {
        self.notification = None;
        // A menu closes by itself.
        std::mem::take(&mut self.popup_open)
            || self.question.take().is_some()
            || self.kept.choice.close()
            || self.library.close()
            || self.learning.close()
            || std::mem::take(&mut self.film_open)
            || std::mem::take(&mut self.kept.open)
            || std::mem::take(&mut self.online.open)
            || std::mem::take(&mut self.online.other_device)
            || std::mem::take(&mut self.help)
            || self.rules.take().is_some()
            || std::mem::take(&mut self.options)
            || std::mem::take(&mut self.ledger)
            || std::mem::take(&mut self.text.open)
            || self.editor.take().is_some()
            || std::mem::take(&mut self.form_open)
    }
}

/// A pending question.
#[derive(Debug, Clone)]
pub enum Question {
    /// Whether a side resigns.
    Resign(Side),
    /// Whether a side offers a draw.
    OfferDraw(Side),
    /// Whether to leave the match with a command.
    Leave(Leaving),
}

/// A command that replaces the contents of the table.
#[derive(Debug, Clone)]
pub enum Leaving {
    /// A command to the session.
    Here(PlayerCommand),
    /// A command about rooms.
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

/// A comment being typed.
#[derive(Debug, Default)]
pub struct CommentDraft {
    /// Its point, as a number of actions.
    pub after: usize,
    /// The text.
    pub text: String,
    /// The note at this point when the field was last updated.
    pub noted: String,
    /// Whether the field is open.
    pub open: bool,
    /// Whether the field has just been opened and gets the focus.
    pub opens: bool,
}

/// The state of choosing a key for a command.
#[derive(Debug, Clone, Default)]
pub struct KeyChoice {
    /// The id of the command's binding.
    pub binding: Option<&'static str>,
    /// The binding whose new key was refused, with the reason.
    pub refusal: Option<(&'static str, String)>,
}
