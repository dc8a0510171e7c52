//! Requests of screen readers and switches, which arrive by AccessKit. bevy_egui 0.42 describes the
//! panels to AccessKit, but does not forward its requests.

use bevy::a11y::{AccessibilityRequested, AccessibilitySystems, ActionRequest};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContext, EguiInput, EguiPreUpdateSet, PrimaryEguiContext, egui};

use crate::ui::state::text_view::TextView;

/// Connects the panels to AccessKit.
pub fn plugin(app: &mut App) {
    app.init_resource::<TextView>()
        .init_resource::<AccessibilityRequested>()
        .add_message::<ActionRequest>()
        .add_message::<RequestRedraw>()
        .add_systems(PreUpdate, describe.after(EguiPreUpdateSet::InitContexts).before(EguiPreUpdateSet::BeginPass))
        .add_systems(PostUpdate, forward.after(AccessibilitySystems::Update));
}

/// Describes the panels only while a program reads the description, and opens the text of the table
/// for the first one.
fn describe(
    requested: Res<AccessibilityRequested>,
    mut contexts: Query<&mut EguiContext>,
    mut view: ResMut<TextView>,
    mut opened: Local<bool>,
) {
    let requested = requested.get();
    for mut context in &mut contexts {
        match requested {
            true => context.get_mut().enable_accesskit(),
            false => context.get_mut().disable_accesskit(),
        }
    }
    if requested && !std::mem::replace(&mut *opened, true) {
        view.open = true;
    }
}

/// Forwards requests to the panels, which answer them in the next frame.
fn forward(
    mut requests: MessageReader<ActionRequest>,
    mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if requests.is_empty() {
        return;
    }
    let requests: Vec<_> =
        requests.read().map(|request| egui::Event::AccessKitActionRequest(request.0.clone())).collect();
    for mut input in &mut inputs {
        input.events.extend(requests.iter().cloned());
    }
    redraw.write(RequestRedraw);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::accesskit::{self, Action, NodeId, TreeId};

    #[test]
    fn requests_reach_the_panels_and_open_the_text_once() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, plugin));
        let context = app.world_mut().spawn((EguiInput::default(), EguiContext::default(), PrimaryEguiContext)).id();
        app.update();
        assert!(!app.world().resource::<TextView>().open);
        app.world().resource::<AccessibilityRequested>().set(true);
        let request = accesskit::ActionRequest {
            action: Action::Click,
            target_tree: TreeId::ROOT,
            target_node: NodeId(7),
            data: None,
        };
        app.world_mut().write_message(ActionRequest(request.clone()));
        app.update();
        let input = app.world().get::<EguiInput>(context).unwrap();
        assert_eq!(input.events, [egui::Event::AccessKitActionRequest(request)]);
        assert!(std::mem::take(&mut app.world_mut().resource_mut::<TextView>().open));
        app.update();
        assert!(!app.world().resource::<TextView>().open);
    }
}
