use super::evaluate::features;
use super::inputs::inputs_of;
use super::levels;
use super::variant::Variant;
use crate::engine::{Feature, GameInfo, NetSlot};

/// Orthodox chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orthodox;

static NET: NetSlot = NetSlot::new("chess", inputs_of(false), include_bytes!("../../../nets/chess.net"));

impl Variant for Orthodox {
    const INFO: &'static GameInfo = &GameInfo {
        id: "chess",
        name: "Orthodox chess",
        summary: "Chess under the FIDE rules, the base of Abalonian Chess.",
        levels: &levels::LEVELS,
        options: &[],
        sides: GameInfo::WHITE_AND_BLACK,
        dice: false,
        standard_texts: true,
    };

    const PUSHES: bool = false;

    const FEATURES: &'static [Feature] = &features::CHESS;

    const NET: &'static NetSlot = &NET;
}
