//! What a viewer draws over the board by the right mouse button.

use bevy::prelude::*;

use crate::session::{Annotations, GameSet, HeldKeys, Panels, Selection, Stroke};

/// The right button on the board.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, annotate.after(super::picking::hover).in_set(GameSet::Input));
}

/// A click rings a cell, a drag draws an arrow; off the board a drag ends in nothing.
fn annotate(
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<HeldKeys>,
    panels: Res<Panels>,
    hand: Res<Selection>,
    mut sketch: ResMut<Annotations>,
) {
    let button = MouseButton::Right;
    if buttons.just_pressed(button) && !panels.pointer {
        let draft = hand.hover.map(|from| Stroke { from, to: from, ink: keys.modifiers.ink() });
        if sketch.draft != draft {
            sketch.draft = draft;
        }
    }
    if !buttons.pressed(button) && !buttons.just_released(button) {
        return;
    }
    let Some(mut draft) = sketch.draft else { return };
    if buttons.just_released(button) {
        sketch.draft = None;
        if let Some(to) = hand.hover {
            sketch.toggle(Stroke { to, ..draft });
        }
        return;
    }
    draft.to = hand.hover.unwrap_or(draft.from);
    if sketch.draft != Some(draft) {
        sketch.draft = Some(draft);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Cell;
    use crate::session::{Ink, Modifiers};

    /// Presses, moves over these cells and releases; `None` is off the board.
    fn drag(app: &mut App, cells: &[Option<u16>], modifiers: Modifiers) {
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
            .add_systems(Update, annotate);
        let strokes = |app: &App| {
            let sketch = app.world().resource::<Annotations>();
            assert_eq!(sketch.draft, None);
            sketch.strokes.iter().map(|stroke| (stroke.from.0, stroke.to.0, stroke.ink)).collect::<Vec<_>>()
        };
        let plain = Modifiers::default();
        let (shift, alt) = (Modifiers { shift: true, ..plain }, Modifiers { alt: true, ..plain });
        drag(&mut app, &[Some(4)], plain);
        drag(&mut app, &[Some(1), Some(2), None, Some(3)], shift);
        assert_eq!(strokes(&app), [(4, 4, Ink::Plain), (1, 3, Ink::Shift)]);
        // Begun or ended off the board, it is not a drawing.
        drag(&mut app, &[None, Some(2)], plain);
        drag(&mut app, &[Some(2), None], plain);
        assert_eq!(strokes(&app).len(), 2);
        drag(&mut app, &[Some(1), Some(3)], shift);
        drag(&mut app, &[Some(4)], alt);
        assert_eq!(strokes(&app), [(4, 4, Ink::Alt)]);
        // Over a panel it is the panel's.
        app.world_mut().resource_mut::<Panels>().pointer = true;
        drag(&mut app, &[Some(9)], plain);
        assert_eq!(strokes(&app), [(4, 4, Ink::Alt)]);
    }
}
