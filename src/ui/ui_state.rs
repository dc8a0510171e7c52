//! What the panels remember from frame to frame, and what they read and write in one.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{self, LayerId, Ui, UiBuilder};

use super::bookmarks;
use super::editor::{self, Draft};
use super::form::{Form, StartPosition};
use super::kept::{self, Kept};
use super::key_options::KeyChoice;
use super::library::{self, LibraryView};
use super::move_history::MoveHistory;
use super::pictures::Pictures;
use super::question::{self, Question};
use super::result_bar::ResultBar;
use super::{
    announcement, clipboard, evaluation_bar, graph, help, ledger, note, notification, options, panel, piece_card,
    result_bar, rules, start, theme,
};
use crate::engine::{DynGame, Info, Options, Place, Side};
use crate::play::{Match, Pending, Seat};
use crate::session::{
    Animating, Announcement, BotThought, FreeHands, InputMap, Intent, KeyCapture, MatchAnalysis, MatchProgress,
    MatchRecorder, Notification, Panels, PlayerCommand, ResetView, Seats, Selection, Session, Settings, Showing, ShownView,
    View, WakeUp,
};

/// What the panels remember from frame to frame.
#[derive(Resource, Default)]
pub struct UiState {
    /// The form for the next match.
    pub form: Form,
    /// Where the match on the table branched off another, if it did.
    pub branch: Option<StartPosition>,
    /// Whether the form is shown beside a match.
    pub form_open: bool,
    /// The position that is being set up, if the editor is open.
    pub editor: Option<Draft>,
    /// Whether a key or a button asked for what is on the clipboard.
    pub wants_paste: bool,
    /// Whether the position that is shown is to be copied.
    pub wants_copy: bool,
    /// What was on the clipboard then.
    pub pasted: Option<String>,
    /// The rules, if they are open.
    pub rules: Option<rules::RulesView>,
    /// Whether the list of keys is open.
    pub help: bool,
    /// Whether the options are open.
    pub options: bool,
    /// The command whose key is being chosen in the options.
    pub key_choice: KeyChoice,
    /// Whether the ledger of the dice is open.
    pub ledger: bool,
    /// The pictures of the games.
    pub pictures: Pictures,
    /// How many games stand side by side on the start screen.
    pub columns: usize,
    /// The game whose card was last scrolled into sight.
    pub scrolled_to: Option<&'static str>,
    /// Which page of a long list has the digits, from 0.
    pub page: usize,
    /// The matches that were played before.
    pub kept: Kept,
    /// The library.
    pub library: LibraryView,
    /// Whether the panel is folded away.
    pub folded: bool,
    /// Whether the bar that tells how the match has ended is shown.
    pub result_bar: ResultBar,
    /// What the user has to confirm.
    pub question: Option<Question>,
    /// The last notification.
    pub notification: Option<Notification>,
    /// The comment that is being typed.
    pub comment: bookmarks::Draft,
    /// The action that is being typed.
    pub typed: String,
    /// What the field for actions should do with the focus.
    pub typing: Typing,
    /// Whether what was typed has been submitted, and not been refused or carried out yet.
    pub submitted: bool,
    /// White's probability of winning when it was last known, for the evaluation bar.
    pub white_wins: Option<f64>,
    /// Whether the theme has been applied to the context.
    themed: bool,
}

/// What the field for actions should do with the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Typing {
    /// Nothing.
    #[default]
    AsItIs,
    /// Take it.
    Begin,
    /// Give it up.
    End,
}

impl UiState {
    /// Opens the form, filled in like the match on the table.
    pub fn open_form(&mut self, session: &Session) {
        match &session.showing {
            Showing::Nothing => return,
            Showing::Match(running) => {
                self.form = Form::like(running.setup());
                if running.record().header.commitment.is_some() {
                    // Without randomness the box stays empty, and ticking it says why.
                    let _ = self.form.prove(true);
                }
            }
            Showing::Replay(replay) => self.form = Form::like(replay.setup()),
        }
        self.form_open = true;
        self.kept.refresh();
    }

    /// Opens the form for a match that begins from this position of the match on the table.
    pub fn open_branch(&mut self, session: &Session, start: StartPosition) {
        self.open_form(session);
        self.form.start = Some(start);
    }

    /// Lets the form be about a match that begins from this position, of whatever game. Opens it if it is not, filled in like the match on
    /// the table.
    pub fn begin_from(&mut self, session: &Session, game: &dyn DynGame, words: &str) {
        if !self.form_open {
            self.open_form(session);
        }
        self.form.begin_from(game, words);
    }

    /// The game that the next match is of, with its options, as long as nothing else is chosen.
    pub fn next_game(&self, session: &Session) -> (&'static Info, Options) {
        match session.game().filter(|_| !self.form_open) {
            Some(game) => (game.info(), game.options().clone()),
            None => (self.form.info(), self.form.options().unwrap_or_default()),
        }
    }

    /// Closes the last message, and the topmost thing that is open; `false` if nothing was open.
    pub fn close(&mut self) -> bool {
        self.notification = None;
        self.question.take().is_some()
            || self.library.close()
            || std::mem::take(&mut self.kept.open)
            || std::mem::take(&mut self.help)
            || self.rules.take().is_some()
            || std::mem::take(&mut self.options)
            || std::mem::take(&mut self.ledger)
            || self.editor.take().is_some()
            || std::mem::take(&mut self.form_open)
    }
}

/// What the panels read and write in one frame.
pub struct UiContext<'a> {
    /// What is on the table.
    pub session: &'a Session,
    /// Its history.
    pub history: &'a MoveHistory,
    /// What the user is about to do.
    pub selection: &'a mut Selection,
    /// The settings.
    pub settings: &'a mut Settings,
    /// Where the players sit.
    pub seats: Seats,
    /// The view that the camera shows; `None` if it has been turned.
    pub shown_view: Option<View>,
    /// Whether the camera is to show the chosen view again.
    pub reset_view: bool,
    /// Whether a bot is thinking, a die is in the air, or a replay is playing.
    pub active: bool,
    /// Whether a replay is playing.
    pub running: bool,
    /// Whether hands are free to move what is on the table.
    pub free_hands: bool,
    /// Whether the table is still animating.
    pub animating: bool,
    /// What is announced over the table.
    pub announcement: Option<&'a str>,
    /// What the bot thinks that is thinking.
    pub thought: Option<BotThought>,
    /// What a search thinks of the match.
    pub analysis: &'a MatchAnalysis,
    /// Where matches are kept.
    pub recorder: &'a MatchRecorder,
    /// How another thread wakes the window.
    pub wake: &'a WakeUp,
    /// Commands to the match.
    pub commands: Vec<PlayerCommand>,
    /// Messages to the players.
    pub notifications: Vec<Notification>,
    /// The keys.
    pub keys: &'a InputMap,
    /// Whether the next key is to be bound to a command.
    pub capture: &'a mut KeyCapture,
}

/// The system parameters behind a [`UiContext`].
#[derive(SystemParam)]
pub struct UiParams<'w> {
    /// What is on the table.
    pub session: Res<'w, Session>,
    history: Res<'w, MoveHistory>,
    pace: Res<'w, MatchProgress>,
    hands: Res<'w, FreeHands>,
    analysis: Res<'w, MatchAnalysis>,
    recorder: Res<'w, MatchRecorder>,
    wake: Res<'w, WakeUp>,
    animating: Res<'w, Animating>,
    announcement: Res<'w, Announcement>,
    seats: Res<'w, Seats>,
    shown_view: Res<'w, ShownView>,
    resets: MessageWriter<'w, ResetView>,
    state: ResMut<'w, UiState>,
    selection: ResMut<'w, Selection>,
    settings: ResMut<'w, Settings>,
    commands: MessageWriter<'w, PlayerCommand>,
    notifications: MessageWriter<'w, Notification>,
    keys: Res<'w, InputMap>,
    capture: ResMut<'w, KeyCapture>,
}

impl UiParams<'_> {
    /// Runs `work` with the state and a context, then applies what it wrote.
    pub fn with_ui<T>(&mut self, work: impl FnOnce(&mut UiState, &mut UiContext) -> T) -> T {
        // Work on copies, so that merely drawing something does not mark it as changed.
        let (mut selection, mut settings) = (self.selection.clone(), self.settings.clone());
        let mut capture = self.capture.clone();
        let mut cx = UiContext {
            session: &self.session,
            history: &self.history,
            selection: &mut selection,
            settings: &mut settings,
            seats: *self.seats,
            shown_view: self.shown_view.0,
            reset_view: false,
            active: self.pace.active(),
            running: self.pace.running,
            free_hands: self.hands.0,
            animating: self.animating.0,
            announcement: self.announcement.words(),
            thought: self.pace.thought(),
            analysis: &self.analysis,
            recorder: &self.recorder,
            wake: &self.wake,
            commands: Vec::new(),
            notifications: Vec::new(),
            keys: &self.keys,
            capture: &mut capture,
        };
        let result = work(&mut self.state, &mut cx);
        let UiContext { commands, notifications, reset_view, .. } = cx;
        if reset_view {
            self.resets.write(ResetView);
        }
        self.commands.write_batch(commands);
        self.notifications.write_batch(notifications);
        self.selection.set_if_neq(selection);
        self.settings.set_if_neq(settings);
        self.capture.set_if_neq(capture);
        result
    }
}

impl UiContext<'_> {
    /// Points at a place, as a click on the table does.
    pub fn point(&mut self, place: Place) {
        let Some(running) = self.session.running() else { return };
        match self.selection.point(place, running.game(), self.history.gestures()) {
            Intent::Act(action) => self.commands.push(PlayerCommand::Act(action)),
            Intent::Refused(words) => self.notifications.push(words),
            Intent::Nothing | Intent::Changed => {}
        }
    }
}

/// Whether a person has to decide.
pub fn person_decides(running: &Match) -> bool {
    matches!(running.pending(), Pending::Decide { seat: Seat::Human, .. })
}

/// Windows open beside the panel if there is at least this width, logical pixels; else over it.
const WINDOW: f32 = 420.0;

/// Draws everything, and returns what it covers.
pub fn draw(ctx: &egui::Context, state: &mut UiState, cx: &mut UiContext) -> Panels {
    if !std::mem::replace(&mut state.themed, true) {
        theme::apply(ctx);
    }
    if ctx.zoom_factor() != cx.settings.text_scale() {
        ctx.set_zoom_factor(cx.settings.text_scale());
    }
    clipboard::carry_out(ctx, state, cx);
    let whole = ctx.viewport_rect();
    let builder = UiBuilder::new().layer_id(LayerId::background()).max_rect(whole);
    let mut root = Ui::new(ctx.clone(), "fairground".into(), builder);
    let covers_all = matches!(cx.session.showing, Showing::Nothing);
    // A choice that is due is made in the panel.
    let folded = state.folded && !covers_all && cx.selection.choices.is_empty();
    let panel = if folded { 0.0 } else { panel::WIDTH };
    let mut free = whole.with_max_x((whole.right() - panel).max(whole.left()));
    if covers_all {
        start::page(&mut root, state, cx);
    } else {
        if !folded {
            panel::show(&mut root, state, cx);
        }
        result_bar::show(&mut root, state, cx);
        free.max.y = root.available_rect_before_wrap().bottom();
        panel::fold_button(ctx, free, state);
    }
    let room = if covers_all || free.width() < WINDOW { whole } else { free };
    if !covers_all {
        evaluation_bar::show(&root, free, state, cx);
        note::watch(ctx, free, cx);
        piece_card::show(ctx, free, cx);
        notification::show(ctx, free, state, cx);
        start::window(ctx, room, state, cx);
        ledger::window(ctx, room, state, cx);
        graph::window(ctx, free, cx);
        announcement::show(ctx, free, cx);
    }
    editor::window(ctx, room, state, cx);
    rules::window(ctx, room, state);
    kept::window(ctx, room, state, cx);
    library::window(ctx, room, state, cx);
    question::window(ctx, room, state, cx);
    options::window(ctx, room, state, cx);
    help::window(ctx, room, state, cx);
    let pointer = ctx.input(|input| input.pointer.latest_pos());
    let over = pointer.is_some_and(|at| {
        !free.contains(at) || ctx.layer_id_at(at).is_some_and(|layer| layer.order != egui::Order::Background)
    });
    let panels =
        if covers_all { [whole; 2] } else { [whole.with_min_x(free.right()), whole.with_min_y(free.bottom())] };
    let zoom = ctx.zoom_factor();
    Panels {
        right: panel * zoom,
        bottom: (whole.bottom() - free.bottom()) * zoom,
        covered: panels.into_iter().chain(windows(ctx)).map(|rect| in_window(rect, zoom)).collect(),
        pointer: covers_all || over || ctx.egui_is_using_pointer(),
        keyboard: ctx.egui_wants_keyboard_input(),
    }
}

/// Where windows, lists and the like are that take clicks, in points.
fn windows(ctx: &egui::Context) -> Vec<egui::Rect> {
    let layers: Vec<_> = ctx.memory(|memory| {
        let shown = memory.layer_ids().filter(|layer| memory.areas().is_visible(layer));
        shown.filter(|layer| layer.order != egui::Order::Background).collect()
    });
    let areas = layers.into_iter().filter_map(|layer| egui::AreaState::load(ctx, layer.id));
    areas.filter(|area| area.interactable).map(|area| area.rect()).collect()
}

/// From points to logical pixels.
fn in_window(rect: egui::Rect, zoom: f32) -> bevy::math::Rect {
    let corner = |at: egui::Pos2| Vec2::new(at.x, at.y) * zoom;
    bevy::math::Rect::from_corners(corner(rect.min), corner(rect.max))
}
