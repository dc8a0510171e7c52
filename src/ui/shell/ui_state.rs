//! The state of the user interface between frames.

use std::path::PathBuf;

use bevy::prelude::*;

use crate::engine::DynGame;
use crate::session::Session;
use crate::ui::analysis_board::panel::AnalysisPanel;
use crate::ui::broadcast::Broadcast;
use crate::ui::export::Export;
use crate::ui::library::LibraryView;
use crate::ui::panel::panel_state::PanelState;
use crate::ui::sentence::messages::Messages;
use crate::ui::start::new_match::NewMatch;
use crate::ui::state::cached::Notices;
use crate::ui::state::form::StartPosition;
use crate::ui::state::kept_matches::KeptMatches;
use crate::ui::state::learning_view::LearningView;
use crate::ui::state::online_form::OnlineForm;
use crate::ui::state::position_draft::PositionDraft;
use crate::ui::state::text_view::TextView;
use crate::ui::state::ui_command::{Question, Window};
use crate::ui::windows::Windows;

/// The state of the user interface between frames, by concern. The layout gives each panel its
/// part.
#[derive(Resource, Default)]
pub struct UiState {
    /// The form for the next match.
    pub new_match: NewMatch,
    /// The list of earlier matches.
    pub kept: KeptMatches,
    /// The form for rooms.
    pub online: OnlineForm,
    /// The library.
    pub library: LibraryView,
    /// The window about lessons, puzzles or the record.
    pub learning: LearningView,
    /// The position in the editor, if it is open.
    pub editor: Option<PositionDraft>,
    /// The windows over the table.
    pub windows: Windows,
    /// The text of the table.
    pub text: TextView,
    /// The panel beside the table.
    pub panel: PanelState,
    /// The panel of an analysis board.
    pub analysis: AnalysisPanel,
    /// The notification and the question shown.
    pub messages: Messages,
    /// The notices of the position shown.
    pub notices: Notices,
    /// White's last known probability of winning, for the evaluation bar.
    pub white_wins: Option<f64>,
    /// The text of the broadcast around the table.
    pub broadcast: Broadcast,
    /// The requests to copy and paste.
    pub clipboard: Clipboard,
    /// The export in progress.
    pub export: Option<Export>,
    /// The drawing of whole frames.
    pub frame: FrameState,
}

/// The requests to copy and paste, and the files dropped on the window.
#[derive(Default)]
pub struct Clipboard {
    /// Whether the clipboard should be read.
    pub wants_paste: bool,
    /// Whether the position shown should be copied.
    pub wants_copy: bool,
    /// The pasted text, until it is handled.
    pub pasted: Option<String>,
    /// The file dropped on the window.
    pub dropped: Option<PathBuf>,
}

/// The state of drawing whole frames.
#[derive(Default)]
pub struct FrameState {
    /// Whether the theme has been applied to the context.
    pub themed: bool,
    /// The number of frames until sizes have adapted to the current scale.
    pub resizing: u8,
    /// Whether the next frame shows only the table, for a picture.
    pub bare: bool,
    /// Whether the pointer rests and is hidden.
    pub hides_pointer: bool,
    /// Whether a menu or a list is open, which Escape closes first.
    pub popup_open: bool,
}

impl UiState {
    /// Whether a question or the choice of a file is open in a window.
    pub fn asks(&self) -> bool {
        matches!(self.messages.question, Some(Question::Leave(_))) || self.library.asks() || self.kept.choice.is_open()
    }

    /// Opens the form, filled in like the match on the table.
    pub fn open_form(&mut self, session: &Session) {
        if self.new_match.open_form(session) {
            self.kept.refresh();
        }
    }

    /// Opens the form for a match that begins from `start`, a position of the match on the table.
    pub fn branch_off(&mut self, session: &Session, start: StartPosition) {
        self.open_form(session);
        self.new_match.branch_off(session, start);
    }

    /// Sets the form to begin from a position of any game. Opens it if needed, filled in like the
    /// match on the table.
    pub fn begin_from(&mut self, session: &Session, game: &dyn DynGame, words: &str) {
        if !self.new_match.open {
            self.open_form(session);
        }
        self.new_match.form.begin_from(game, words);
    }

    /// Whether a window is open.
    pub fn window_open(&mut self, window: Window) -> &mut bool {
        match window {
            Window::Help => &mut self.windows.help,
            Window::Options => &mut self.windows.options.open,
            Window::Ledger => &mut self.windows.ledger,
            Window::Text => &mut self.text.open,
            Window::Film => &mut self.windows.film.open,
            Window::Online => &mut self.online.open,
            Window::OtherDevice => &mut self.online.other_device,
        }
    }

    /// Closes the notification and the topmost open menu, window or question; `false` if none of
    /// these was open.
    pub fn close(&mut self) -> bool {
        self.messages.notification = None;
        // A menu closes by itself.
        std::mem::take(&mut self.frame.popup_open)
            || self.messages.question.take().is_some()
            || self.kept.choice.close()
            || self.library.close()
            || self.learning.close()
            || std::mem::take(&mut self.windows.film.open)
            || std::mem::take(&mut self.kept.open)
            || std::mem::take(&mut self.online.open)
            || std::mem::take(&mut self.online.other_device)
            || std::mem::take(&mut self.windows.help)
            || self.windows.rules.take().is_some()
            || std::mem::take(&mut self.windows.options.open)
            || std::mem::take(&mut self.windows.ledger)
            || std::mem::take(&mut self.text.open)
            || self.editor.take().is_some()
            || std::mem::take(&mut self.new_match.open)
    }
}
