//! The parameters of the systems that draw the panels and carry out keys.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::ui_state::UiState;
use crate::session::{
    Animating, Announcement, CommandRequest, EngineLines, FilmCommand, FilmJob, Filming, FreeCorner, FreeHands,
    InputMap, KeptRooms, KeyCapture, LearningProgress, LegalActions, Lobby, MatchAnalysis, MatchProgress,
    MatchRecorder, Notification, PlayerCommand, Pointing, Premove, ResetView, Room, RoomCommand, Seats, Selection,
    Series, Session, Settings, ShownView, TurnClock, ViewYaw, WakeUp,
};
use crate::ui::move_history::MoveHistory;
use crate::ui::state::ui_context::UiContext;

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
            ui_commands: Vec::new(),
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
