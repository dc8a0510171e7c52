//! The data that the panels read and write in a frame.

use bevy::prelude::{Message, Messages};

use super::rules_view::RulesView;
use super::ui_command::{Leaving, UiCommand};
use crate::engine::{ActionText, Gesture, Place};
use crate::play::{Match, Pending, Seat};
use crate::session::{
    BotThought, CommandRequest, CurrentRoom, EngineLines, FilmCommand, FilmJob, FreeCorner, InputCommand, InputMap,
    Intent, KeptRooms, KeyCapture, LearningProgress, Lobby, MatchAnalysis, MatchRecorder, Notification, PlayerCommand,
    Pointing, Premove, ResetView, RoomCommand, Seating, Selection, Session, Settings, TurnClock, View, ViewYaw, WakeUp,
};
use crate::ui::hints::Hints;
use crate::ui::move_history::MoveHistory;

/// The data that the panels read and write in a frame.
pub struct UiContext<'a> {
    /// The contents of the table.
    pub session: &'a Session,
    /// The history of the match.
    pub history: &'a MoveHistory,
    /// The legal actions, with the gestures for them.
    pub legal: &'a [(ActionText, Gesture)],
    /// The user's selection.
    pub selection: &'a mut Selection,
    /// The move entered for the next turn.
    pub premove: Premove,
    /// The settings.
    pub settings: &'a mut Settings,
    /// The players' seats at the table.
    pub seats: Seating,
    /// The view shown by the camera; `None` once the user has turned it.
    pub shown_view: Option<View>,
    /// The corner in which a card covers less of the board.
    pub free_corner: FreeCorner,
    /// The rotation of the table in the view.
    pub view_yaw: ViewYaw,
    /// Whether a bot is thinking, a die is in the air, or a replay is playing.
    pub active: bool,
    /// Whether a replay is playing.
    pub running: bool,
    /// Whether the match is paused.
    pub paused: bool,
    /// Whether the window is being recorded.
    pub filming: bool,
    /// The film being rendered in the background.
    pub film_job: &'a FilmJob,
    /// Whether the pieces on the table can be moved freely.
    pub free_hands: bool,
    /// Whether the table is still animating.
    pub animating: bool,
    /// The announcement over the table.
    pub announcement: Option<&'a str>,
    /// The progress of the thinking bot.
    pub thought: Option<BotThought>,
    /// The engine's lines at the current point of the analysis board.
    pub engine: &'a EngineLines,
    /// The analysis of the match.
    pub analysis: &'a MatchAnalysis,
    /// The recorder of matches.
    pub recorder: &'a MatchRecorder,
    /// The current room.
    pub room: &'a CurrentRoom,
    /// The answers of room servers.
    pub lobby: &'a Lobby,
    /// The user's seats in rooms.
    pub kept_rooms: &'a KeptRooms,
    /// The lessons and puzzles that the user has done.
    pub progress: &'a LearningProgress,
    /// Wakes the window from another thread.
    pub wake: &'a WakeUp,
    /// The clock of the side to move.
    pub clock: TurnClock,
    /// The key bindings.
    pub keys: &'a InputMap,
    /// The pointing device.
    pub pointing: Pointing,
    /// Whether the next key press is captured, to bind it to a command.
    pub capture: &'a mut KeyCapture,
    /// Commands to the match.
    pub commands: Outbox<'a, PlayerCommand>,
    /// Commands about rooms.
    pub room_commands: Outbox<'a, RoomCommand>,
    /// Commands about films rendered in the background.
    pub film_commands: Outbox<'a, FilmCommand>,
    /// Messages to the user.
    pub notifications: Outbox<'a, Notification>,
    /// Key commands issued by buttons.
    pub requests: Outbox<'a, CommandRequest>,
    /// Requests to return the camera to the chosen view.
    pub view_resets: Outbox<'a, ResetView>,
    /// Commands to other panels.
    pub ui_commands: &'a mut Vec<UiCommand>,
}

/// Messages to be sent.
pub struct Outbox<'a, M: Message>(pub &'a mut Messages<M>);

impl<M: Message> Outbox<'_, M> {
    /// Sends a message.
    pub fn push(&mut self, message: M) {
        self.0.write(message);
    }

    /// Sends messages.
    pub fn extend(&mut self, messages: impl IntoIterator<Item = M>) {
        self.0.write_batch(messages);
    }
}

impl<'a> UiContext<'a> {
    /// The keys and gestures to name in texts.
    pub fn hints(&self) -> Hints<'a> {
        Hints { keys: self.keys, pointing: self.pointing }
    }

    /// A text with a command's key, see [`Hints::keyed`].
    pub fn keyed(&self, words: &str, command: InputCommand) -> String {
        self.hints().keyed(words, command)
    }

    /// Carries out a command that takes the match off the table, after a confirmation if something
    /// would be lost.
    pub fn leave_by(&mut self, command: impl Into<Leaving>) {
        self.ui_commands.push(UiCommand::LeaveBy(command.into()));
    }

    /// Carries out a key's command.
    pub fn request(&mut self, command: InputCommand) {
        self.requests.push(CommandRequest(command));
    }

    /// Opens the rules.
    pub fn open_rules(&mut self, rules: RulesView) {
        self.ui_commands.push(UiCommand::Rules(Box::new(rules)));
    }

    /// Shows the table from a view. Chosen again, it returns the camera there.
    pub fn show_view(&mut self, view: View) {
        if self.settings.view == view {
            self.view_resets.push(ResetView);
        }
        self.settings.view = view;
    }

    /// Points at a place, like a click on the table.
    pub fn point(&mut self, place: Place) {
        let Some(running) = self.session.running() else { return };
        match self.selection.point(place, running.game(), self.legal) {
            Intent::Act(action) => self.commands.push(PlayerCommand::Act(action)),
            Intent::Refused(words) => self.notifications.push(words),
            Intent::Nothing | Intent::Changed => {}
        }
    }
}

/// Whether a person is to decide.
pub fn person_decides(running: &Match) -> bool {
    matches!(running.pending(), Pending::Decide { seat: Seat::Human, .. })
}
