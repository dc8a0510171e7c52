//! A server, and windows without a screen.

use std::time::{Duration, Instant};

use bevy::input::InputPlugin;
use bevy::prelude::*;
use bevy_egui::egui::{self, Pos2, RawInput, Rect, Shape};
use bevy_egui::{EguiContext, EguiPrimaryContextPass, EguiUserTextures, PrimaryEguiContext};
use fairground::engine::Side;
use fairground::play::{Match, Seat};
use fairground::rooms::CreateRoom;
use fairground::server::{Server, ServerConfig};
use fairground::session::{
    self, CurrentRoom, KeptRooms, MatchRecorder, Notification, PlayerCommand, RoomCommand, Session, Settings,
};
use fairground::{games, ui};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// Timeout of a step of a test.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server in its own folder.
pub struct Host {
    runtime: Runtime,
    server: Option<Server>,
    folder: TempDir,
}

impl Host {
    pub fn start() -> Host {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let mut host = Host { runtime, server: None, folder: tempfile::tempdir().unwrap() };
        host.listen("127.0.0.1:0");
        host
    }

    pub fn listen(&mut self, address: &str) {
        let config = ServerConfig::at(address.parse().unwrap());
        let folder = self.folder.path().to_path_buf();
        self.server = Some(self.runtime.block_on(Server::in_folder(config, folder)).unwrap());
    }

    pub fn link(&self) -> String {
        self.server.as_ref().unwrap().link().to_string()
    }

    /// Stops the server, and returns its address.
    pub fn stop(&mut self) -> String {
        let server = self.server.take().unwrap();
        let address = server.address().to_string();
        self.runtime.block_on(server.stop());
        address
    }
}

/// A window without a screen.
pub struct Window {
    pub app: App,
    pub texts: Vec<String>,
    /// The positions of the texts.
    places: Vec<Pos2>,
    /// The pointer events of the next frame.
    pointer: Vec<egui::Event>,
    pub told: Vec<Notification>,
    pub folder: TempDir,
}

impl Window {
    pub fn open(name: &str) -> Window {
        Window::open_in(name, tempfile::tempdir().unwrap())
    }

    /// Opens a window with the user's files in this folder.
    pub fn open_in(name: &str, folder: TempDir) -> Window {
        let notes_read = games::ALL.iter().map(|info| info.id.to_string()).collect();
        let (kept, error) = KeptRooms::open(&folder.path().join("seats.json"));
        assert_eq!(error, None);
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin))
            .init_resource::<EguiUserTextures>()
            .add_plugins((session::plugin, ui::plugin))
            .insert_resource(Settings { notes_read, player_name: name.to_string(), ..default() })
            .insert_resource(MatchRecorder::new(None, Some(folder.path().join("matches"))))
            .insert_resource(kept);
        app.world_mut().spawn((EguiContext::default(), PrimaryEguiContext));
        app.finish();
        app.cleanup();
        Window { app, texts: Vec::new(), places: Vec::new(), pointer: Vec::new(), told: Vec::new(), folder }
    }

    pub fn frame(&mut self) {
        self.app.update();
        let world = self.app.world_mut();
        let ctx = world.query::<&mut EguiContext>().single_mut(world).unwrap().get_mut().clone();
        let screen = Rect::from_min_size(Pos2::ZERO, egui::vec2(1280.0, 900.0));
        let events = std::mem::take(&mut self.pointer);
        let input = RawInput { screen_rect: Some(screen), events, ..RawInput::default() };
        let output = ctx.run_ui(input, |_| world.run_schedule(EguiPrimaryContextPass));
        let mut found = Vec::new();
        for clipped in &output.shapes {
            collect(&clipped.shape, &mut found);
        }
        (self.texts, self.places) = found.into_iter().unzip();
        output.drop_without_applying_deltas();
        self.told.extend(self.app.world_mut().resource_mut::<Messages<Notification>>().drain());
    }

    pub fn get<R: Resource>(&self) -> &R {
        self.app.world().resource::<R>()
    }

    pub fn room(&mut self, command: RoomCommand) {
        self.app.world_mut().write_message(command);
    }

    pub fn command(&mut self, command: PlayerCommand) {
        self.app.world_mut().write_message(command);
    }

    pub fn act(&mut self, action: &str) {
        self.command(PlayerCommand::Act(action.into()));
    }

    pub fn playing(&self) -> Option<&Match> {
        self.get::<CurrentRoom>().on_table()?;
        self.get::<Session>().live_match()
    }

    pub fn played(&self) -> Vec<String> {
        self.playing()
            .map(|running| running.game().played().iter().map(ToString::to_string).collect())
            .unwrap_or_default()
    }

    pub fn says(&self, words: &str) -> bool {
        self.texts.iter().any(|text| text.contains(words))
    }

    pub fn was_told(&self, words: &str) -> bool {
        self.told.iter().any(|told| told.text.contains(words))
    }

    /// Clicks the widget with these words.
    #[track_caller]
    pub fn click(&mut self, words: &str) {
        // The layout is known from the second frame on.
        self.frame();
        self.frame();
        let found = self.texts.iter().position(|text| text == words);
        let at = self.places[found.unwrap_or_else(|| panic!("nothing says {words}: {:?}", self.texts))];
        let button = |pressed| egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        for event in [egui::Event::PointerMoved(at), button(true), button(false)] {
            self.pointer.push(event);
            self.frame();
        }
    }

    pub fn waits_for_user(&self) -> bool {
        let idle = self.get::<CurrentRoom>().on_table().is_some_and(session::Joined::may_act);
        idle && self.playing().is_some_and(session::waits_for_user)
    }
}

fn collect(shape: &Shape, texts: &mut Vec<(String, Pos2)>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, texts)),
        Shape::Text(text) => texts.push((text.galley.text().to_string(), text.visual_bounding_rect().center())),
        _ => {}
    }
}

/// Draws all windows until `done` returns `true`.
#[track_caller]
pub fn until(windows: &mut [&mut Window], what: &str, done: impl Fn(&[&mut Window]) -> bool) {
    let begun = Instant::now();
    loop {
        windows.iter_mut().for_each(|window| window.frame());
        if done(windows) {
            return;
        }
        if begun.elapsed() > PATIENCE {
            let seen: Vec<_> = windows.iter().map(|window| (&window.texts, &window.told, window.played())).collect();
            panic!("{what}: {seen:#?}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// One window makes a room of a game, and the other joins it.
pub fn begin(host: &Host, room: CreateRoom) -> [Window; 2] {
    let [mut ada, mut bo] = ["Ada", "Bo"].map(Window::open);
    ada.room(RoomCommand::Create { server: host.link(), room: Box::new(room), side: Side::White });
    until(&mut [&mut ada], "the room", |windows| windows[0].says("Copy the invitation"));
    assert!(ada.says("You play") && ada.says("Waiting for your opponent"), "{:?}", ada.texts);
    let link = ada.get::<CurrentRoom>().joined().unwrap().invitation().unwrap().clone();
    assert!(ada.says(&link.to_string()), "the link can be read, too: {:?}", ada.texts);
    bo.room(RoomCommand::Join(link));
    until(&mut [&mut ada, &mut bo], "the beginning", |windows| {
        windows.iter().all(|window| window.playing().is_some() && window.says("Ada") && window.says("Bo"))
    });
    [ada, bo]
}

pub fn seat_of(window: &Window, side: Side) -> Seat {
    window.playing().unwrap().setup().seats[side.index()]
}
