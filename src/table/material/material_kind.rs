//! The materials and colours of the set. White is maple, Black is ebony; pyramids are fire and ice. Sides differ in lightness
//! first, so that they can be told apart without seeing colours.

use bevy::math::Vec3;

use super::lighting::DARK;
use super::palette;
use super::{Substance, Surface};
use crate::engine::Side;
use crate::session::{Ink, Palette};

/// What a part is finished in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaterialKind {
    /// The wood of a player's chessmen and chips.
    Wood(Side),
    /// A player's dice, with their engravings.
    Die(Side),
    /// A player's pyramids, size 1 to 3.
    Pyramid(Side, u8),
    /// Crowns and bells.
    Gold,
    /// The cannon's barrel.
    Bronze,
    /// Obstacles.
    Rock,
    /// The board's light cells.
    Light,
    /// The board's dark cells.
    Dark,
    /// Frames, rims and the walls of the trays.
    Frame,
    /// Letters in the frame.
    Inlay,
    /// The table top.
    Table,
    /// The lining of the trays.
    Felt,
    /// The panes on the walls of the dice tray.
    Glass,
    /// Darkness where a thing stands.
    Contact,
    /// Shots and explosions: the hot middle, the flame round it, and the smoke.
    Flash,
    /// See [`MaterialKind::Flash`].
    Fire,
    /// See [`MaterialKind::Flash`].
    Smoke,
    /// What is laid over a cell to tell something.
    Mark(MarkKind),
    /// The plate on which the height of a stack is written.
    Badge,
}

/// What a mark tells. Each has its own shape, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkKind {
    /// The last action began or ended here.
    Last,
    /// The way that it took.
    Way,
    /// Within reach of an explosion.
    Blast,
    /// In danger.
    Danger,
    /// What a refusal is about.
    Refused,
    /// A cell that the opponent attacks.
    Threat,
    /// A piece that can be moved, or the tray for a die that is due.
    Movable,
    /// The piece in hand.
    Held,
    /// A legal target.
    Target,
    /// A legal target where something is captured.
    Capture,
    /// A legal target where something is pushed, and what it pushes.
    Push,
    /// A legal target of a shot.
    Shot,
    /// A legal target where a stack grows.
    Stack,
    /// The line of fire of the shot that is aimed.
    Aim,
    /// What would leave the table.
    Lost,
    /// What a viewer has drawn.
    Drawn(Ink),
    /// Where the keyboard or the mouse points.
    Cursor,
}

impl MarkKind {
    /// How many other marks may lie under it.
    #[must_use]
    pub fn layer(self) -> u8 {
        match self {
            MarkKind::Last => 0,
            MarkKind::Way | MarkKind::Blast => 1,
            MarkKind::Danger | MarkKind::Refused => 2,
            MarkKind::Threat | MarkKind::Movable => 3,
            MarkKind::Held
            | MarkKind::Target
            | MarkKind::Capture
            | MarkKind::Push
            | MarkKind::Shot
            | MarkKind::Stack => 4,
            MarkKind::Aim => 5,
            MarkKind::Lost => 6,
            MarkKind::Cursor => 7,
            // Over the frame of the board, too.
            MarkKind::Drawn(_) => 14,
        }
    }

    /// Its usual colour, `sRGB`: red is for danger alone, and how much of what lies under it is hidden, 0 to 1.
    pub(super) const fn colour(self) -> ([u8; 3], f32) {
        match self {
            MarkKind::Last => ([255, 214, 90], 0.30),
            MarkKind::Way => ([255, 214, 90], 0.55),
            MarkKind::Blast => ([255, 120, 40], 0.80),
            MarkKind::Danger => ([226, 36, 36], 0.72),
            MarkKind::Refused => ([255, 176, 40], 0.72),
            MarkKind::Threat => ([178, 92, 190], 0.55),
            MarkKind::Movable => ([36, 168, 158], 0.85),
            MarkKind::Held => ([255, 205, 60], 0.90),
            MarkKind::Target => ([40, 190, 200], 0.85),
            MarkKind::Capture | MarkKind::Shot => ([246, 146, 24], 0.92),
            MarkKind::Push => ([70, 150, 255], 0.92),
            MarkKind::Stack => ([90, 210, 130], 0.92),
            MarkKind::Aim => ([255, 140, 30], 0.85),
            MarkKind::Lost => ([255, 160, 20], 0.95),
            MarkKind::Drawn(Ink::Plain) => ([88, 178, 70], 0.80),
            MarkKind::Drawn(Ink::Shift) => ([214, 60, 60], 0.80),
            MarkKind::Drawn(Ink::Ctrl) => ([60, 130, 226], 0.80),
            MarkKind::Drawn(Ink::Alt) => ([238, 176, 40], 0.80),
            MarkKind::Drawn(Ink::Hint) => ([150, 92, 220], 0.85),
            MarkKind::Cursor => ([255, 255, 255], 0.90),
        }
    }
}

impl MaterialKind {
    /// The surface, at low quality.
    #[must_use]
    pub fn surface(self, palette: Palette) -> Surface {
        use Side::{Black, White};
        let metal = |base, grain, roughness| Surface::new(Substance::Metal, base, grain, roughness);
        let wood = |base, grain, roughness| Surface::new(Substance::Wood, base, grain, roughness);
        match self {
            MaterialKind::Wood(White) => wood([242, 212, 164], [206, 156, 102], 0.32),
            MaterialKind::Wood(Black) => wood([74, 48, 38], [26, 16, 14], 0.28),
            MaterialKind::Die(White) => {
                Surface::new(Substance::Lacquer, [240, 228, 204], [226, 208, 176], 0.22).ink([44, 8, 6])
            }
            MaterialKind::Die(Black) => {
                Surface::new(Substance::Lacquer, [46, 50, 60], [28, 30, 38], 0.20).ink([246, 226, 170])
            }
            MaterialKind::Pyramid(side, size) => {
                let palette::Resin { base, grain, ink, alpha } = palette::pyramid(palette, side, size);
                Surface::new(Substance::Resin, base, grain, 0.16).ink(ink).see_through(alpha)
            }
            MaterialKind::Gold => metal([255, 214, 120], [246, 190, 92], 0.26),
            MaterialKind::Bronze => metal([214, 150, 96], [176, 112, 68], 0.32),
            MaterialKind::Rock => Surface::new(Substance::Stone, [150, 146, 138], [92, 90, 88], 0.85),
            MaterialKind::Light => wood([182, 141, 96], [148, 106, 66], 0.44).fibre(Vec3::X, 0.5).worn(0.35),
            MaterialKind::Dark => wood([92, 58, 40], [58, 34, 24], 0.40).fibre(Vec3::X, 0.5).worn(0.30),
            MaterialKind::Frame => wood([80, 44, 30], [44, 23, 16], 0.28).fibre(Vec3::X, 0.45).worn(0.25),
            MaterialKind::Inlay => wood([226, 192, 134], [200, 160, 100], 0.45).ink([206, 168, 110]),
            MaterialKind::Table => {
                wood([76, 52, 38], [54, 36, 26], 0.48).fibre(Vec3::X, 0.10).worn(0.25).fading(0.60, DARK)
            }
            MaterialKind::Felt => Surface::new(Substance::Felt, [24, 84, 66], [14, 58, 46], 1.0),
            MaterialKind::Glass => {
                Surface::new(Substance::Veil, [206, 226, 222], [206, 226, 222], 1.0).see_through(0.12)
            }
            MaterialKind::Flash => {
                Surface::new(Substance::Veil, [255, 244, 200], [255, 244, 200], 1.0).see_through(0.95)
            }
            MaterialKind::Fire => Surface::new(Substance::Veil, [255, 150, 40], [255, 150, 40], 1.0).see_through(0.55),
            MaterialKind::Smoke => Surface::new(Substance::Veil, [52, 44, 40], [52, 44, 40], 1.0).see_through(0.30),
            MaterialKind::Mark(tell) => {
                let (colour, alpha) = palette::mark(palette, tell);
                Surface::new(Substance::Mark, colour, colour, 1.0).see_through(alpha)
            }
            MaterialKind::Badge => {
                Surface::new(Substance::Veil, [34, 26, 22], [34, 26, 22], 1.0).see_through(0.86).ink([255, 240, 206])
            }
            MaterialKind::Contact => Surface::new(Substance::Contact, [0, 0, 0], [0, 0, 0], 1.0),
        }
    }
}
