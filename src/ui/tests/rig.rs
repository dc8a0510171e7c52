//! A test rig for the panels, without a window.

use std::path::Path;

use bevy::ecs::system::SystemState;
use bevy::input::InputPlugin;
use bevy::prelude::{App, Entity, Message, Messages, MinimalPlugins, World};
use bevy::window::FileDragAndDrop;
use bevy_egui::egui::{self, FontFamily, Order, Pos2, RawInput, Rect, Shape, Vec2, vec2};
use bevy_egui::{EguiContext, EguiPrimaryContextPass, EguiUserTextures, PrimaryEguiContext};

use crate::engine::Cell;
use crate::games;
use crate::play::{Clock, Dice, Match, Seat, Setup};
use crate::session::{
    self, AnnotationColour, Announcement, BotThought, CommandRequest, CurrentRoom, EngineLines, FilmCommand, FilmJob,
    FreeHands, InputCommand, InputMap, KeyCapture, KeyInput, LegalActions, MatchProgress, MatchRecorder, Notification,
    Panels, PlayerCommand, Pointing, RoomCommand, Selection, Session, Settings,
};
use crate::ui::export::PendingExport;
use crate::ui::keyboard::keys;
use crate::ui::library::LibraryView;
use crate::ui::move_history::MoveHistory;
use crate::ui::panel::controls::FocusChange;
use crate::ui::panel::panel_state::PanelState;
use crate::ui::screen;
use crate::ui::shell::clipboard::Clipboard;
use crate::ui::shell::ui_state::{UiState, asks};
use crate::ui::state::frame::FrameState;
use crate::ui::state::kept_matches::KeptMatches;
use crate::ui::state::learning_view::LearningView;
use crate::ui::state::messages;
use crate::ui::state::new_match::NewMatch;
use crate::ui::state::online_form::OnlineForm;
use crate::ui::state::position_draft::OpenEditor;
use crate::ui::state::rules_view::OpenRules;
use crate::ui::state::text_view::TextView;
use crate::ui::windows::film::FilmWindow;
use crate::ui::windows::help::HelpWindow;
use crate::ui::windows::ledger::LedgerWindow;
use crate::ui::windows::options::OptionsWindow;

/// Window sizes, logical pixels, each with a text size, per cent.
pub(in crate::ui) const SCREENS: [(Vec2, u16); 5] = [
    (vec2(1024.0, 640.0), 100),
    (vec2(3840.0, 2160.0), 100),
    (vec2(1024.0, 640.0), 150),
    (vec2(1024.0, 640.0), 200),
    (vec2(3840.0, 2160.0), 200),
];

/// The states of the panels.
#[derive(Default)]
pub(in crate::ui) struct States {
    pub(in crate::ui) new_match: NewMatch,
    pub(in crate::ui) kept: KeptMatches,
    pub(in crate::ui) online: OnlineForm,
    pub(in crate::ui) library: LibraryView,
    pub(in crate::ui) learning: LearningView,
    pub(in crate::ui) editor: OpenEditor,
    pub(in crate::ui) rules: OpenRules,
    pub(in crate::ui) help: HelpWindow,
    pub(in crate::ui) options: OptionsWindow,
    pub(in crate::ui) ledger: LedgerWindow,
    pub(in crate::ui) film: FilmWindow,
    pub(in crate::ui) text: TextView,
    pub(in crate::ui) panel: PanelState,
    pub(in crate::ui) messages: messages::UiMessages,
    pub(in crate::ui) clipboard: Clipboard,
    pub(in crate::ui) export: PendingExport,
    pub(in crate::ui) frame: FrameState,
}

/// The panels without a window. Their resources are here, and in the app only while it runs.
#[derive(Default)]
pub(in crate::ui) struct Rig {
    app: App,
    pub(in crate::ui) ctx: egui::Context,
    /// The window's size, points.
    pub(in crate::ui) size: Vec2,
    pub(in crate::ui) state: States,
    pub(in crate::ui) session: Session,
    pub(in crate::ui) history: MoveHistory,
    pub(in crate::ui) selection: Selection,
    pub(in crate::ui) settings: Settings,
    pub(in crate::ui) free_hands: bool,
    pub(in crate::ui) capture: KeyCapture,
    pub(in crate::ui) engine: EngineLines,
    pub(in crate::ui) recorder: MatchRecorder,
    pub(in crate::ui) room: CurrentRoom,
    pub(in crate::ui) room_commands: Vec<RoomCommand>,
    pub(in crate::ui) film_commands: Vec<FilmCommand>,
    pub(in crate::ui) film_job: FilmJob,
    pub(in crate::ui) announcement: Option<&'static str>,
    pub(in crate::ui) thought: Option<BotThought>,
    pub(in crate::ui) commands: Vec<PlayerCommand>,
    pub(in crate::ui) notifications: Vec<Notification>,
    pub(in crate::ui) requests: Vec<InputCommand>,
    pub(in crate::ui) pointing: Pointing,
    /// Whether a replay is playing.
    pub(in crate::ui) running: bool,
    /// Whether the match is paused.
    pub(in crate::ui) paused: bool,
    /// The text that was copied last.
    pub(in crate::ui) copied: Option<String>,
    /// All texts of the last frame.
    pub(in crate::ui) texts: Vec<Text>,
    /// The accessibility tree of the last frame, if the context makes one.
    pub(in crate::ui) tree: Option<egui::accesskit::TreeUpdate>,
    /// The folder of the library's index.
    _index: Option<tempfile::TempDir>,
}

/// A drawn text.
pub(in crate::ui) struct Text {
    words: String,
    /// Its bounding box.
    rect: Rect,
    /// The visible part of `rect`.
    seen: Rect,
    /// Whether it is code, which scrolls sideways.
    code: bool,
}

fn collect(shape: &Shape, clip: Rect, texts: &mut Vec<Text>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, texts)),
        Shape::Text(text) => {
            let rect = text.visual_bounding_rect();
            let words = text.galley.text().to_string();
            let code = text.galley.job.sections.iter().all(|part| part.format.font_id.family == FontFamily::Monospace);
            texts.push(Text { words, rect, seen: rect.intersect(clip), code });
        }
        _ => {}
    }
}

/// An app with the panels and an egui context.
pub(in crate::ui) fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, InputPlugin))
        .init_resource::<EguiUserTextures>()
        .add_plugins((session::plugin, crate::ui::plugin));
    app.world_mut().spawn((EguiContext::default(), PrimaryEguiContext));
    app
}

/// The egui context of the app.
pub(in crate::ui) fn context(world: &mut World) -> egui::Context {
    world.query::<&mut EguiContext>().single_mut(world).unwrap().get_mut().clone()
}

fn drain<M: Message>(world: &mut World) -> Vec<M> {
    world.resource_mut::<Messages<M>>().drain().collect()
}

impl Rig {
    pub(in crate::ui) fn new((window, text_size): (Vec2, u16), session: Session) -> Rig {
        let settings = Settings { text_size: Some(text_size), ..Settings::default() };
        let size = window / settings.text_scale(window);
        let (index, mut state) = (tempfile::tempdir().unwrap(), States::default());
        state.learning.record.index = Some(index.path().join("index.sqlite"));
        let mut app = app();
        let ctx = context(app.world_mut());
        Rig { app, ctx, size, state, session, settings, _index: Some(index), ..Rig::default() }
    }

    /// Exchanges the resources with those of the app.
    fn exchange(&mut self) {
        let (state, world) = (&mut self.state, self.app.world_mut());
        macro_rules! exchange {
            ($($own:expr),+) => { $(std::mem::swap(&mut $own, &mut *world.resource_mut());)+ };
        }
        exchange!(state.new_match, state.kept, state.online, state.library, state.learning, state.editor);
        exchange!(state.rules, state.help, state.options, state.ledger, state.film, state.text, state.panel);
        exchange!(state.messages, state.clipboard, state.export, state.frame);
        exchange!(self.session, self.history, self.selection, self.settings, self.capture, self.engine);
        exchange!(self.recorder, self.room, self.film_job, self.pointing);
    }

    /// Runs a part of the app, and collects its messages.
    fn run<T>(&mut self, part: impl FnOnce(&mut World) -> T) -> T {
        self.history.update(&self.session);
        let legal = match self.session.exercise() {
            Some(exercise) => exercise.allowed(),
            None => self.session.running().map(|running| running.game().gestures()).unwrap_or_default(),
        };
        let keys = InputMap::of(&self.settings.keys);
        self.exchange();
        let world = self.app.world_mut();
        world.insert_resource(LegalActions(legal));
        world.insert_resource(keys);
        world.insert_resource(FreeHands(self.free_hands));
        world.insert_resource(self.announcement.map(Announcement::of).unwrap_or_default());
        let mut progress = world.resource_mut::<MatchProgress>();
        (progress.replay_playing, progress.paused) = (self.running, self.paused);
        if let Some(thought) = self.thought.clone() {
            progress.think(thought);
        }
        let result = part(world);
        self.commands.extend(drain(world));
        self.room_commands.extend(drain(world));
        self.film_commands.extend(drain(world));
        self.notifications.extend(drain(world));
        self.requests.extend(drain(world).into_iter().map(|CommandRequest(command)| command));
        self.exchange();
        result
    }

    pub(in crate::ui) fn frame(&mut self, events: Vec<egui::Event>) -> Panels {
        let input =
            RawInput { screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)), events, ..RawInput::default() };
        let ctx = self.ctx.clone();
        let output = self.run(|world| ctx.run_ui(input, |_| world.run_schedule(EguiPrimaryContextPass)));
        self.texts.clear();
        for clipped in &output.shapes {
            collect(&clipped.shape, clipped.clip_rect, &mut self.texts);
        }
        for command in &output.platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                self.copied = Some(text.clone());
            }
        }
        self.tree.clone_from(&output.platform_output.accesskit_update);
        output.drop_without_applying_deltas();
        self.app.world().resource::<Panels>().clone()
    }

    /// Carries out a key's command.
    pub(in crate::ui) fn key(&mut self, command: InputCommand) {
        self.run(|world| {
            world.write_message(KeyInput::Command(command, AnnotationColour::Plain));
            world.run_system_cached(keys::press).unwrap();
        });
    }

    /// Drops a file on the window.
    pub(in crate::ui) fn drop_file(&mut self, file: &Path) {
        let window = Entity::PLACEHOLDER;
        self.app.world_mut().write_message(FileDragAndDrop::DroppedFile { window, path_buf: file.to_path_buf() });
    }

    /// Closes the topmost window; `false` if none was open.
    pub(in crate::ui) fn close(&mut self) -> bool {
        self.run(|world| SystemState::<UiState>::new(world).get_mut(world).unwrap().close())
    }

    /// Whether a question is open in a window.
    pub(in crate::ui) fn asks(&self) -> bool {
        asks(&self.state.messages, &self.state.library, &self.state.kept)
    }

    /// The nodes of the accessibility tree.
    pub(in crate::ui) fn nodes(&self) -> &[(egui::accesskit::NodeId, egui::accesskit::Node)] {
        self.tree.as_ref().map(|tree| &tree.nodes[..]).unwrap_or_default()
    }

    /// Draws a few frames, because sizes are not known in the first ones, and checks that nothing
    /// sticks out.
    pub(in crate::ui) fn check(&mut self, what: &str) {
        for _ in 0..4 {
            self.frame(Vec::new());
        }
        // Edges are rounded to pixels.
        let screen = Rect::from_min_size(Pos2::ZERO, self.size).expand(0.7);
        let covered = self.session.is_empty();
        let whole = Rect::from_min_size(Pos2::ZERO, self.size);
        let (panel, bar) = match self.state.panel.folded || screen::is_below(whole) {
            true => (screen, screen),
            false => {
                let panel = screen.with_min_x(self.size.x - self.panel_width() - 0.5);
                (panel, screen.with_max_x(panel.left() + 1.0))
            }
        };
        let mut seen = 0;
        self.ctx.viewport(|viewport| {
            for (layer, widgets) in viewport.prev_pass.widgets.layers() {
                for widget in widgets {
                    let room = match layer.order {
                        Order::Background if !covered && widget.rect.left() < bar.right() - 1.0 => bar,
                        Order::Background if !covered => panel,
                        Order::Background => screen,
                        // The resize corners of windows stick out.
                        _ => screen.expand(10.0),
                    };
                    let across = widget.rect.x_range();
                    let inside = across.min >= room.left() && across.max <= room.right();
                    // The roots of the drawing are not widgets.
                    let root = !widget.rect.is_positive() || (widget.rect.size() - self.size).length() < 1.0;
                    // Plain text is checked below; code in the rules is wider.
                    let code = layer.order != Order::Background && widget.sense == egui::Sense::empty();
                    let wide: Vec<_> =
                        widgets.iter().map(|own| own.rect).filter(|own| own.right() > room.right() - 14.0).collect();
                    assert!(inside || root || code, "{what}, {layer:?}: {:?} leaves {room:?}: {wide:?}", widget.rect);
                    seen += 1;
                }
            }
        });
        assert!(seen > 10, "{what}: {seen} widgets");
        // Diagrams in the rules scroll sideways, like code.
        let rules = self.state.rules.is_some();
        for Text { words, rect, code, seen } in self.texts.iter().filter(|text| text.rect.is_positive()) {
            let inside = screen.x_range().contains(rect.left()) && screen.x_range().contains(rect.right());
            assert!(*code || inside || rules && seen != rect, "{what}: {words}");
        }
    }

    /// The width of the panel, points.
    pub(in crate::ui) fn panel_width(&self) -> f32 {
        screen::width(Rect::from_min_size(Pos2::ZERO, self.size))
    }

    /// The rectangles of everything clickable and fully visible behind windows.
    pub(in crate::ui) fn clickable(&self) -> Vec<Rect> {
        self.ctx.viewport(|viewport| {
            let mut found = Vec::new();
            for (layer, widgets) in viewport.prev_pass.widgets.layers() {
                let background = layer.order == Order::Background;
                let clicked = widgets.iter().filter(|widget| background && widget.sense.senses_click());
                let whole = clicked.filter(|widget| widget.interact_rect.expand(1.0).contains_rect(widget.rect));
                found.extend(whole.map(|widget| widget.rect));
            }
            found
        })
    }

    /// The position of a visible text that contains `words`.
    pub(in crate::ui) fn find(&self, words: &str) -> Option<Pos2> {
        let found = self.texts.iter().find(|text| text.words.contains(words) && text.seen.is_positive());
        found.map(|text| text.seen.center())
    }

    /// The position of the visible text `words`.
    pub(in crate::ui) fn position_of(&self, words: &str) -> Option<Pos2> {
        let found = self.texts.iter().find(|text| text.words == words && text.seen.is_positive());
        found.map(|text| text.seen.center())
    }

    /// The positions of all visible texts equal to `words`.
    pub(in crate::ui) fn all_of(&self, words: &str) -> Vec<Pos2> {
        let found = self.texts.iter().filter(|text| text.words == words && text.seen.is_positive());
        found.map(|text| text.seen.center()).collect()
    }

    /// Whether a text with `words` is visible, now or after scrolling down in the middle of the
    /// window.
    pub(in crate::ui) fn reach(&mut self, words: &str) -> bool {
        self.frame(vec![egui::Event::PointerMoved((self.size / 2.0).to_pos2())]);
        self.scroll_to(words)
    }

    /// Whether a text with `words` is visible, now or after scrolling down under the pointer.
    pub(in crate::ui) fn scroll_to(&mut self, words: &str) -> bool {
        for _ in 0..60 {
            self.settle(words);
            if self.find(words).is_some() {
                return true;
            }
            self.frame(vec![egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: vec2(0.0, -60.0),
                phase: egui::TouchPhase::Move,
                modifiers: egui::Modifiers::NONE,
            }]);
        }
        false
    }

    /// Draws frames until the text stays in place, because egui spreads wheel motion over several
    /// frames.
    fn settle(&mut self, words: &str) {
        let mut last = self.find(words);
        for _ in 0..20 {
            self.frame(Vec::new());
            let at = self.find(words);
            if at == last {
                return;
            }
            last = at;
        }
    }

    /// Whether a text with `words` is visible, now or after scrolling the panel down.
    pub(in crate::ui) fn reach_in_panel(&mut self, words: &str) -> bool {
        let at = Pos2::new(self.size.x - 100.0, self.size.y / 2.0);
        self.frame(vec![egui::Event::PointerMoved(at)]);
        self.scroll_to(words)
    }

    /// All fully visible texts, with their rectangles.
    pub(in crate::ui) fn visible(&self) -> Vec<(&str, Rect)> {
        let whole = self.texts.iter().filter(|text| text.rect.is_positive() && text.seen == text.rect);
        whole.map(|text| (text.words.as_str(), text.rect)).collect()
    }

    /// All texts, scrolled into view or not.
    pub(in crate::ui) fn all_texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|text| text.words.as_str())
    }

    /// All texts that are at least partly visible.
    pub(in crate::ui) fn seen(&self) -> Vec<&str> {
        self.texts.iter().filter(|text| text.seen.is_positive()).map(|text| text.words.as_str()).collect()
    }

    /// Replaces the text in the move field, and presses Enter.
    pub(in crate::ui) fn type_action(&mut self, text: &str) {
        self.state.panel.move_field.text.clear();
        self.frame(Vec::new());
        self.state.panel.move_field.focus_change = FocusChange::Focus;
        self.frame(Vec::new());
        self.frame(vec![egui::Event::Text(text.into())]);
        self.frame(vec![egui::Event::Key {
            key: egui::Key::Enter,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: egui::Modifiers::NONE,
        }]);
    }

    pub(in crate::ui) fn click(&mut self, label: &str) {
        self.frame(Vec::new());
        self.frame(Vec::new());
        self.frame(Vec::new());
        self.click_at(self.find(label).unwrap_or_else(|| panic!("nothing says {label}")));
    }

    pub(in crate::ui) fn click_at(&mut self, at: Pos2) {
        self.frame(vec![egui::Event::PointerMoved(at)]);
        self.press(at, 1);
    }

    /// Presses the button at the pointer for this many frames, at least one.
    pub(in crate::ui) fn press(&mut self, at: Pos2, frames: usize) {
        let button = |pressed| egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        self.frame(vec![button(true)]);
        for _ in 1..frames {
            self.frame(Vec::new());
        }
        self.frame(vec![button(false)]);
    }
}

pub(in crate::ui) fn setup(id: &str) -> Setup {
    let second = std::time::Duration::from_secs(1);
    Setup {
        dice: Dice::Instant,
        clock: Some(Clock { start: 3600 * second, increment: second }),
        ..Setup::new(games::info(id).unwrap(), [Seat::Human; 2], 7)
    }
}

/// A match of a game after `decisions` decisions.
pub(in crate::ui) fn played(id: &str, decisions: usize) -> Match {
    let mut running = Match::new(setup(id)).unwrap();
    for step in 0..decisions {
        while let Some(roll) = running.throw(None) {
            running.apply_roll(&roll).unwrap();
        }
        let actions = running.game().actions();
        let Some(action) = actions.get(step * 7919 % actions.len().max(1)) else { break };
        running.act(action).unwrap();
    }
    running
}

pub(in crate::ui) fn long_told() -> Notification {
    Notification {
        text: "A sentence that goes on for longer than any line of the panel has room for, with averyveryverylongwordindeed".into(),
        rule: Some("whack.md, Check".into()),
        cells: vec![Cell(0)],
        action: None,
    }
}

/// A person's first match of a game.
pub(in crate::ui) fn first_match(screen: (Vec2, u16), id: &str) -> Rig {
    Rig::new(screen, Session::from(played(id, 0)))
}
