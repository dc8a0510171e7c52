//! Mouse and keyboard.

use std::thread::sleep;
use std::time::Duration;

use bevy::prelude::{Vec2, Vec3};
use fairground::engine::{DynGame, Event, Place};
use fairground::session::{self, Seating};
use fairground::table::camera::{self, Orbit, Subject};
use fairground::table::layout::{Places, world};
use fairground::ui;

use super::{Panels, Player};

/// Longer than egui's delay of tooltips.
const TOOLTIP: Duration = Duration::from_millis(1500);

impl Player {
    /// The screen position of a point of the table.
    pub fn pixel(&self, game: &dyn DynGame, point: Vec3) -> Vec2 {
        // A lesson or puzzle has a card below the table instead of the bar above it.
        let exercise = session::Panels { right: ui::WIDTH, bottom: self.bottom, ..session::Panels::default() };
        let in_match = ui::covered_in_match(self.size.as_vec2() / self.scale);
        let panels = if self.bottom > 0.0 { exercise } else { in_match };
        let size = camera::picture(self.size, &panels, self.scale).as_vec2();
        let orbit = self.orbit(game, size.x / size.y);
        let pixel = orbit.pixel(point, size).unwrap();
        assert!(pixel.cmpge(Vec2::ZERO).all() && pixel.cmplt(size).all(), "{point} is not in the picture: {pixel}");
        self.at + pixel + Vec2::Y * panels.top * self.scale
    }

    /// The camera in this view, as seated since the last change of the board.
    fn orbit(&self, game: &dyn DynGame, aspect: f32) -> Orbit {
        let mut played = Vec::new();
        let mut game = game.boxed();
        while let Some(action) = game.undo() {
            played.push(action);
        }
        let seated = |game: &dyn DynGame| Seating { near: self.near, ..Seating::of(game) };
        let mut seats = seated(&*game);
        for action in played.iter().rev() {
            let events = game.apply(action).unwrap();
            if events.iter().any(|event| matches!(event, Event::SetUp { .. } | Event::Rearranged { .. })) {
                seats = seated(&*game);
            }
        }
        let legal = game.gestures();
        let subject = Subject::of(&*game).seated(seats).choosing(&*game, self.allowed.as_deref().unwrap_or(&legal));
        subject.orbit(self.view, aspect)
    }

    pub fn point_at(&self, pixel: Vec2) {
        let [x, y] = [pixel.x, pixel.y].map(|pixels| pixels.round().to_string());
        self.screen.tool(&["mousemove", &x, &y]).unwrap();
        self.rest();
    }

    /// Points at the panel, away from all cells.
    pub fn point_aside(&self) {
        self.point_at(self.at + Vec2::new(self.size.x as f32 - 2.0, self.size.y as f32 / 2.0));
    }

    fn button(&self, what: &str) {
        self.screen.tool(&[what, "1"]).unwrap();
        self.rest();
    }

    pub fn click_at(&self, pixel: Vec2) {
        self.point_at(pixel);
        self.button("click");
    }

    /// Clicks a point of the window as people do: the pointer rests there until a tooltip opens,
    /// and the button is held for a while.
    pub fn hold_at(&self, at: Vec2, held: Duration) {
        self.point_at(self.at + at);
        sleep(TOOLTIP);
        self.rest();
        self.button("mousedown");
        sleep(held);
        self.button("mouseup");
        self.rest();
    }

    pub fn drag(&self, from: Vec2, to: Vec2) {
        self.point_at(from);
        self.button("mousedown");
        self.point_at(to);
        self.button("mouseup");
    }

    /// The screen position of the middle of a place; for several pieces in reserve, of the first.
    pub fn place(&self, game: &dyn DynGame, place: Place) -> Vec2 {
        let places = Places { layout: game.layout() };
        self.pixel(game, places.place(place, 0))
    }

    pub fn click(&self, game: &dyn DynGame, place: Place) {
        self.click_at(self.place(game, place));
    }

    pub fn click_cell(&self, game: &dyn DynGame, cell: &str) {
        self.click(game, Place::Cell(super::cell(game, cell)));
    }

    /// Clicks a point of the window, pixels from its upper left corner.
    pub fn click_window(&self, at: Vec2) {
        self.click_at(self.at + at);
    }

    /// Clicks the widget with this text in both the window and `panels`, so that they stay in step.
    #[track_caller]
    pub fn press(&self, panels: &mut Panels, words: &str) {
        let at = panels.find(words);
        self.click_window(at);
        panels.click(at);
    }

    /// Turns the wheel by `notches` at the pointer, down if negative.
    pub fn wheel(&self, notches: i32) {
        let button = if notches > 0 { "4" } else { "5" };
        for _ in 0..notches.abs() {
            self.screen.tool(&["click", button]).unwrap();
            self.rest();
        }
    }

    pub fn key(&self, name: &str) {
        self.keys(&[name]);
    }

    pub fn keys(&self, names: &[&str]) {
        self.screen.tool(&[&["key", "--delay", "40"], names].concat()).unwrap();
        self.rest();
    }

    pub fn type_text(&self, text: &str) {
        self.screen.tool(&["type", "--delay", "40", "--", text]).unwrap();
        self.rest();
    }

    /// Flicks the mouse through the tray.
    pub fn flick(&self, game: &dyn DynGame) {
        let places = Places { layout: game.layout() };
        let tray = world(places.tray());
        let way = |share: f32| self.pixel(game, tray + Vec3::new(-0.03, 0.0, 0.06 - 0.12 * share));
        self.point_at(way(0.0));
        self.button("mousedown");
        for step in 1..=5 {
            let [x, y] = way(step as f32 / 5.0).to_array().map(|pixels| pixels.round().to_string());
            self.screen.tool(&["mousemove", &x, &y]).unwrap();
            sleep(Duration::from_millis(30));
        }
        self.button("mouseup");
    }

    /// Clicks the tray.
    pub fn click_tray(&self, game: &dyn DynGame) {
        let places = Places { layout: game.layout() };
        self.click_at(self.pixel(game, world(places.tray())));
    }
}
