//! The pictures of the games, loaded as textures on first use.

use std::collections::HashMap;

use bevy_egui::egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions};
use image::ImageFormat;

use crate::engine::GameInfo;
use crate::presentation::Presentation;

/// Height of a picture relative to its width.
pub const ASPECT: f32 = 9.0 / 16.0;

/// Textures by game id; `None` for a game without a picture.
#[derive(Default)]
pub struct Pictures(HashMap<&'static str, Option<TextureHandle>>);

impl Pictures {
    /// The picture of a game, if it has one.
    pub fn get(&mut self, ctx: &Context, info: &'static GameInfo) -> Option<TextureId> {
        let load = || Some(ctx.load_texture(info.id, decoded(info)?, TextureOptions::LINEAR));
        self.0.entry(info.id).or_insert_with(load).as_ref().map(TextureHandle::id)
    }
}

fn decoded(info: &GameInfo) -> Option<ColorImage> {
    let picture =
        image::load_from_memory_with_format(Presentation::of(info).picture, ImageFormat::Png).ok()?.into_rgba8();
    let size = [picture.width() as usize, picture.height() as usize];
    Some(ColorImage::from_rgba_unmultiplied(size, &picture))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// The maximum total size of the embedded pictures, bytes.
    const MAX_BYTES: usize = 1_000_000;

    #[test]
    fn every_game_has_a_small_picture() {
        let lacking: Vec<_> =
            games::ALL.iter().filter(|info| Presentation::of(info).picture.is_empty()).map(|info| info.id).collect();
        assert!(lacking.is_empty(), "no picture of {lacking:?}: see README, Adding a game");
        for info in games::ALL {
            let size = decoded(info).map(|image| image.size);
            assert_eq!(size, Some([480, 270]), "{}", info.id);
        }
        let bytes: usize = games::ALL.iter().map(|info| Presentation::of(info).picture.len()).sum();
        assert!(bytes < MAX_BYTES, "{bytes} bytes");
    }
}
