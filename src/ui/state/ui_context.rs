//! The data that the panels read and write in a frame.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::ui_state::UiState;
use crate::engine::{ActionText, Gesture, Place};
use crate::play::{Match, Pending, Seat};
use crate::session::{
    Animating, Announcement, BotThought, CommandRequest, EngineLines, FilmCommand, FilmJob, Filming, FreeCorner,
    FreeHands, InputCommand, InputMap, Intent, KeptRooms, KeyCapture, LearningProgress, LegalActions, Lobby,
    MatchAnalysis, MatchProgress, MatchRecorder, Notification, PlayerCommand, Pointing, Premove, ResetView, Room,
    RoomCommand, Seats, Selection, Series, Session, Settings, ShownView, TurnClock, View, ViewYaw, WakeUp,
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
    pub seats: Seats,
    /// The view shown by the camera; `None` once the user has turned it.
    pub shown_view: Option<View>,
    /// The corner in which a card covers less of the board.
    pub free_corner: FreeCorner,
    /// The rotation of the table in the view.
    pub view_yaw: ViewYaw,
    /// Whether to return the camera to the chosen view.
    pub reset_view: bool,
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
    pub room: &'a Room,
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
    /// The series of matches.
    pub series: &'a Series,
    /// Commands to the match.
    pub commands: Vec<PlayerCommand>,
    /// Commands about rooms.
    pub room_commands: Vec<RoomCommand>,
    /// Commands about films rendered in the background.
    pub film_commands: Vec<FilmCommand>,
    /// Messages to the user.
    pub notifications: Vec<Notification>,
    /// Key commands issued by buttons.
    pub requests: Vec<InputCommand>,
    /// The key bindings.
    pub keys: &'a InputMap,
    /// The pointing device.
    pub pointing: Pointing,
    /// Whether the next key press is captured, to bind it to a command.
    pub capture: &'a mut KeyCapture,
}

/// The system parameters of a [`UiContext`].
#[derive(SystemParam)]
pub struct UiParams<'w> {
    /// The contents of the table.
    pub session: Res<'w, Session>,
    history: Res<'w, MoveHistory>,
    legal: Res<'w, LegalActions>,
    pace: Res<'w, MatchProgress>,
    hands: Res<'w, FreeHands>,
    analysis: Res<'w, MatchAnalysis>,
    engine: Res<'w, EngineLines>,
    recorder: Res<'w, MatchRecorder>,
    rooms: (Res<'w, Room>, Res<'w, Lobby>, Res<'w, KeptRooms>),
    progress: Res<'w, LearningProgress>,
    room_commands: MessageWriter<'w, RoomCommand>,
    wake: Res<'w, WakeUp>,
    clock: Res<'w, TurnClock>,
    series: Res<'w, Series>,
    animating: Res<'w, Animating>,
    announcement: Res<'w, Announcement>,
    seats: Res<'w, Seats>,
    shown_view: Res<'w, ShownView>,
    free_corner: Res<'w, FreeCorner>,
    view_yaw: Res<'w, ViewYaw>,
    resets: MessageWriter<'w, ResetView>,
    state: ResMut<'w, UiState>,
    selection: ResMut<'w, Selection>,
    premove: Res<'w, Premove>,
    settings: ResMut<'w, Settings>,
    commands: MessageWriter<'w, PlayerCommand>,
    requests: MessageWriter<'w, CommandRequest>,
    filming: Res<'w, Filming>,
    film_job: Res<'w, FilmJob>,
    film_commands: MessageWriter<'w, FilmCommand>,
    notifications: MessageWriter<'w, Notification>,
    keys: Res<'w, InputMap>,
    pointing: Res<'w, Pointing>,
    capture: ResMut<'w, KeyCapture>,
}

impl UiParams<'_> {
    /// Runs `work` with the state and a context, then applies the changes.
    pub fn with_ui<T>(&mut self, work: impl FnOnce(&mut UiState, &mut UiContext) -> T) -> T {
        // Works on copies, so that drawing does not mark resources as changed.
        let (mut selection, mut settings) = (self.selection.clone(), self.settings.clone());
        let mut capture = self.capture.clone();
        let mut cx = UiContext {
            session: &self.session,
            history: &self.history,
            legal: &self.legal.0,
            selection: &mut selection,
            premove: *self.premove,
            settings: &mut settings,
            seats: *self.seats,
            shown_view: self.shown_view.0,
            free_corner: *self.free_corner,
            view_yaw: *self.view_yaw,
            reset_view: false,
            active: self.pace.active(),
            running: self.pace.replay_playing,
            paused: self.pace.paused,
            filming: self.filming.0.is_some(),
            film_job: &self.film_job,
            free_hands: self.hands.0,
            animating: self.animating.0,
            announcement: self.announcement.words(),
            thought: self.pace.thought(),
            analysis: &self.analysis,
            engine: &self.engine,
            recorder: &self.recorder,
            room: &self.rooms.0,
            lobby: &self.rooms.1,
            kept_rooms: &self.rooms.2,
            progress: &self.progress,
            wake: &self.wake,
            clock: *self.clock,
            series: &self.series,
            commands: Vec::new(),
            room_commands: Vec::new(),
            film_commands: Vec::new(),
            notifications: Vec::new(),
            requests: Vec::new(),
            keys: &self.keys,
            pointing: *self.pointing,
            capture: &mut capture,
        };
        let result = work(&mut self.state, &mut cx);
        let UiContext { commands, room_commands, film_commands, notifications, requests, reset_view, .. } = cx;
        if reset_view {
            self.resets.write(ResetView);
        }
        self.commands.write_batch(commands);
        self.room_commands.write_batch(room_commands);
        self.film_commands.write_batch(film_commands);
        self.notifications.write_batch(notifications);
        self.requests.write_batch(requests.into_iter().map(CommandRequest));
        self.selection.set_if_neq(selection);
        self.settings.set_if_neq(settings);
        self.capture.set_if_neq(capture);
        result
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
