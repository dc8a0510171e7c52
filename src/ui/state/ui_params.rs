//! The parameters of the systems that draw the panels and carry out keys.

use bevy::ecs::component::Mutable;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::session::{
    Animating, Announcement, CommandRequest, CurrentRoom, EngineLines, FilmCommand, FilmJob, Filming, FreeCorner,
    FreeHands, InputMap, KeptRooms, KeyCapture, LearningProgress, LegalActions, Lobby, MatchAnalysis, MatchProgress,
    MatchRecorder, Notification, PlayerCommand, Pointing, Premove, ResetView, RoomCommand, Seating, Selection, Session,
    Settings, ShownView, TurnClock, ViewYaw, WakeUp,
};
use crate::ui::move_history::MoveHistory;
use crate::ui::state::ui_command::UiCommands;
use crate::ui::state::ui_context::{Outbox, UiContext};

/// The system parameters of a [`UiContext`].
#[derive(SystemParam)]
pub struct UiParams<'w, 's> {
    session: Res<'w, Session>,
    history: Res<'w, MoveHistory>,
    legal: Res<'w, LegalActions>,
    pace: Res<'w, MatchProgress>,
    hands: Res<'w, FreeHands>,
    analysis: Res<'w, MatchAnalysis>,
    engine: Res<'w, EngineLines>,
    recorder: Res<'w, MatchRecorder>,
    rooms: (Res<'w, CurrentRoom>, Res<'w, Lobby>, Res<'w, KeptRooms>),
    progress: Res<'w, LearningProgress>,
    wake: Res<'w, WakeUp>,
    clock: Res<'w, TurnClock>,
    animating: Res<'w, Animating>,
    announcement: Res<'w, Announcement>,
    seats: Res<'w, Seating>,
    shown_view: Res<'w, ShownView>,
    free_corner: Res<'w, FreeCorner>,
    view_yaw: Res<'w, ViewYaw>,
    premove: Res<'w, Premove>,
    filming: Res<'w, Filming>,
    film_job: Res<'w, FilmJob>,
    keys: Res<'w, InputMap>,
    pointing: Res<'w, Pointing>,
    selection: Edited<'w, 's, Selection>,
    settings: Edited<'w, 's, Settings>,
    capture: Edited<'w, 's, KeyCapture>,
    commands: ResMut<'w, Messages<PlayerCommand>>,
    room_commands: ResMut<'w, Messages<RoomCommand>>,
    film_commands: ResMut<'w, Messages<FilmCommand>>,
    notifications: ResMut<'w, Messages<Notification>>,
    requests: ResMut<'w, Messages<CommandRequest>>,
    view_resets: ResMut<'w, Messages<ResetView>>,
    ui_commands: ResMut<'w, UiCommands>,
}

impl UiParams<'_, '_> {
    /// The data that the system reads and writes.
    pub fn context(&mut self) -> UiContext<'_> {
        UiContext {
            session: &self.session,
            history: &self.history,
            legal: &self.legal.0,
            selection: self.selection.edit(),
            premove: *self.premove,
            settings: self.settings.edit(),
            seats: *self.seats,
            shown_view: self.shown_view.0,
            free_corner: *self.free_corner,
            view_yaw: *self.view_yaw,
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
            keys: &self.keys,
            pointing: *self.pointing,
            capture: self.capture.edit(),
            commands: Outbox(&mut self.commands),
            room_commands: Outbox(&mut self.room_commands),
            film_commands: Outbox(&mut self.film_commands),
            notifications: Outbox(&mut self.notifications),
            requests: Outbox(&mut self.requests),
            view_resets: Outbox(&mut self.view_resets),
            ui_commands: &mut self.ui_commands.0,
        }
    }
}

/// A resource that counts as changed only if the system leaves another value: drawing a check box
/// borrows a setting mutably.
#[derive(SystemParam)]
struct Edited<'w, 's, T: Resource<Mutability = Mutable> + Clone + PartialEq> {
    value: ResMut<'w, T>,
    before: Local<'s, Option<T>>,
}

impl<T: Resource<Mutability = Mutable> + Clone + PartialEq> Edited<'_, '_, T> {
    fn edit(&mut self) -> &mut T {
        self.before.get_or_insert_with(|| self.value.clone());
        self.value.bypass_change_detection()
    }
}

impl<T: Resource<Mutability = Mutable> + Clone + PartialEq> Drop for Edited<'_, '_, T> {
    fn drop(&mut self) {
        if self.before.take().is_some_and(|before| before != *self.value) {
            self.value.set_changed();
        }
    }
}
