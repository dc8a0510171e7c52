//! What the panels remember from frame to frame, and what they are lent for one.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{self, LayerId, Ui, UiBuilder};

use super::form::Form;
use super::move_history::MoveHistory;
use super::pictures::Pictures;
use super::{help, note, options, panel, rules, start, theme};
use crate::engine::{Place, Side};
use crate::play::{Match, Pending, Seat};
use crate::session::{
    Intent, MatchProgress, Notification, Panels, PlayerCommand, Selection, Session, Settings, Showing,
};

/// What the panels remember.
#[derive(Resource, Default)]
pub struct UiState {
    /// What the next match is to be.
    pub form: Form,
    /// Whether the form is shown beside a match.
    pub form_open: bool,
    /// The rules, if they are open.
    pub rules: Option<rules::Reading>,
    /// Whether the list of keys is open.
    pub help: bool,
    /// Whether the options are open.
    pub options: bool,
    /// The pictures of the games.
    pub pictures: Pictures,
    /// How many games stand side by side on the start screen.
    pub columns: usize,
    /// The game whose card was last brought into sight.
    pub in_sight: Option<&'static str>,
    /// Which nine of a long list have the digits, from 0.
    pub page: usize,
    /// Who wants to give up, and has to say so again.
    pub resigning: Option<Side>,
    /// The last words for the players.
    pub said: Option<Notification>,
    /// The action that is being typed.
    pub typed: String,
    /// Whether the keyboard asks for the field in which actions are typed.
    pub typing_wanted: bool,
    /// Whether the context has its colours.
    themed: bool,
}

impl UiState {
    /// Opens the form, filled in as the match on the table was begun.
    pub fn open_form(&mut self, session: &Session) {
        match &session.showing {
            Showing::Nothing => return,
            Showing::Match(running) => self.form = Form::like(running.setup()),
            Showing::Replay(replay) => self.form = Form::like(replay.setup()),
        }
        self.form_open = true;
    }

    /// Closes the topmost thing that is open; `false` if nothing was.
    pub fn close(&mut self) -> bool {
        self.resigning.take().is_some()
            || std::mem::take(&mut self.help)
            || self.rules.take().is_some()
            || std::mem::take(&mut self.options)
            || std::mem::take(&mut self.form_open)
    }
}

/// What the panels show, and what people do with it in one frame.
pub struct Stage<'a> {
    /// What is on the table.
    pub session: &'a Session,
    /// How it came to that.
    pub course: &'a MoveHistory,
    /// What a person is about to do.
    pub hand: &'a mut Selection,
    /// How things are shown.
    pub settings: &'a mut Settings,
    /// Whether a bot is thinking, a die is in the air, or a replay is running.
    pub active: bool,
    /// Whether a replay is running.
    pub running: bool,
    /// What was asked for.
    pub asks: Vec<PlayerCommand>,
    /// What is to be told.
    pub told: Vec<Notification>,
}

/// What a [`Stage`] is made of, and where goes what people do with it.
#[derive(SystemParam)]
pub struct UiParams<'w> {
    /// What is on the table.
    pub session: Res<'w, Session>,
    course: Res<'w, MoveHistory>,
    pace: Res<'w, MatchProgress>,
    desk: ResMut<'w, UiState>,
    hand: ResMut<'w, Selection>,
    settings: ResMut<'w, Settings>,
    asks: MessageWriter<'w, PlayerCommand>,
    told: MessageWriter<'w, Notification>,
}

impl UiParams<'_> {
    /// Lends everything for some work, and then hands on what was asked for, told and changed.
    pub fn with_ui<T>(&mut self, work: impl FnOnce(&mut UiState, &mut Stage) -> T) -> T {
        // Copies, so that what is merely shown does not count as changed.
        let (mut hand, mut settings) = (self.hand.clone(), self.settings.clone());
        let mut stage = Stage {
            session: &self.session,
            course: &self.course,
            hand: &mut hand,
            settings: &mut settings,
            active: self.pace.active(),
            running: self.pace.running,
            asks: Vec::new(),
            told: Vec::new(),
        };
        let result = work(&mut self.desk, &mut stage);
        let Stage { asks, told, .. } = stage;
        self.asks.write_batch(asks);
        self.told.write_batch(told);
        self.hand.set_if_neq(hand);
        self.settings.set_if_neq(settings);
        result
    }
}

impl Stage<'_> {
    /// Points at a place, as a click on the table does.
    pub fn point(&mut self, place: Place) {
        let Some(running) = self.session.running() else { return };
        match self.hand.point(place, running.game(), self.course.gestures()) {
            Intent::Act(action) => self.asks.push(PlayerCommand::Act(action)),
            Intent::Refused(words) => self.told.push(words),
            Intent::Nothing | Intent::Changed => {}
        }
    }
}

/// The person who speaks for himself now: the one whose turn it is, or the only one.
pub fn speaker(running: &Match) -> Option<Side> {
    let human = |side: &Side| running.setup().seats[side.index()] == Seat::Human;
    if running.outcome().is_some() {
        return None;
    }
    running.due().side().filter(human).or_else(|| Side::BOTH.into_iter().find(human))
}

/// Whether a person has to decide.
pub fn person_decides(running: &Match) -> bool {
    matches!(running.due(), Pending::Decide { seat: Seat::Human, .. })
}

/// Windows lie beside the panel where they have at least this width there, logical pixels; else over it.
const WINDOW: f32 = 420.0;

/// Draws everything; what it covers.
pub fn draw(ctx: &egui::Context, desk: &mut UiState, stage: &mut Stage) -> Panels {
    if !std::mem::replace(&mut desk.themed, true) {
        theme::apply(ctx);
    }
    if ctx.zoom_factor() != stage.settings.text_scale() {
        ctx.set_zoom_factor(stage.settings.text_scale());
    }
    let whole = ctx.viewport_rect();
    let builder = UiBuilder::new().layer_id(LayerId::background()).max_rect(whole);
    let mut root = Ui::new(ctx.clone(), "fairground".into(), builder);
    let free = whole.with_max_x((whole.right() - panel::WIDTH).max(whole.left()));
    let covers_all = matches!(stage.session.showing, Showing::Nothing);
    let room = if covers_all || free.width() < WINDOW { whole } else { free };
    if covers_all {
        start::page(&mut root, desk, stage);
    } else {
        panel::show(&mut root, desk, stage);
        note::watch(ctx, free, stage);
        start::window(ctx, room, desk, stage);
    }
    rules::window(ctx, room, desk);
    options::window(ctx, room, desk, stage);
    help::window(ctx, room, desk);
    let pointer = ctx.input(|input| input.pointer.latest_pos());
    let over = pointer.is_some_and(|at| {
        !free.contains(at) || ctx.layer_id_at(at).is_some_and(|layer| layer.order != egui::Order::Background)
    });
    Panels {
        right: panel::WIDTH * ctx.zoom_factor(),
        pointer: covers_all || over || ctx.egui_is_using_pointer(),
        keyboard: ctx.egui_wants_keyboard_input(),
    }
}
