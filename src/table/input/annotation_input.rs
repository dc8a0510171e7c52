//! Drawing on the board with the right mouse button.

use bevy::prelude::*;
use bevy::window::WindowFocused;

use crate::session::{AnnotationStroke, Annotations, GameSet, HeldKeys, Panels, Premove, Selection};

/// Handles the right button on the board.
pub fn plugin(app: &mut App) {
    app.add_message::<WindowFocused>()
        .add_systems(Update, annotate.after(super::picking::hover).in_set(GameSet::Input));
}

/// A click rings a cell, a drag draws an arrow. A drag that ends off the board draws nothing.
fn annotate(
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<HeldKeys>,
    panels: Res<Panels>,
    selection: Res<Selection>,
    mut focus: MessageReader<WindowFocused>,
    mut annotations: ResMut<Annotations>,
    mut premove: ResMut<Premove>,
) {
    if buttons.just_pressed(MouseButton::Right) && premove.is_begun() {
        *premove = Premove::default();
        premove.draw(&mut annotations);
        return;
    }
    // Without the focus, the window misses the release of a button.
    if focus.read().filter(|event| !event.focused).count() > 0 && annotations.draft.is_some() {
        annotations.draft = None;
    }
    let button = MouseButton::Right;
    if buttons.just_pressed(button) && !panels.pointer {
        let draft = selection.hover.map(|from| AnnotationStroke { from, to: from, ink: keys.modifiers.ink() });
        if annotations.draft != draft {
            annotations.draft = draft;
        }
    }
    if !buttons.pressed(button) && !buttons.just_released(button) {
        return;
    }
    let Some(mut draft) = annotations.draft else { return };
    if buttons.just_released(button) {
        annotations.draft = None;
        if let Some(to) = selection.hover {
            annotations.toggle(AnnotationStroke { to, ..draft });
        }
        return;
    }
    draft.to = selection.hover.unwrap_or(draft.from);
    if annotations.draft != Some(draft) {
        annotations.draft = Some(draft);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Cell;
    use crate::session::{AnnotationColour, HeldModifiers};

    /// Presses, moves over these cells and releases; `None` is off the board.
    fn drag(app: &mut App, cells: &[Option<u16>], modifiers: HeldModifiers) {
        app.insert_resource(HeldKeys { modifiers, ..default() });
        for (i, cell) in cells.iter().enumerate() {
            app.world_mut().resource_mut::<Selection>().hover = cell.map(Cell);
            let mut buttons = app.world_mut().resource_mut::<ButtonInput<MouseButton>>();
            buttons.clear();
            if i == 0 {
                buttons.press(MouseButton::Right);
            }
            app.update();
        }
        let mut buttons = app.world_mut().resource_mut::<ButtonInput<MouseButton>>();
        buttons.clear();
        buttons.release(MouseButton::Right);
        app.update();
    }

    #[test]
    fn clicks_ring_cells_and_drags_draw_arrows() {
        let mut app = App::new();
        app.init_resource::<ButtonInput<MouseButton>>()
            .init_resource::<Selection>()
            .init_resource::<Panels>()
            .init_resource::<Annotations>()
            .init_resource::<Premove>()
            .add_message::<WindowFocused>()
            .add_systems(Update, annotate);
        let strokes = |app: &App| {
            let annotations = app.world().resource::<Annotations>();
            assert_eq!(annotations.draft, None);
            annotations.strokes.iter().map(|stroke| (stroke.from.0, stroke.to.0, stroke.ink)).collect::<Vec<_>>()
        };
        let plain = HeldModifiers::default();
        let (shift, alt) = (HeldModifiers { shift: true, ..plain }, HeldModifiers { alt: true, ..plain });
        drag(&mut app, &[Some(4)], plain);
        drag(&mut app, &[Some(1), Some(2), None, Some(3)], shift);
        assert_eq!(strokes(&app), [(4, 4, AnnotationColour::Plain), (1, 3, AnnotationColour::Shift)]);
        // A drag that begins or ends off the board draws nothing.
        drag(&mut app, &[None, Some(2)], plain);
        drag(&mut app, &[Some(2), None], plain);
        assert_eq!(strokes(&app).len(), 2);
        drag(&mut app, &[Some(1), Some(3)], shift);
        drag(&mut app, &[Some(4)], alt);
        assert_eq!(strokes(&app), [(4, 4, AnnotationColour::Alt)]);
        // A drag over a panel belongs to the panel.
        app.world_mut().resource_mut::<Panels>().pointer = true;
        drag(&mut app, &[Some(9)], plain);
        assert_eq!(strokes(&app), [(4, 4, AnnotationColour::Alt)]);
    }

    #[test]
    fn losing_the_focus_ends_an_arrow() {
        let mut app = App::new();
        app.init_resource::<ButtonInput<MouseButton>>()
            .init_resource::<HeldKeys>()
            .insert_resource(Selection { hover: Some(Cell(1)), ..default() })
            .init_resource::<Panels>()
            .init_resource::<Annotations>()
            .init_resource::<Premove>()
            .add_message::<WindowFocused>()
            .add_systems(Update, annotate);
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Right);
        app.update();
        assert!(app.world().resource::<Annotations>().draft.is_some());
        app.world_mut().write_message(WindowFocused { window: Entity::PLACEHOLDER, focused: false });
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().clear();
        app.world_mut().resource_mut::<Selection>().hover = Some(Cell(2));
        app.update();
        app.update();
        assert_eq!(*app.world().resource::<Annotations>(), Annotations::default());
    }
}
