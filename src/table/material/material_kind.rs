//! The materials and colours of the set. White is maple, Black is ebony; pyramids are fire and ice.
//! Sides differ primarily in lightness, so that they can be distinguished without colour vision.

use bevy::math::Vec3;

use super::mark_kind::MarkKind;
use super::palette::{self, DARK, TableStyle};
use super::surface::{Substance, Surface};
use crate::engine::Side;

/// The material of a part.
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
    /// The contact shadow below an object.
    Contact,
    /// The hot core of shots and explosions.
    Flash,
    /// The flame around that core.
    Fire,
    /// The smoke of shots and explosions.
    Smoke,
    /// A mark over a cell.
    Mark(MarkKind),
    /// The plate above a stack.
    Badge,
    /// The flat token of a side.
    Token {
        /// The owner; `None` for neutral pieces.
        side: Option<Side>,
        /// Whether the token represents pyramids.
        resin: bool,
    },
}

impl MaterialKind {
    /// The surface at low quality.
    #[must_use]
    pub fn surface(self, style: TableStyle) -> Surface {
        let palette = style.palette;
        use Side::{Black, White};
        let metal = |base, grain, roughness| Surface::new(Substance::Metal, base, grain, roughness);
        let wood = |base, grain, roughness| Surface::new(Substance::Wood, base, grain, roughness);
        match self {
            MaterialKind::Wood(side) => {
                let [base, grain] = palette::wood(style.pieces, side);
                wood(base, grain, if side == White { 0.32 } else { 0.28 })
            }
            MaterialKind::Die(White) => {
                Surface::new(Substance::Lacquer, [240, 228, 204], [226, 208, 176], 0.22).ink([44, 8, 6])
            }
            MaterialKind::Die(Black) => {
                Surface::new(Substance::Lacquer, [46, 50, 60], [28, 30, 38], 0.20).ink([246, 226, 170])
            }
            MaterialKind::Pyramid(side, size) => {
                let palette::Resin { base, grain, ink } = palette::pyramid(palette, side, size);
                Surface::new(Substance::Resin, base, grain, 0.16).ink(ink)
            }
            MaterialKind::Gold => metal([255, 214, 120], [246, 190, 92], 0.26),
            MaterialKind::Bronze => metal([214, 150, 96], [176, 112, 68], 0.32),
            MaterialKind::Rock => Surface::new(Substance::Stone, [150, 146, 138], [92, 90, 88], 0.85),
            MaterialKind::Light => {
                let [base, grain] = palette::cells(style.board)[0];
                wood(base, grain, 0.44).fibre(Vec3::X, 0.5).worn(0.35)
            }
            MaterialKind::Dark => {
                let [base, grain] = palette::cells(style.board)[1];
                wood(base, grain, 0.40).fibre(Vec3::X, 0.5).worn(0.30)
            }
            MaterialKind::Frame => wood([80, 44, 30], [44, 23, 16], 0.28).fibre(Vec3::X, 0.45).worn(0.25),
            MaterialKind::Inlay => wood([226, 192, 134], [200, 160, 100], 0.45).ink([206, 168, 110]),
            MaterialKind::Table => {
                wood([84, 58, 42], [58, 39, 28], 0.48).fibre(Vec3::X, 0.26).worn(0.25).fading(0.85, DARK)
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
            MaterialKind::Mark(kind) => {
                let (colour, alpha) = palette::mark(palette, kind);
                Surface::new(Substance::Mark, colour, colour, 1.0).see_through(alpha)
            }
            MaterialKind::Badge => {
                Surface::new(Substance::Veil, [34, 26, 22], [34, 26, 22], 1.0).see_through(0.86).ink([255, 240, 206])
            }
            MaterialKind::Token { side, resin } => {
                let [body, ink] = palette::token(palette, side, resin);
                Surface::new(Substance::Veil, body, body, 1.0).ink(ink)
            }
            MaterialKind::Contact => Surface::new(Substance::Contact, [0, 0, 0], [0, 0, 0], 1.0),
        }
    }
}
