//! A window without a screen: the table and the panels, played by finger, mouse or keyboard through
//! the same systems as on a device.

use bevy::a11y::AccessibilityPlugin;
use bevy::camera::RenderTargetInfo;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKeyCode};
use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::input::{ButtonState, InputPlugin};
use bevy::picking::DefaultPickingPlugins;
use bevy::prelude::*;
use bevy::shader::Shader;
use bevy::window::{CursorMoved, ExitCondition, PrimaryWindow, WindowEvent, WindowPlugin};
use bevy_egui::{EguiFullOutput, EguiGlobalSettings, EguiPlugin, EguiPostUpdateSet, PrimaryEguiContext, egui};
use fairground::engine::{Cell, Place};
use fairground::games;
use fairground::play::{Match, Pending, Seat};
use fairground::session::{
    LegalActions, MainCamera, MatchProgress, Panels, Selection, Session, Settings, TableUpdate, View,
};
use fairground::table::camera::{self, CameraTarget, Orbit};
use fairground::table::input::{self, Picker};
use fairground::table::layout::{Places, world};
use fairground::table::piece::PieceIndex;
use fairground::table::piece::stacks;
use fairground::ui;

use super::panel_text;
use super::rig::Table;

/// Seconds of a frame.
const FRAME: f32 = 1.0 / 30.0;

/// Maximum number of frames until the table rests.
const PATIENCE: u32 = 3000;

/// A device for pointing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    Finger,
    Mouse,
}

/// The texts of the panels in the last frame.
#[derive(Resource, Default)]
struct Texts(Vec<(String, egui::Rect)>);

/// The window.
pub struct Window {
    pub table: Table,
    window: Entity,
    device: Device,
    /// The last used identifier of a finger.
    fingers: u64,
}

impl Window {
    /// Shows a match in a window of this size, logical pixels.
    pub fn open(running: Match, size: UVec2, device: Device) -> Window {
        let mut table = Table::empty(FRAME, |app| plug(app, size));
        let app = &mut table.app;
        let notes_read = games::ALL.iter().map(|info| info.id.to_string()).collect();
        app.insert_resource(Settings { notes_read, speed: 8.0, ..default() });
        app.world_mut().write_message(TableUpdate::reset(running.game()));
        app.insert_resource(Session::from(running));
        let world = app.world_mut();
        let window = world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).unwrap();
        let mut shown = Window { table, window, device, fingers: 0 };
        shown.frames(5);
        shown.table.meshes_made();
        shown.rest();
        shown
    }

    fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.table.frame());
    }

    /// Draws frames until nothing moves.
    pub fn rest(&mut self) {
        let mut still = 0;
        for _ in 0..PATIENCE {
            self.table.frame();
            still = if self.moves() { 0 } else { still + 1 };
            if still > 3 {
                return;
            }
        }
        panic!("after {} the window does not come to rest", self.table.played().join(" "));
    }

    fn moves(&mut self) -> bool {
        let rolling = self.table.get::<MatchProgress>().is_rolling();
        let animates = self.table.busy();
        let world = self.table.app.world_mut();
        let mut cameras = world.query::<(&Orbit, &CameraTarget)>();
        rolling || animates || cameras.iter(world).any(|(orbit, target)| *orbit != target.0)
    }

    fn send(&mut self, event: impl Into<WindowEvent> + Message + Clone) {
        self.table.app.world_mut().write_message(event.clone());
        self.table.app.world_mut().write_message::<WindowEvent>(event.into());
    }

    fn touch(&mut self, phase: TouchPhase, position: Vec2) {
        self.touch_by(self.fingers, phase, position);
    }

    /// Moves the finger with this identifier.
    pub fn touch_by(&mut self, id: u64, phase: TouchPhase, position: Vec2) {
        let window = self.window;
        self.send(TouchInput { phase, position, window, force: None, id });
        self.frames(2);
    }

    fn point(&mut self, position: Vec2) {
        let window = self.window;
        let mut own = self.table.app.world_mut().get_mut::<bevy::window::Window>(window).unwrap();
        own.set_cursor_position(Some(position));
        self.send(CursorMoved { window, position, delta: None });
        self.frames(2);
    }

    fn button(&mut self, state: ButtonState) {
        let window = self.window;
        self.send(MouseButtonInput { button: MouseButton::Left, state, window });
        self.frames(2);
    }

    /// Taps or clicks a point of the window.
    pub fn tap(&mut self, at: Vec2) {
        self.drag(at, at);
    }

    /// Drags from one point of the window to another.
    pub fn drag(&mut self, from: Vec2, to: Vec2) {
        let steps = if from == to { 0 } else { 4_u8 };
        let way = (1..=steps).map(|step| from.lerp(to, f32::from(step) / f32::from(steps)));
        match self.device {
            Device::Finger => {
                self.fingers += 1;
                self.touch(TouchPhase::Started, from);
                way.for_each(|at| self.touch(TouchPhase::Moved, at));
                self.touch(TouchPhase::Ended, to);
            }
            Device::Mouse => {
                self.point(from);
                self.button(ButtonState::Pressed);
                way.for_each(|at| self.point(at));
                self.button(ButtonState::Released);
            }
        }
        self.rest();
    }

    /// Scrolls the list at a point of the window by this distance, logical pixels; a positive one
    /// shows what is above.
    pub fn scroll(&mut self, at: Vec2, by: f32) {
        match self.device {
            Device::Finger => self.drag(at, at + by * Vec2::Y),
            Device::Mouse => {
                self.point(at);
                let (unit, window, phase) = (MouseScrollUnit::Pixel, self.window, TouchPhase::Moved);
                self.send(MouseWheel { unit, x: 0.0, y: by, window, phase });
                self.rest();
            }
        }
    }

    /// Presses and releases a key.
    pub fn key(&mut self, key_code: KeyCode, logical_key: Key) {
        let window = self.window;
        let text = match &logical_key {
            Key::Character(text) => Some(text.clone()),
            Key::Space => Some(" ".into()),
            _ => None,
        };
        for (state, text) in [(ButtonState::Pressed, text), (ButtonState::Released, None)] {
            let logical_key = logical_key.clone();
            self.send(KeyboardInput { key_code, logical_key, state, text, repeat: false, window });
            self.frames(2);
        }
    }

    /// Types these characters.
    pub fn write(&mut self, text: &str) {
        for letter in text.chars() {
            let code = match letter {
                'b' => KeyCode::KeyB,
                'm' => KeyCode::KeyM,
                'p' => KeyCode::KeyP,
                '1'..='9' => DIGITS[letter as usize - '1' as usize],
                // The key does not matter where a text is typed.
                _ => KeyCode::Unidentified(NativeKeyCode::Unidentified),
            };
            self.key(code, Key::Character(letter.to_string().into()));
        }
    }

    /// The middle of a visible text of the panels, see [`panel_text::find`].
    pub fn find(&self, words: &str) -> Option<Vec2> {
        panel_text::find(&self.table.get::<Texts>().0, words).map(|at| Vec2::new(at.x, at.y))
    }

    /// Whether a text of the panels contains these words, however they are wrapped.
    pub fn says(&self, words: &str) -> bool {
        self.table.get::<Texts>().0.iter().any(|(text, _)| text.replace('\n', " ").contains(words))
    }

    /// All visible texts of the panels.
    pub fn texts(&self) -> Vec<&str> {
        self.table.get::<Texts>().0.iter().map(|(text, _)| text.as_str()).collect()
    }

    /// The device for pointing.
    pub fn device(&self) -> Device {
        self.device
    }

    /// Taps the button with this text.
    #[track_caller]
    pub fn press(&mut self, words: &str) {
        let Some(at) = self.find(words) else {
            panic!("after {}: expected {words:?}, found {:?}", self.table.played().join(" "), self.texts());
        };
        self.tap(at);
    }

    /// Changes the view by the button.
    pub fn look(&mut self, view: &str) {
        self.press("Views");
        self.press(view);
    }

    /// The pixel of a point of the table, in the window.
    fn pixel(&mut self, point: Vec3) -> Option<Vec2> {
        let world = self.table.app.world_mut();
        let mut cameras = world.query_filtered::<(&Camera, &GlobalTransform), MainCamera>();
        let (camera, transform) = cameras.iter(world).next()?;
        camera.world_to_viewport(transform, point).ok()
    }

    /// The place under a pixel, and the cell that would be there without pieces.
    fn seen(&mut self, at: Vec2) -> (Option<Place>, Option<Cell>) {
        let pick = |In(at): In<Vec2>, picker: Picker| {
            let Some(ray) = picker.ray(at) else { return (None, None) };
            let ground = input::at_height(ray, 0.0).and_then(|point| picker.cell(point));
            (picker.along(ray).place, ground)
        };
        self.table.app.world_mut().run_system_cached_with(pick, at).unwrap()
    }

    /// A pixel where a place is visible, as a person sees it: the piece there, or the free part of
    /// its cell. A target of the held piece may also be covered.
    pub fn spot(&mut self, place: Place) -> Option<Vec2> {
        let targets: Vec<Place> = {
            let (selection, legal) = (self.table.get::<Selection>(), self.table.get::<LegalActions>());
            let cells = selection.targets(&legal.0).into_iter().filter_map(|(_, gesture)| gesture.to);
            cells.map(Place::Cell).collect()
        };
        let foot = self.table.get::<Places>().place(place, 0);
        let base = self.table.get::<PieceIndex>().at(place);
        let world = self.table.app.world();
        let height = base.map_or(0.0, |base| stacks::height(world, base));
        let mut points: Vec<Vec3> = Vec::new();
        for up in [0.5, 0.7, 0.9, 0.3, 0.1].into_iter().filter(|_| height > 0.0) {
            points.extend([0.0, -0.006, 0.006].map(|side| foot + Vec3::new(side, up * height, 0.0)));
        }
        for (x, z) in [(0.0, 0.0), (0.0, 0.5), (0.5, 0.0), (-0.5, 0.0), (0.0, -0.5), (0.7, 0.7), (-0.7, -0.7)] {
            points.push(foot + 0.016 * Vec3::new(x, 0.0, z));
        }
        points.into_iter().find_map(|point| {
            let at = self.pixel(point)?;
            let covered = self.table.get::<Panels>().cover(at);
            let (seen, ground) = self.seen(at);
            let behind = ground.map(Place::Cell) == Some(place) && targets.contains(&place);
            let is_other = seen.is_some_and(|seen| seen != place && targets.contains(&seen));
            (!covered && (seen == Some(place) || behind && !is_other)).then_some(at)
        })
    }

    /// The middle of the dice tray.
    pub fn tray(&mut self) -> Option<Vec2> {
        let middle = world(self.table.get::<Places>().tray());
        self.pixel(middle)
    }

    /// The pose of the camera.
    pub fn orbit(&mut self) -> Orbit {
        let world = self.table.app.world_mut();
        *world.query::<&Orbit>().single(world).unwrap()
    }

    pub fn selection(&self) -> Selection {
        self.table.get::<Selection>().clone()
    }

    /// Whether a person has to throw a die.
    pub fn throws(&self) -> bool {
        matches!(self.table.running().pending(), Pending::Throw { seat: Seat::Human, .. })
    }
}

const DIGITS: [KeyCode; 9] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];

/// Adds everything between the window's events and the table.
fn plug(app: &mut App, size: UVec2) {
    let mut window = bevy::window::Window::default();
    window.resolution.set_physical_resolution(size.x, size.y);
    app.add_plugins((
        AccessibilityPlugin,
        WindowPlugin { primary_window: Some(window), exit_condition: ExitCondition::DontExit, ..default() },
        InputPlugin,
    ))
    .add_plugins(DefaultPickingPlugins)
    .init_asset::<Shader>()
    .init_asset::<Image>()
    .add_plugins(EguiPlugin::default())
    .add_plugins((input::plugin, camera::window_plugin, ui::plugin))
    .init_resource::<Texts>()
    .add_systems(PreStartup, move |commands: Commands, egui: ResMut<EguiGlobalSettings>| spawn(commands, egui, size))
    .add_systems(First, project)
    .add_systems(PostUpdate, read.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput));
}

fn spawn(mut commands: Commands, mut egui: ResMut<EguiGlobalSettings>, size: UVec2) {
    let mut camera = Camera::default();
    camera.computed.target_info = Some(RenderTargetInfo { physical_size: size, scale_factor: 1.0 });
    let orbit = Orbit::framing(View::White, Places::default().outline(), 1.4);
    let pose = (orbit, CameraTarget(orbit), orbit.transform(), orbit.projection());
    commands.spawn((Camera3d::default(), camera.clone(), pose));
    egui.auto_create_primary_context = false;
    commands.spawn((PrimaryEguiContext, Camera2d, Camera { order: 2, ..camera }));
}

/// Computes the projections, as the renderer does.
fn project(mut cameras: Query<(&mut Camera, &mut Projection), With<Orbit>>) {
    for (mut camera, mut projection) in &mut cameras {
        let Some(size) = camera.logical_viewport_size() else { continue };
        projection.update(size.x, size.y);
        camera.computed.clip_from_view = projection.get_clip_from_view();
    }
}

fn read(outputs: Query<&EguiFullOutput>, mut texts: ResMut<Texts>) {
    for output in outputs.iter().filter_map(|output| output.0.as_ref()) {
        texts.0 = panel_text::texts(&output.shapes);
    }
}
