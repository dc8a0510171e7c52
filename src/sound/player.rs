//! Plays the sounds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::alerts;
use super::bank::loudest;
use super::device::{Device, report};
use super::voice::{MAX_VOICES, Voice, side};
use crate::session::{GameSet, MainCamera, Notification, PlaySound, Settings, Sound, TableUpdate};

/// Plays the sounds of the table and the match.
pub fn plugin(app: &mut App) {
    app.init_resource::<Device>()
        .init_resource::<Playing>()
        .add_systems(Update, (alerts::follow, play).chain().after(GameSet::Present));
}

/// The voices being played. Each holds a clone of one of the two flags, and ends when the flag is
/// set.
#[derive(Resource)]
struct Playing {
    blows: Arc<AtomicBool>,
    slides: Arc<AtomicBool>,
    chance: ChaCha8Rng,
    /// Whether sounds were on in the last frame.
    on: bool,
    /// Whether sounds were switched on and the device has not answered yet.
    switched_on: bool,
    /// Whether the missing device has been reported.
    complained: bool,
}

impl Default for Playing {
    fn default() -> Playing {
        let chance = ChaCha8Rng::seed_from_u64(0);
        Playing {
            blows: Arc::default(),
            slides: Arc::default(),
            chance,
            on: true,
            switched_on: false,
            complained: false,
        }
    }
}

impl Playing {
    fn voices(&self) -> usize {
        Arc::strong_count(&self.blows) + Arc::strong_count(&self.slides) - 2
    }
}

/// Stops all voices that hold this flag.
fn stop(voices: &mut Arc<AtomicBool>) {
    std::mem::take(voices).store(true, Ordering::Relaxed);
}

fn play(
    mut sounds: MessageReader<PlaySound>,
    mut shown: MessageReader<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
    mut device: ResMut<Device>,
    mut playing: ResMut<Playing>,
    settings: Res<Settings>,
    cameras: Query<&GlobalTransform, MainCamera>,
) {
    if shown
        .read()
        .any(|message| matches!(message, TableUpdate::Hurry | TableUpdate::Reset(..) | TableUpdate::Rewound { .. }))
    {
        stop(&mut playing.slides);
    }
    let was_on = std::mem::replace(&mut playing.on, settings.sound);
    if settings.sound && !was_on {
        device.retry();
        (playing.switched_on, playing.complained) = (true, false);
    }
    if !settings.sound {
        sounds.clear();
        stop(&mut playing.slides);
        stop(&mut playing.blows);
        return;
    }
    device.open();
    let open = match device.opened() {
        Some(Ok(open)) => open,
        Some(Err(reason)) => {
            sounds.clear();
            if !std::mem::replace(&mut playing.complained, true) {
                report(reason);
            }
            if std::mem::take(&mut playing.switched_on) {
                notifications.write(Notification::new(format!("No sound: {reason}")));
            }
            return;
        }
        None => {
            sounds.clear();
            return;
        }
    };
    // Switching sounds on plays a sample.
    let sample = std::mem::take(&mut playing.switched_on).then(|| PlaySound::alert(Sound::Wood));
    for request in loudest(sounds.read().chain(&sample)) {
        if playing.voices() >= MAX_VOICES {
            break;
        }
        let Some(take) = open.bank.clip(request, &mut playing.chance) else { continue };
        let voices = if request.sound == Sound::Slide { &playing.slides } else { &playing.blows };
        let side = request.at.map_or(0.0, |at| cameras.iter().next().map_or(0.0, |camera| side(at, camera)));
        open.mixer.add(Voice::new(take, side, settings.volume, voices.clone()));
    }
}
