//! The panels drawn in memory: the same code with the same match reports the places of its texts,
//! so that tests find the buttons in the window.

use std::path::Path;

use bevy::input::InputPlugin;
use bevy::prelude::*;
use bevy_egui::egui::{self, Event, Modifiers, PointerButton, Pos2, RawInput, Rect};
use bevy_egui::{EguiContext, EguiPrimaryContextPass, EguiUserTextures, PrimaryEguiContext};
use fairground::engine::Place;
use fairground::play::{Match, Replay};
use fairground::session::{
    self, Intent, LearningProgress, MatchRecorder, Notification, Selection, Session, Settings, TableUpdate,
};
use fairground::{games, ui};
use tempfile::TempDir;

use super::panel_text;

/// The panels of a window.
pub struct Panels {
    app: App,
    screen: Rect,
    /// All texts of the last frame with their places.
    texts: Vec<(String, Rect)>,
    /// The folder of the match continued here, which is not the window's file.
    _folder: TempDir,
}

impl Panels {
    /// The panels beside the match in this file.
    pub fn of_match(file: &Path, size: UVec2) -> Panels {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("copy.jsonl");
        std::fs::copy(file, &copy).unwrap();
        Panels::of(Session::from(Match::resume(&copy).unwrap()), size, folder)
    }

    /// The panels beside a replay of this file.
    pub fn of_replay(file: &Path, size: UVec2) -> Panels {
        Panels::of(Session::from(Replay::open(file).unwrap()), size, tempfile::tempdir().unwrap())
    }

    /// The panels of the start screen.
    pub fn start_screen(size: UVec2) -> Panels {
        Panels::of(Session::default(), size, tempfile::tempdir().unwrap())
    }

    /// Marks lessons and puzzles as done.
    pub fn know(&mut self, progress: LearningProgress) {
        self.app.insert_resource(progress);
        self.apply_roll();
    }

    fn of(session: Session, size: UVec2, folder: TempDir) -> Panels {
        // The summaries for beginners are closed.
        let notes_read = games::ALL.iter().map(|info| info.id.to_string()).collect();
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin))
            .init_resource::<EguiUserTextures>()
            .add_plugins((session::plugin, ui::plugin))
            .insert_resource(Settings { notes_read, ..default() })
            .insert_resource(MatchRecorder::new(None, Some(folder.path().to_path_buf())))
            .insert_resource(session);
        // As after laying out the table.
        let reset = app.world().resource::<Session>().game().map(TableUpdate::reset);
        app.world_mut().write_message_batch(reset);
        app.world_mut().spawn((EguiContext::default(), PrimaryEguiContext));
        app.finish();
        app.cleanup();
        let screen = Rect::from_min_size(Pos2::ZERO, egui::vec2(size.x as f32, size.y as f32));
        let mut panels = Panels { app, screen, texts: Vec::new(), _folder: folder };
        panels.apply_roll();
        panels
    }

    /// The first frames determine the layout.
    fn apply_roll(&mut self) {
        for _ in 0..4 {
            self.frame(Vec::new());
        }
    }

    fn frame(&mut self, events: Vec<Event>) {
        self.app.update();
        let world = self.app.world_mut();
        let ctx = world.query::<&mut EguiContext>().single_mut(world).unwrap().get_mut().clone();
        let input = RawInput { screen_rect: Some(self.screen), events, ..RawInput::default() };
        let output = ctx.run_ui(input, |_| world.run_schedule(EguiPrimaryContextPass));
        self.texts = panel_text::texts(&output.shapes);
        output.drop_without_applying_deltas();
    }

    /// Whether these words are visible, see [`Panels::find`].
    pub fn say(&self, words: &str) -> bool {
        self.seen(words).is_some()
    }

    /// The middle of the text whose first line has exactly these words, ignoring a leading digit,
    /// symbol and count; logical pixels from the upper left corner of the window.
    #[track_caller]
    pub fn find(&self, words: &str) -> Vec2 {
        let Some(at) = self.seen(words) else {
            let all: Vec<_> = self.texts.iter().map(|(text, _)| text.as_str()).collect();
            panic!("expected {words:?} in the panels, found {all:?}");
        };
        Vec2::new(at.x, at.y)
    }

    fn seen(&self, words: &str) -> Option<Pos2> {
        panel_text::find(&self.texts, words)
    }

    /// Clicks this point.
    pub fn click(&mut self, at: Vec2) {
        let pos = egui::pos2(at.x, at.y);
        let button = |pressed| {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            Event::PointerButton { pos, button, pressed, modifiers }
        };
        for event in [Event::PointerMoved(pos), button(true), button(false)] {
            self.frame(vec![event]);
        }
        self.apply_roll();
    }

    /// Points at a place on the table, as a click there would.
    pub fn point(&mut self, place: Place) {
        let world = self.app.world_mut();
        let told = world.resource_scope(|world, mut hand: Mut<Selection>| {
            let game = world.resource::<Session>().game().unwrap();
            match hand.point(place, game, &game.gestures()) {
                Intent::Refused(told) => Some(told),
                _ => None,
            }
        });
        if let Some(told) = told {
            world.write_message::<Notification>(told);
        }
        self.apply_roll();
    }
}
