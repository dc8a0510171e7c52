//! The frame being drawn.

use bevy::prelude::Resource;
use bevy_egui::egui::{Context, Rect, Ui};

use crate::session::{OverlayLevel, Screen};

/// Windows open beside the panel if there is this much width, logical pixels; otherwise over it.
const WINDOW: f32 = 420.0;

/// The frame being drawn. The resource exists only meanwhile.
#[derive(Resource)]
pub struct UiFrame {
    /// The root of the drawing.
    pub root: Ui,
    /// What is on the table.
    pub screen: Screen,
    /// What is drawn around a match.
    pub level: OverlayLevel,
    /// Whether the panel beside the table is folded.
    pub folded: bool,
    /// Whether sizes have adapted to the current scale.
    pub settled: bool,
    /// Whether only the table is shown, for a picture.
    pub bare: bool,
    /// The part of the window without the panel beside the table.
    pub beside: Rect,
    /// The lower edge of the graph, if the board is below it.
    pub graph: Option<f32>,
    /// The height of the card about a piece, in a lower corner; 0 without a card.
    pub card: f32,
}

impl UiFrame {
    /// The context of the window.
    pub fn ctx(&self) -> &Context {
        self.root.ctx()
    }

    /// The whole window.
    pub fn whole(&self) -> Rect {
        self.ctx().viewport_rect()
    }

    /// The part of the window that the panels drawn so far have left to the table.
    pub fn free(&self) -> Rect {
        match self.screen {
            Screen::Start => self.beside,
            _ => self.beside.intersect(self.root.available_rect_before_wrap()),
        }
    }

    /// The part of the window for windows over the table.
    pub fn room(&self) -> Rect {
        let free = self.free();
        if self.screen == Screen::Start || free.width() < WINDOW { self.whole() } else { free }
    }
}

/// The requests and facts that outlast a frame.
#[derive(Resource, Default)]
pub struct FrameState {
    /// Whether the next frame shows only the table, for a picture.
    pub bare: bool,
    /// Whether the pointer rests and is hidden.
    pub hides_pointer: bool,
    /// Whether a menu or a list is open, which Escape closes first.
    pub popup_open: bool,
}
