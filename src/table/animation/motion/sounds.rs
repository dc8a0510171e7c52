//! The sounds of movements: their time, place and strength. The table itself plays none.

use bevy::prelude::*;

use super::path::{MotionPath, MovingAlong};
use crate::dice;
use crate::engine::Look;
use crate::session::{PlaySound, Sound};
use crate::table::layout::Places;

/// Strength of the landing of a piece from the air, 0 to 1.
const LANDING: f32 = 0.7;

/// Strength of the landing of a sliding piece, 0 to 1.
const SLID_LANDING: f32 = 0.35;

/// Volume of a slide, 0 to 1.
const SLIDE: f32 = 0.6;

/// The impact speed of a die at full volume, m/s.
const HARD: f32 = 3.0;

/// The sound of setting down a piece.
fn set_down(look: &Look) -> Sound {
    match look {
        Look::Chessman(_) => Sound::Wood,
        Look::Die(..) => Sound::Die,
        Look::Chips(_) => Sound::Chip,
        Look::Pyramids(_) => Sound::Glass,
    }
}

/// Slow-motion factor of a tumble: a die of this size is too quick for the eye.
pub const TUMBLE_SLOWNESS: f32 = 1.5;

/// The impacts of a tumbling die, each with its time in the slowed animation, s.
pub fn hits(attempts: &[Vec<dice::Frame>], places: &Places) -> Vec<(f32, PlaySound)> {
    let mut begun = 0.0;
    let mut heard = Vec::new();
    for frames in attempts {
        for hit in dice::impacts(frames) {
            let [x, y, z] = hit.position;
            let at = places.in_tray(&dice::Frame { position: [x, y, z], rotation: [0.0, 0.0, 0.0, 1.0] });
            heard.push((
                begun + hit.seconds * TUMBLE_SLOWNESS,
                PlaySound::new(Sound::Die, at.translation, (hit.speed / HARD).min(1.0)),
            ));
        }
        begun += dice::STEP * TUMBLE_SLOWNESS * frames.len() as f32;
    }
    heard
}

/// The sounds of a movement that are due. `speed` is the speed of all motion, or `None` for a
/// skipped movement, which makes no lasting sounds.
pub fn due(moving: &mut MovingAlong, speed: Option<f32>) -> impl Iterator<Item = PlaySound> {
    moving.take_due_sounds().into_iter().filter_map(move |noise| match speed {
        Some(speed) => Some(PlaySound { seconds: noise.seconds / speed, ..noise }),
        None => (noise.seconds == 0.0).then_some(noise),
    })
}

/// Adds to a movement the sounds of a piece of this look: sliding, and being set down.
pub fn voiced(look: &Look, moving: MovingAlong) -> MovingAlong {
    let sound = set_down(look);
    let (from, to) = moving.ends();
    let (from, to) = (from.translation, to.translation);
    let (begins, seconds) = (moving.delay(), moving.left());
    let flat = matches!(moving.path(), MotionPath::Straight | MotionPath::Pushed);
    let slides = flat && (from.y - to.y).abs() < 1e-3;
    let landing = PlaySound::new(sound, to, if slides { SLID_LANDING } else { LANDING });
    let slide = PlaySound::slide(from, SLIDE, seconds - begins);
    let moving = if slides { moving.sounding(begins, slide) } else { moving };
    moving.sounding(seconds, landing)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::time::TimeUpdateStrategy;

    use super::*;
    use crate::games;
    use crate::play::{Match, Seat, Setup};
    use crate::session::{self, Animating, PlayerCommand, Session, Settings, TableUpdate};
    use crate::table::{self, material::Surface, material::mesh_plugin};

    /// The sounds of these commands in a match, each with the time since the first, s.
    fn heard(game: &str, start: &str, commands: &[PlayerCommand], settings: Settings) -> Vec<(f32, PlaySound)> {
        const FRAME: f32 = 0.01;
        let setup = Setup { start: Some(start.into()), ..Setup::new(games::info(game).unwrap(), [Seat::Human; 2], 1) };
        let running = Match::new(setup).unwrap();
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, AssetPlugin::default(), TransformPlugin))
            .init_asset::<Mesh>()
            .init_asset::<Surface>()
            .add_plugins((session::plugin, mesh_plugin, table::plugin))
            .insert_resource(settings)
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(FRAME)));
        app.world_mut().write_message(TableUpdate::reset(running.game()));
        app.insert_resource(Session::from(running));
        app.update();
        let mut cursor = app.world().resource::<Messages<PlaySound>>().get_cursor();
        let (mut heard, mut frames) = (Vec::new(), 0);
        for command in commands {
            app.world_mut().write_message(command.clone());
            loop {
                app.update();
                let now = cursor.read(app.world().resource::<Messages<PlaySound>>()).cloned();
                heard.extend(now.map(|noise| (frames as f32 * FRAME, noise)));
                frames += 1;
                if !app.world().resource::<Animating>().0 {
                    break;
                }
                assert!(frames < 2000, "{command:?} does not end");
            }
        }
        heard
    }

    fn sounds(heard: &[(f32, PlaySound)]) -> Vec<Sound> {
        heard.iter().map(|(_, noise)| noise.sound).collect()
    }

    const CHESS: &str = "4k3/8/8/8/8/8/4P3/R3K1N1 w - - 0 1";

    #[test]
    fn a_slide_sounds_at_its_start_and_a_leap_as_it_lands() {
        let act = |action: &str| [PlayerCommand::Act(action.into())];
        let slide = heard("chess", CHESS, &act("a1a8"), Settings::default());
        assert_eq!(sounds(&slide), [Sound::Slide, Sound::Wood]);
        let ([(begins, rubs), (ends, lands)], seconds) = (&slide[..], slide[0].1.seconds) else { unreachable!() };
        assert!(*begins < 0.03 && (ends - begins - seconds).abs() < 0.03, "{slide:?}");
        assert!(rubs.at.unwrap().distance(lands.at.unwrap()) > 0.3);
        let leap = heard("chess", CHESS, &act("g1f3"), Settings::default());
        assert_eq!(sounds(&leap), [Sound::Wood]);
        assert!(leap[0].0 > 0.2 && leap[0].1.strength > lands.strength, "{leap:?}");
        let twice = heard("chess", CHESS, &act("a1a8"), Settings { speed: 2.0, ..Settings::default() });
        assert!((twice[0].1.seconds * 2.0 - seconds).abs() < 1e-4 && twice[1].0 < ends / 1.5);
    }

    #[test]
    fn a_die_is_heard_at_each_hit() {
        let commands = [PlayerCommand::Act("b1b2".into()), PlayerCommand::Throw(None)];
        let heard = heard("fluky", "kpppp/p4/5/4P/PPPPK w - 0", &commands, Settings::default());
        // The die is a piece: it first slides to its cell.
        let ([Sound::Slide, Sound::Die], hits) = (&sounds(&heard[..2])[..], &heard[2..]) else { panic!("{heard:?}") };
        let hardest = hits.iter().max_by(|a, b| a.1.strength.total_cmp(&b.1.strength)).unwrap();
        assert!(hits.len() >= 4 && hits.iter().all(|(_, noise)| noise.sound == Sound::Die), "{heard:?}");
        let [begun, ended] = [hits[0].0, hits[hits.len() - 1].0];
        assert!(ended - begun > 0.3 && hardest.0 < (begun + ended) / 2.0, "{heard:?}");
    }

    #[test]
    fn of_what_is_not_shown_moving_only_the_end_is_heard() {
        let settings = Settings { reduced_motion: true, ..Settings::default() };
        assert_eq!(sounds(&heard("chess", CHESS, &[PlayerCommand::Act("a1a8".into())], settings)), [Sound::Wood]);
    }
}
