//! The device that the user points with.

use bevy::input::mouse::MouseButtonInput;
use bevy::input::touch::TouchInput;
use bevy::prelude::*;

/// The device that the user pointed with last. Texts for fingers name no keys or mouse buttons.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pointing {
    /// A mouse, beside a keyboard.
    #[default]
    Mouse,
    /// A finger.
    Touch,
}

impl Pointing {
    /// The text for this device.
    #[must_use]
    pub fn text<'a>(self, mouse: &'a str, touch: &'a str) -> &'a str {
        match self {
            Pointing::Mouse => mouse,
            Pointing::Touch => touch,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pointing>().add_message::<TouchInput>().add_message::<MouseButtonInput>();
    // The page turns touches into mouse events, and reports the device itself.
    if cfg!(not(all(target_arch = "wasm32", target_os = "unknown"))) {
        app.add_systems(PreUpdate, follow);
    }
}

fn follow(
    mut touches: MessageReader<TouchInput>,
    mut buttons: MessageReader<MouseButtonInput>,
    mut pointing: ResMut<Pointing>,
) {
    let (touched, pressed) = (touches.read().count() > 0, buttons.read().count() > 0);
    if touched || pressed {
        pointing.set_if_neq(if touched { Pointing::Touch } else { Pointing::Mouse });
    }
}

#[cfg(test)]
mod tests {
    use bevy::input::ButtonState;
    use bevy::input::touch::TouchPhase;

    use super::*;

    #[test]
    fn the_last_device_counts() {
        let mut app = App::new();
        app.add_plugins(plugin);
        let window = Entity::PLACEHOLDER;
        let touch = TouchInput { phase: TouchPhase::Started, position: Vec2::ZERO, window, force: None, id: 1 };
        let click = MouseButtonInput { button: MouseButton::Left, state: ButtonState::Pressed, window };
        let now = |app: &mut App| {
            app.update();
            *app.world().resource::<Pointing>()
        };
        assert_eq!(now(&mut app), Pointing::Mouse);
        app.world_mut().write_message(touch);
        assert_eq!(now(&mut app), Pointing::Touch);
        assert_eq!(now(&mut app), Pointing::Touch);
        app.world_mut().write_message(click);
        assert_eq!(now(&mut app), Pointing::Mouse);
    }
}
