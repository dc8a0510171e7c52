//! The shared state of the table, the panels and the sound: the match as a Bevy resource, the
//! messages that command it, and the messages that report changes. Those modules depend on this
//! one, not on each other.
//!
//! Each folder uses only those before it in this list, and [`plugin`] composes them.

mod next_frame;
mod schedule;
mod wake_up;

mod messages;

mod searches;

mod settings;

mod filming;

mod input;

mod records;

mod online;

mod learning;

mod analysis_board;

mod matches;

mod watching;

mod analysis;

mod keys;

#[cfg(test)]
mod tests;

use bevy::prelude::*;

pub use crate::platform::jobs::Background;
pub use analysis::{Announcement, EngineLines, MatchAnalysis, white_wins};
pub use analysis_board::AnalysisBoard;
pub use filming::{FilmCommand, FilmJob, FilmOrder, FilmSource, FilmedPart, Filming};
pub use input::{
    AnnotationColour, AnnotationStroke, Annotations, FreeCorner, Inset, InsetCamera, Intent, MainCamera, Panels,
    Pointing, Selection, ViewYaw, after_change, changes, moving_both,
};
pub use keys::{
    Binding, Chord, CommandRequest, ENTRIES, HeldKeys, HeldModifiers, InputCommand, InputMap, KeyCapture, KeyContext,
    KeyEntry, KeyInput, ScreenDirection, local_player, on_key,
};
pub use learning::{Exercise, Feedback, LearningProgress, LessonTask, PuzzleEnd, PuzzleTask};
pub use matches::{
    Animating, BotThought, FreeHands, LOOKING_BACK, LegalActions, LoadingFile, MatchProgress, Premove, Saving, Screen,
    Seating, Session, ShownView, TableRest, TurnClock, can_be_paused, not_your_turn, waits_for_user,
};
pub use messages::{
    BoardCommand, ExerciseCommand, Notification, PlaySound, PlayerCommand, ResetView, Sound, TableScene, TableUpdate,
    captured, position_changed,
};
pub use next_frame::{IDLE, NextFrame, TICK, request_frame};
pub use online::{ConnectionState, CurrentRoom, Joined, KeptRoom, KeptRooms, Lobby, RoomCommand};
pub use records::{KeptList, KeptMatch, MatchRecorder, PgnFiles, read_pgn};
pub use schedule::GameSet;
pub use settings::{
    Badges, BoardWood, Director, LastMatch, OverlayLevel, Palette, PieceWood, Quality, Settings, SettingsError,
    SettingsStore, SystemPreferences, View,
};
pub use wake_up::WakeUp;
pub use watching::{Adjudicate, AdjudicationRule, NextMatch, Series, SeriesStanding, Tempo, Verdict};

/// Adds the resources, messages and systems that advance the match.
pub fn plugin(app: &mut App) {
    app.add_plugins((schedule::plugin, next_frame::plugin, wake_up::plugin, filming::plugin)).add_plugins((
        messages::plugin,
        settings::plugin,
        input::plugin,
        records::plugin,
        online::plugin,
        learning::plugin,
        matches::plugin,
        watching::plugin,
        analysis::plugin,
        keys::plugin,
    ));
}
