//! The states of all panels that commands and Escape change.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::clipboard::Clipboard;
use crate::engine::DynGame;
use crate::session::Session;
use crate::ui::export::PendingExport;
use crate::ui::library::LibraryView;
use crate::ui::panel::panel_state::PanelState;
use crate::ui::state::frame::FrameState;
use crate::ui::state::kept_matches::KeptMatches;
use crate::ui::state::learning_view::LearningView;
use crate::ui::state::messages::UiMessages;
use crate::ui::state::new_match::NewMatch;
use crate::ui::state::online_form::OnlineForm;
use crate::ui::state::position_draft::OpenEditor;
use crate::ui::state::rules_view::OpenRules;
use crate::ui::state::text_view::TextView;
use crate::ui::state::ui_command::{Question, UiWindow};
use crate::ui::windows::film::FilmWindow;
use crate::ui::windows::help::HelpWindow;
use crate::ui::windows::ledger::LedgerWindow;
use crate::ui::windows::options::OptionsWindow;

/// The states that [`super::commands`] and keys change. A panel takes only its own.
#[derive(SystemParam)]
pub struct UiState<'w> {
    pub new_match: ResMut<'w, NewMatch>,
    pub kept: ResMut<'w, KeptMatches>,
    pub online: ResMut<'w, OnlineForm>,
    pub library: ResMut<'w, LibraryView>,
    pub learning: ResMut<'w, LearningView>,
    pub editor: ResMut<'w, OpenEditor>,
    pub rules: ResMut<'w, OpenRules>,
    pub help: ResMut<'w, HelpWindow>,
    pub options: ResMut<'w, OptionsWindow>,
    pub ledger: ResMut<'w, LedgerWindow>,
    pub film: ResMut<'w, FilmWindow>,
    pub text: ResMut<'w, TextView>,
    pub panel: ResMut<'w, PanelState>,
    pub messages: ResMut<'w, UiMessages>,
    pub clipboard: ResMut<'w, Clipboard>,
    pub export: ResMut<'w, PendingExport>,
    pub frame: ResMut<'w, FrameState>,
}

/// Whether a question or the choice of a file is open in a window.
pub fn asks(messages: &UiMessages, library: &LibraryView, kept: &KeptMatches) -> bool {
    matches!(messages.question, Some(Question::Leave(_))) || library.asks() || kept.choice.is_open()
}

impl UiState<'_> {
    /// Opens the form, filled in like the match on the table.
    pub fn open_form(&mut self, session: &Session) {
        if self.new_match.open_form(session) {
            self.kept.refresh();
        }
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
    pub fn window_open(&mut self, window: UiWindow) -> &mut bool {
        match window {
            UiWindow::Help => &mut self.help.open,
            UiWindow::Options => &mut self.options.open,
            UiWindow::Ledger => &mut self.ledger.open,
            UiWindow::Text => &mut self.text.open,
            UiWindow::Film => &mut self.film.open,
            UiWindow::Online => &mut self.online.open,
            UiWindow::OtherDevice => &mut self.online.other_device,
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
            || std::mem::take(&mut self.film.open)
            || std::mem::take(&mut self.kept.open)
            || std::mem::take(&mut self.online.open)
            || std::mem::take(&mut self.online.other_device)
            || std::mem::take(&mut self.help.open)
            || self.rules.take().is_some()
            || std::mem::take(&mut self.options.open)
            || std::mem::take(&mut self.ledger.open)
            || std::mem::take(&mut self.text.open)
            || self.editor.take().is_some()
            || std::mem::take(&mut self.new_match.open)
    }
}
