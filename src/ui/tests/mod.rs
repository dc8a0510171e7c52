//! The panels as a whole, drawn without a window.

use bevy_egui::egui::{self, FontFamily, Order, Pos2, RawInput, Rect, Shape, Vec2, pos2, vec2};

use crate::bots::Bot;
use crate::engine::{Cell, Die, Options, Place, Side};
use crate::games;
use crate::play::{Clock, Dice, Match, Replay, Seat, Setup, Thought};
use crate::session::{
    BotThought, InputMap, KeyCapture, MatchAnalysis, MatchRecorder, Notification, Palette, Panels, PlayerCommand,
    Seats, Selection, Session, Settings, Showing, TurnClock, WakeUp,
};
use crate::ui::panel::side_panel;
use crate::ui::state::move_history::MoveHistory;
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::{Question, ResultBar, Typing, UiState};
use crate::ui::windows::help;
use crate::ui::{layout, words};

/// Windows, logical pixels, and the size of the text in them, per cent.
pub(super) const SCREENS: [(Vec2, u16); 5] = [
    (vec2(1024.0, 640.0), 100),
    (vec2(3840.0, 2160.0), 100),
    (vec2(1024.0, 640.0), 150),
    (vec2(1024.0, 640.0), 200),
    (vec2(3840.0, 2160.0), 200),
];

/// Panels without a window.
pub(super) struct Rig {
    pub(super) ctx: egui::Context,
    /// The window, in units of the panels.
    size: Vec2,
    pub(super) state: UiState,
    pub(super) session: Session,
    selection: Selection,
    pub(super) settings: Settings,
    free_hands: bool,
    pub(super) capture: KeyCapture,
    analysis: MatchAnalysis,
    pub(super) recorder: MatchRecorder,
    wake: WakeUp,
    announcement: Option<&'static str>,
    thought: Option<BotThought>,
    pub(super) commands: Vec<PlayerCommand>,
    pub(super) notifications: Vec<Notification>,
    /// What was copied last.
    pub(super) copied: Option<String>,
    /// Every text of the last frame.
    texts: Vec<Text>,
}

/// A text that was drawn.
struct Text {
    words: String,
    /// Where it lies.
    rect: Rect,
    /// What of that is seen.
    seen: Rect,
    /// Whether it is code, which is scrolled sideways.
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

impl Rig {
    pub(super) fn new((window, text_size): (Vec2, u16), showing: Showing) -> Rig {
        let settings = Settings { text_size, ..Settings::default() };
        let size = window / settings.text_scale();
        Rig {
            ctx: egui::Context::default(),
            size,
            state: UiState::default(),
            session: Session::of(showing),
            selection: Selection::default(),
            settings,
            free_hands: false,
            capture: KeyCapture::default(),
            analysis: MatchAnalysis::default(),
            recorder: MatchRecorder::default(),
            wake: WakeUp::default(),
            announcement: None,
            thought: None,
            commands: Vec::new(),
            notifications: Vec::new(),
            copied: None,
            texts: Vec::new(),
        }
    }

    pub(super) fn frame(&mut self, events: Vec<egui::Event>) -> Panels {
        let mut history = MoveHistory::default();
        history.update(&self.session.showing);
        let input =
            RawInput { screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)), events, ..RawInput::default() };
        let mut panels = Panels::default();
        let keys = InputMap::of(&self.settings.keys);
        let (state, commands, notifications) = (&mut self.state, &mut self.commands, &mut self.notifications);
        let output = self.ctx.run_ui(input, |ui| {
            let mut cx = UiContext {
                session: &self.session,
                history: &history,
                selection: &mut self.selection,
                settings: &mut self.settings,
                seats: Seats::default(),
                shown_view: None,
                reset_view: false,
                active: false,
                running: false,
                free_hands: self.free_hands,
                animating: false,
                announcement: self.announcement,
                thought: self.thought.clone(),
                analysis: &self.analysis,
                recorder: &self.recorder,
                wake: &self.wake,
                clock: TurnClock::default(),
                commands: Vec::new(),
                notifications: Vec::new(),
                keys: &keys,
                capture: &mut self.capture,
            };
            panels = layout::draw(ui.ctx(), state, &mut cx);
            commands.append(&mut cx.commands);
            notifications.append(&mut cx.notifications);
        });
        self.texts.clear();
        for clipped in &output.shapes {
            collect(&clipped.shape, clipped.clip_rect, &mut self.texts);
        }
        for command in &output.platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                self.copied = Some(text.clone());
            }
        }
        output.drop_without_applying_deltas();
        panels
    }

    /// Draws some frames, the first of which find out sizes, and checks that nothing sticks out.
    pub(super) fn check(&mut self, what: &str) {
        for _ in 0..4 {
            self.frame(Vec::new());
        }
        let screen = Rect::from_min_size(Pos2::ZERO, self.size).expand(0.5);
        let panel = screen.with_min_x(self.size.x - side_panel::WIDTH - 0.5);
        let bar = screen.with_max_x(panel.left() + 1.0);
        let has_bar = self.state.result_bar == ResultBar::Shown;
        let covered = matches!(self.session.showing, Showing::Nothing);
        let mut seen = 0;
        self.ctx.viewport(|viewport| {
            for (layer, widgets) in viewport.prev_pass.widgets.layers() {
                for widget in widgets {
                    let room = match layer.order {
                        Order::Background if has_bar && widget.rect.left() < bar.right() - 1.0 => bar,
                        Order::Background if !covered => panel,
                        Order::Background => screen,
                        // The corners by which a window is resized stick out.
                        _ => screen.expand(10.0),
                    };
                    let across = widget.rect.x_range();
                    let inside = across.min >= room.left() && across.max <= room.right();
                    // The roots of what is drawn are no widgets.
                    let root = !widget.rect.is_positive() || (widget.rect.size() - self.size).length() < 1.0;
                    // What is only read is looked at below; code in the rules is wider.
                    let code = layer.order != Order::Background && widget.sense == egui::Sense::empty();
                    assert!(inside || root || code, "{what}, {layer:?}: {:?} leaves {room:?}", widget.rect);
                    seen += 1;
                }
            }
        });
        assert!(seen > 10, "{what}: {seen} widgets");
        // Diagrams in the rules are scrolled sideways, as code is.
        let rules = self.state.rules.is_some();
        for Text { words, rect, code, seen } in self.texts.iter().filter(|text| text.rect.is_positive()) {
            let inside = screen.x_range().contains(rect.left()) && screen.x_range().contains(rect.right());
            assert!(*code || inside || rules && seen != rect, "{what}: {words}");
        }
    }

    /// Where something is seen that says this.
    pub(super) fn find(&self, words: &str) -> Option<Pos2> {
        let found = self.texts.iter().find(|text| text.words.contains(words) && text.seen.is_positive());
        found.map(|text| text.seen.center())
    }

    /// Where something is seen that says exactly this.
    pub(super) fn position_of(&self, words: &str) -> Option<Pos2> {
        let found = self.texts.iter().find(|text| text.words == words && text.seen.is_positive());
        found.map(|text| text.seen.center())
    }

    /// Every place where something is seen that says exactly this.
    pub(super) fn all_of(&self, words: &str) -> Vec<Pos2> {
        let found = self.texts.iter().filter(|text| text.words == words && text.seen.is_positive());
        found.map(|text| text.seen.center()).collect()
    }

    /// Whether something is seen that says this, now or when what lies in the middle of the window is scrolled down.
    fn reach(&mut self, words: &str) -> bool {
        self.frame(vec![egui::Event::PointerMoved((self.size / 2.0).to_pos2())]);
        for _ in 0..60 {
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

    /// Every text that is seen.
    pub(super) fn seen(&self) -> Vec<&str> {
        self.texts.iter().filter(|text| text.seen.is_positive()).map(|text| text.words.as_str()).collect()
    }

    pub(super) fn click(&mut self, label: &str) {
        self.frame(Vec::new());
        self.frame(Vec::new());
        self.frame(Vec::new());
        self.click_at(self.find(label).unwrap_or_else(|| panic!("nothing says {label}")));
    }

    pub(super) fn click_at(&mut self, at: Pos2) {
        let button = |pressed| egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        self.frame(vec![egui::Event::PointerMoved(at)]);
        self.frame(vec![button(true)]);
        self.frame(vec![button(false)]);
    }
}

fn setup(id: &str) -> Setup {
    let second = std::time::Duration::from_secs(1);
    Setup {
        info: games::info(id).unwrap(),
        options: Options::default(),
        seats: [Seat::Human; 2],
        seed: 7,
        dice: Dice::Instant,
        start: None,
        clock: Some(Clock { start: 3600 * second, increment: second }),
    }
}

/// A match of a game after so many decisions.
pub(super) fn played(id: &str, decisions: usize) -> Match {
    let mut running = Match::new(setup(id)).unwrap();
    for step in 0..decisions {
        while let Some(roll) = running.throw(None) {
            running.settle(&roll).unwrap();
        }
        let actions = running.game().actions();
        let Some(action) = actions.get(step * 7919 % actions.len().max(1)) else { break };
        running.act(action).unwrap();
    }
    running
}

fn long_told() -> Notification {
    Notification {
        text: "A sentence that goes on for longer than any line of the panel has room for, with averyveryverylongwordindeed".into(),
        rule: Some("whack.md, Check"),
        cells: vec![Cell(0)],
    }
}

#[test]
fn every_match_fits_the_panel() {
    for screen in SCREENS {
        for info in games::ALL {
            for decisions in [0, 1, 2, 7, 40] {
                let what = format!("{} after {decisions} at {screen:?}", info.id);
                let running = played(info.id, decisions);
                let gestures = running.game().gestures();
                let mut rig = Rig::new(screen, Showing::Match(Box::new(running)));
                rig.check(&what);
                rig.state.notification = Some(long_told());
                rig.state.question = Some(Question::Resign(Side::White));
                for from in gestures.iter().filter_map(|(_, gesture)| gesture.from).take(4) {
                    rig.selection.held = Some(from);
                    rig.selection.choices = vec![("e7e8q".into(), "becomes a queen ".repeat(9)); 12];
                    rig.check(&what);
                }
            }
        }
    }
}

#[test]
fn the_ends_of_matches_and_offers_fit() {
    for screen in SCREENS {
        let mut running = played("tactical", 3);
        running.offer_draw(Side::White).unwrap();
        let mut rig = Rig::new(screen, Showing::Match(Box::new(running)));
        rig.check("offer");
        assert!(rig.find("Black?").is_some());
        let mut running = played("tactical", 3);
        running.resign(Side::White).unwrap();
        let mut rig = Rig::new(screen, Showing::Match(Box::new(running)));
        rig.check("resigned");
        assert!(rig.find("Black wins").is_some() && rig.find("Resignation").is_some());
    }
}

#[test]
fn the_start_screen_and_the_windows_fit() {
    for screen in SCREENS {
        for (index, info) in games::ALL.iter().enumerate() {
            let mut rig = Rig::new(screen, Showing::Nothing);
            rig.state.form.timed = true;
            rig.state.form.choose(index);
            rig.check(&format!("start screen of {} at {screen:?}", info.id));
            for words in [info.name, "Start (Enter)"] {
                assert!(rig.reach(words), "{words}, {} at {screen:?}: {:?}", info.id, rig.seen());
            }
        }
        for info in games::ALL {
            let mut rig = Rig::new(screen, Showing::Match(Box::new(played(info.id, 0))));
            rig.state.rules = Some(RulesView::of(info));
            rig.check(&format!("rules of {} at {screen:?}", info.id));
            rig.state.rules = None;
            rig.state.help = true;
            rig.check("keys");
            rig.state.help = false;
            rig.state.options = true;
            rig.check("options");
            assert!(rig.find("Picture").is_some());
            rig.state.options = false;
            let Rig { state, session, .. } = &mut rig;
            state.open_form(session);
            state.form.seed = "not a number".into();
            rig.check("new match");
            for words in ["whole number", "Start (Enter)"] {
                assert!(rig.reach(words), "{words}, {} at {screen:?}: {:?}", info.id, rig.seen());
            }
        }
    }
}

#[test]
fn replays_fit_and_go_where_they_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.json");
    played("fluky", 30).record_to(&file).unwrap();
    for screen in SCREENS {
        let mut replay = Replay::open(&file).unwrap();
        replay.go_to(10);
        let end = replay.len();
        let mut rig = Rig::new(screen, Showing::Replay(Box::new(replay)));
        rig.check("replay");
        rig.click("⏭");
        rig.click("⏴");
        rig.click("▶");
        let asked: Vec<_> = rig.commands.iter().map(|command| format!("{command:?}")).collect();
        assert_eq!(asked, [format!("Seek({end})"), "Seek(9)".into(), "Run(true)".into()]);
    }
}

#[test]
fn a_match_is_begun_by_clicks() {
    let mut rig = Rig::new(SCREENS[0], Showing::Nothing);
    rig.click("Fluky Chess");
    rig.click("Start");
    let [PlayerCommand::Begin(setup)] = rig.commands.as_slice() else { panic!("{:?}", rig.commands) };
    assert_eq!(setup.info.id, "fluky");
}

/// The commitment is told before the match, and the players add what they like.
#[test]
fn a_match_with_committed_dice_is_begun_by_clicks() {
    let mut rig = Rig::new(SCREENS[0], Showing::Nothing);
    rig.click("Fluky Chess");
    assert!(rig.find("Prove that the dice are fair").is_none(), "without a file nothing could be checked");
    rig.recorder.folder = Some("matches".into());
    rig.click("Prove that the dice are fair");
    let proof = rig.state.form.proof().unwrap();
    proof.entropy = ["heads".into(), "tails".into()];
    let secret = proof.secret.clone();
    rig.frame(Vec::new());
    assert!(rig.find(&secret.hash().to_string()).is_some() && rig.find(&secret.to_string()).is_none());
    rig.click("Start");
    let Some(PlayerCommand::BeginCommitted { setup, secret: committed, entropy }) = rig.commands.last() else {
        panic!("{:?}", rig.commands)
    };
    assert_eq!((setup.info.id, committed, entropy), ("fluky", &secret, &["heads".to_string(), "tails".into()]));
    assert!(rig.state.form.proof().is_none(), "a secret serves for one match");
}

#[test]
fn a_rule_that_is_clicked_opens() {
    let mut rig = Rig::new(SCREENS[0], Showing::Match(Box::new(played("whack", 2))));
    rig.state.notification = Some(long_told());
    rig.click("Rules: Check");
    assert!(rig.state.rules.is_some());
    rig.check("the rules at a section");
}

#[test]
fn giving_up_is_asked_twice() {
    let mut rig = Rig::new(SCREENS[0], Showing::Match(Box::new(played("fluky", 0))));
    rig.click("Resign");
    assert!(rig.commands.is_empty());
    rig.click("Resign");
    assert!(matches!(rig.commands[..], [PlayerCommand::Resign(Side::White)]), "{:?}", rig.commands);
    rig.commands.clear();
    rig.click("Offer draw");
    assert!(rig.commands.is_empty());
    rig.click("Offer draw");
    assert!(matches!(rig.commands[..], [PlayerCommand::OfferDraw(Side::White)]), "{:?}", rig.commands);
}

#[test]
fn what_is_typed_is_played() {
    let mut rig = Rig::new(SCREENS[0], Showing::Match(Box::new(played("fluky", 0))));
    rig.frame(Vec::new());
    rig.state.typing = Typing::Begin;
    rig.frame(Vec::new());
    assert!(rig.frame(vec![egui::Event::Text(" b1b2".into())]).keyboard);
    let enter = egui::Event::Key {
        key: egui::Key::Enter,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    rig.frame(vec![enter]);
    assert!(matches!(&rig.commands[..], [PlayerCommand::Act(action)] if action == "b1b2"), "{:?}", rig.commands);
    // The text and the focus stay until it has been carried out: a refused action can be corrected, and no letter is a command.
    assert!(rig.frame(vec![egui::Event::Text("n".into())]).keyboard);
    assert!(rig.state.submitted && rig.state.typed == " b1b2n", "{}", rig.state.typed);
    rig.state.typing = Typing::End;
    rig.frame(Vec::new());
    assert!(!rig.frame(Vec::new()).keyboard);
}

#[test]
fn matches_that_were_left_are_continued_and_those_kept_are_shown_again() {
    let folder = tempfile::tempdir().unwrap();
    let (left, over) = (folder.path().join("left.jsonl"), folder.path().join("over.jsonl"));
    played("fluky", 5).record_to(&left).unwrap();
    let mut ended = played("chess", 5);
    ended.resign(Side::White).unwrap();
    ended.record_to(&over).unwrap();
    let start_screen = |screen| {
        let mut rig = Rig::new(screen, Showing::Nothing);
        rig.recorder = MatchRecorder::new(None, Some(folder.path().to_path_buf()));
        while rig.state.kept.list().is_none() {
            rig.frame(Vec::new());
        }
        rig
    };
    for screen in SCREENS {
        let mut rig = start_screen(screen);
        assert!(rig.reach("Continue Fluky Chess") && rig.reach("Open a replay"));
        let mut rig = start_screen(screen);
        rig.state.kept.open = true;
        rig.check("kept matches");
    }
    let mut rig = start_screen(SCREENS[1]);
    rig.state.kept.open = true;
    rig.check("kept matches");
    for words in ["Every match is kept in", "Black wins", "not over"] {
        assert!(rig.find(words).is_some(), "{words}: {:?}", rig.seen());
    }
    let mut rig = start_screen(SCREENS[1]);
    rig.click("Continue Fluky Chess");
    assert!(matches!(&rig.commands[..], [PlayerCommand::Continue(file)] if *file == left), "{:?}", rig.commands);
    rig.commands.clear();
    rig.click("Open a replay");
    rig.click("Replay");
    assert!(matches!(&rig.commands[..], [PlayerCommand::OpenReplay(_)]), "{:?}", rig.commands);
}

#[test]
fn announcements_and_results_are_shown_over_the_table() {
    for screen in SCREENS {
        let mut running = played("whack", 12);
        running.resign(Side::White).unwrap();
        let mut rig = Rig::new(screen, Showing::Match(Box::new(running)));
        rig.announcement = Some("Ice rolls 2: aim\nFire's king on a3 is in check");
        for graph in [false, true] {
            rig.settings.graph = graph;
            rig.settings.evaluation_bar = true;
            rig.check("the end");
            assert!(rig.find("Ice rolls 2").is_some() && rig.find("Rematch").is_some());
        }
        rig.click("Rematch");
        let [PlayerCommand::Begin(setup)] = rig.commands.as_slice() else { panic!("{:?}", rig.commands) };
        assert_eq!(setup.info.id, "whack");
        rig.commands.clear();
        rig.click("Replay");
        assert!(matches!(rig.commands[..], [PlayerCommand::Review { actions: 0, run: true }]), "{:?}", rig.commands);
        rig.click("Hide");
        rig.check("the card hidden");
        assert!(rig.find("Rematch").is_none());
    }
}

#[test]
fn a_bot_that_thinks_long_shows_it_and_can_be_told_to_move() {
    let seats = [Seat::Bot(Bot::Level(8)), Seat::Human];
    for screen in SCREENS {
        let running = Match::new(Setup { seats, ..setup("chess") }).unwrap();
        let mut rig = Rig::new(screen, Showing::Match(Box::new(running)));
        let thought = Thought { line: vec!["e2e4".into()], value: 20, win: 0.5, depth: 9, nodes: 1_234_567 };
        rig.thought = Some(BotThought { bot: Bot::Level(8), seconds: 0.2, thought: Some(thought) });
        rig.check("a bot thinks");
        assert!(rig.find("Move now").is_none());
        rig.thought.as_mut().unwrap().seconds = 2.0;
        rig.check("a bot thinks long");
        assert!(rig.find("Dragon thinks for 2 s, depth 9, 1.2 M positions").is_some(), "{:?}", rig.seen());
        rig.click("Move now");
        assert!(matches!(rig.commands[..], [PlayerCommand::MoveNow]), "{:?}", rig.commands);
    }
}

#[test]
fn the_odds_of_a_throw_are_shown_on_request() {
    let mut running = Match::new(setup("fluky")).unwrap();
    running.act("c1c2").unwrap();
    let mut rig = Rig::new(SCREENS[1], Showing::Match(Box::new(running)));
    rig.check("a throw is due");
    assert!(rig.find("3/6").is_none());
    rig.click("Odds");
    rig.check("the odds");
    assert!(rig.settings.odds && rig.find("3/6").is_some() && rig.find("White wins").is_some());
}

#[test]
fn a_match_in_progress_is_left_only_after_a_question() {
    for (words, left) in [("Leave it (Y)", true), ("Play on (Escape)", false)] {
        let mut rig = Rig::new(SCREENS[0], Showing::Match(Box::new(played("fluky", 2))));
        rig.state.form_open = true;
        assert!(rig.reach("Start (Enter)"));
        rig.click("Start (Enter)");
        assert!(rig.commands.is_empty(), "{:?}", rig.commands);
        rig.check("the question");
        rig.click(words);
        assert_eq!(matches!(rig.commands[..], [PlayerCommand::Begin(_)]), left, "{:?}", rig.commands);
        assert!(rig.state.question.is_none());
    }
}

#[test]
fn the_panel_folds_away_and_comes_back_for_a_choice() {
    let mut rig = Rig::new(SCREENS[0], Showing::Match(Box::new(played("chess", 0))));
    let right = |rig: &mut Rig| {
        rig.frame(Vec::new());
        rig.frame(Vec::new()).right
    };
    assert_eq!(right(&mut rig), side_panel::WIDTH);
    rig.click("»");
    assert!(right(&mut rig) == 0.0 && rig.find("Offer draw").is_none());
    rig.selection.choices = vec![("a7a8q".into(), "queen".into()), ("a7a8n".into(), "knight".into())];
    assert!(right(&mut rig) == side_panel::WIDTH && rig.find("Choose").is_some());
    rig.selection.choices.clear();
    assert_eq!(right(&mut rig), 0.0);
    rig.click("«");
    assert!(right(&mut rig) == side_panel::WIDTH && rig.find("Offer draw").is_some());
}

#[test]
fn the_pointer_belongs_to_the_panel_only_over_it() {
    let mut rig = Rig::new(SCREENS[0], Showing::Match(Box::new(played("chess", 0))));
    rig.frame(Vec::new());
    let point = |x: f32, y: f32| (vec![egui::Event::PointerMoved(pos2(x, y))], bevy::math::Vec2::new(x, y));
    let (board, panel, middle) = (point(300.0, 300.0), point(900.0, 300.0), point(362.0, 320.0));
    let panels = rig.frame(board.0.clone());
    assert!(panels.right == 300.0 && !panels.pointer && !panels.keyboard);
    // Where a pointer will be is told before it is there.
    assert!(!panels.cover(board.1) && panels.cover(panel.1) && !panels.cover(middle.1));
    assert!(rig.frame(panel.0).pointer);
    rig.state.help = true;
    rig.frame(Vec::new());
    rig.frame(Vec::new());
    let panels = rig.frame(middle.0);
    assert!(panels.pointer && panels.cover(middle.1) && panels.cover(panel.1));
    rig.state.help = false;
    rig.frame(Vec::new());
    assert!(!rig.frame(Vec::new()).cover(middle.1));
}

#[test]
fn every_sign_has_a_glyph() {
    let mut rig = Rig::new(SCREENS[0], Showing::Nothing);
    rig.frame(Vec::new());
    let mut signs = format!("{}⏮⏴▶⏸⏵⏭×…•", words::DIE);
    signs.extend(Die::ALL.iter().flat_map(|die| die.sides));
    signs.extend(help::lines(&InputMap::default()).into_iter().map(|(key, _)| key));
    signs.extend(games::ALL.iter().flat_map(|info| [info.name, info.summary]));
    rig.ctx.fonts_mut(|fonts| {
        for family in [FontFamily::Proportional, FontFamily::Monospace] {
            let has = fonts.fonts.font(&family).characters().clone();
            for sign in signs.chars() {
                assert!(has.contains_key(&sign), "{sign:?} in {family:?}");
            }
        }
    });
}

/// A person's first match of a game.
fn first_match(screen: (Vec2, u16), id: &str) -> Rig {
    Rig::new(screen, Showing::Match(Box::new(played(id, 0))))
}

#[test]
fn the_reserve_is_taken_by_clicks() {
    let mut rig = first_match(SCREENS[0], "tactical");
    rig.click("obstacle ×2");
    assert!(matches!(rig.selection.held, Some(Place::Reserve(Side::White, _))), "{:?}", rig.selection);
}

#[test]
fn the_note_stands_in_the_panel_until_a_click_on_the_table() {
    for info in games::ALL {
        let mut rig = first_match(SCREENS[0], info.id);
        rig.check(&format!("note of {}", info.id));
        let heading = format!("{} in short", info.name);
        let at = rig.find(&heading).unwrap();
        assert!(at.x > rig.size.x - side_panel::WIDTH, "{}: {at}", info.id);
        rig.click_at(pos2(362.0, 320.0));
        assert!(rig.find(&heading).is_none() && rig.settings.notes_read.contains(info.id));
    }
}

#[test]
fn sides_have_the_names_that_players_give_them() {
    let mut rig = first_match(SCREENS[0], "whack");
    rig.check("names");
    assert!(rig.find("Ice to").is_some() && rig.find("Black").is_none_or(|at| at.y > 500.0));
}

#[test]
fn options_are_set_by_clicks_and_by_keys() {
    let mut rig = first_match(SCREENS[1], "fluky");
    rig.settings.notes_read.insert("fluky".into());
    rig.state.options = true;
    rig.click("Colour-blind safe");
    assert_eq!(rig.settings.palette, Palette::Safe);
    rig.click("Threats");
    assert!(rig.settings.threats);
    let key = |key| egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    let threats = rig.find("Threats").unwrap();
    let focused = |rig: &Rig| {
        let id = rig.ctx.memory(|memory| memory.focused());
        id.and_then(|id| rig.ctx.read_response(id)).is_some_and(|response| response.rect.contains(threats))
    };
    for _ in 0..60 {
        if focused(&rig) {
            break;
        }
        rig.frame(vec![key(egui::Key::Tab)]);
        rig.frame(Vec::new());
    }
    rig.frame(vec![key(egui::Key::Space)]);
    assert!(!rig.settings.threats, "Tab comes to everything, and Space presses it");
    rig.click("150 %");
    assert_eq!(rig.settings.text_size, 150);
}

#[test]
fn read_notes_are_shown_again_on_request() {
    let mut rig = first_match(SCREENS[1], "fluky");
    rig.settings.notes_read.insert("fluky".into());
    rig.state.options = true;
    rig.click("Show the notes again");
    rig.state.options = false;
    rig.check("again");
    assert!(rig.find("Fluky Chess in short").is_some());
}

#[test]
fn dice_can_be_drawn_at_once() {
    let mut rig = Rig::new(SCREENS[1], Showing::Nothing);
    rig.click("Fluky Chess");
    rig.click("Instant");
    rig.click("Start");
    let [PlayerCommand::Begin(setup)] = rig.commands.as_slice() else { panic!("{:?}", rig.commands) };
    assert_eq!(setup.dice, Dice::Instant);
    let last = rig.settings.last_match.as_ref().unwrap();
    assert_eq!((last.game.as_str(), last.dice.as_str()), ("fluky", "instant"));
}

#[test]
fn free_hands_can_tidy_up_and_who_resigns_may_flip_the_table() {
    let mut running = played("chess", 0);
    let mut rig = Rig::new(SCREENS[0], Showing::Match(Box::new(played("chess", 4))));
    rig.check("chess");
    assert!(rig.find("Tidy up (G)").is_none());
    rig.free_hands = true;
    rig.check("chess with free hands");
    rig.click("Tidy up (G)");
    assert!(matches!(rig.commands[..], [PlayerCommand::TidyUp]), "{:?}", rig.commands);

    running.resign(Side::White).unwrap();
    let mut rig = Rig::new(SCREENS[0], Showing::Match(Box::new(running)));
    rig.check("chess, resigned");
    rig.click("Flip the table (Shift J)");
    assert!(matches!(rig.commands[..], [PlayerCommand::Flip]), "{:?}", rig.commands);
}

#[test]
fn a_message_moves_no_button_and_goes_away() {
    for screen in [SCREENS[0], SCREENS[3]] {
        let mut rig = first_match(screen, "makarenko");
        let label = "Resign";
        rig.check("without a message");
        let before = rig.find(label);
        rig.state.notification =
            Some(Notification::new("A rook moves along files and ranks, not from a1 to c2. ".repeat(3)));
        rig.check("with a message");
        assert!(before.is_some() && rig.find(label) == before);
        assert!(rig.find("not from a1").is_some());
        assert!(!rig.state.close());
        rig.check("closed");
        assert!(rig.find("not from a1").is_none());
    }
}

#[test]
fn the_rules_open_at_their_top() {
    let mut rig = first_match(SCREENS[0], "chess");
    let info = games::info("chess").unwrap();
    for _ in 0..2 {
        rig.state.rules = Some(RulesView::of(info));
        rig.check("rules");
        assert!(rig.find("(Ruling) marks").is_some());
        assert!(rig.reach("Action texts") && rig.find("(Ruling) marks").is_none());
        rig.state.rules = None;
        rig.frame(Vec::new());
    }
}
