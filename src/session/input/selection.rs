//! The held piece, and the actions that the user may intend with it.

use bevy::prelude::*;

use crate::engine::{ActionText, Cell, DynGame, Event, Gesture, GestureKind, Look, Place, Side};
use crate::session::messages::Notification;
use crate::session::schedule::GameSet;
use crate::session::settings::Settings;

/// The action being chosen: the held piece and the remaining choices.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub struct Selection {
    /// The place of the held piece.
    pub held: Option<Place>,
    /// The number of chips lifted off a stack; `None` for all of them.
    pub count: Option<u8>,
    /// The actions of an ambiguous gesture, each with words that distinguish it.
    pub choices: Vec<(ActionText, String)>,
    /// The window position of a choice, beside its cell, logical pixels. Updated by the table.
    pub spot: Option<Vec2>,
    /// The cell at the keyboard cursor.
    pub cursor: Option<Cell>,
    /// The cell under the mouse.
    pub hover: Option<Cell>,
    /// The piece of a reserve under the mouse.
    pub hover_reserve: Option<Place>,
    /// The piece under the mouse that is neither on a cell nor in a reserve: captured, or moved by
    /// free hands.
    pub hover_loose: Option<(Option<Side>, Look)>,
    /// The board section in hand.
    pub section: Option<u8>,
    /// The previewed action that moves no piece: a board change.
    pub preview: Option<ActionText>,
    /// The action awaiting confirmation, see [`Settings::confirm_moves`].
    pub unconfirmed: Option<ActionText>,
    /// Whether pieces are promoted to the strongest kind without asking. Follows
    /// [`Settings::auto_promote`].
    pub auto_promote: bool,
}

/// The result of pointing at a place.
#[derive(Debug, Clone, PartialEq)]
pub enum Intent {
    /// Nothing happens.
    Nothing,
    /// A piece was picked up or put down, or there is a choice to make: see [`Selection`].
    Changed,
    /// The user intends this action.
    Act(ActionText),
    /// The action is illegal.
    Refused(Notification),
}

impl Selection {
    /// Clears everything except the cursor and the cells and pieces under the mouse.
    pub fn release(&mut self) {
        let Selection { cursor, hover, hover_reserve, hover_loose, auto_promote, .. } = std::mem::take(self);
        *self = Selection { cursor, hover, hover_reserve, hover_loose, auto_promote, ..default() };
    }

    /// Whether anything can be released: a piece or section in hand, or a preview.
    #[must_use]
    pub fn is_holding(&self) -> bool {
        self.held.is_some() || self.section.is_some() || self.preview.is_some() || self.unconfirmed.is_some()
    }

    /// The place pointed at by mouse or keyboard, which share one cursor.
    #[must_use]
    pub fn pointed(&self) -> Option<Place> {
        let cell = |cell: Option<Cell>| cell.map(Place::Cell);
        cell(self.cursor).or(self.hover_reserve).or(cell(self.hover))
    }

    /// The numbers of chips that can be lifted off the held stack, in ascending order; empty if it
    /// cannot be split.
    #[must_use]
    pub fn counts(&self, gestures: &[(ActionText, Gesture)]) -> Vec<u8> {
        let held = gestures.iter().filter(|(_, gesture)| gesture.from.is_some() && gesture.from == self.held);
        let mut counts: Vec<_> = held.filter_map(|(_, gesture)| gesture.count).collect();
        counts.sort_unstable();
        counts.dedup();
        counts
    }

    /// The legal actions of the held piece.
    #[must_use]
    pub fn targets<'a>(&self, legal: &'a [(ActionText, Gesture)]) -> Vec<&'a (ActionText, Gesture)> {
        let Some(held) = self.held else { return Vec::new() };
        let mut targets: Vec<_> = legal.iter().filter(|(_, gesture)| gesture.from == Some(held)).collect();
        let wanted = self.count.or_else(|| targets.iter().filter_map(|(_, gesture)| gesture.count).max());
        targets.retain(|(_, gesture)| gesture.count == wanted);
        targets
    }

    /// The legal actions that the user may intend by moving the held piece to a cell: actions that
    /// end there, pushes of the piece on that cell, and shots that hit it. If a plain move goes to
    /// the cell, pushes that end there are left out; if any action ends there, so are shots past it.
    #[must_use]
    pub fn meant<'a>(&self, to: Cell, legal: &'a [(ActionText, Gesture)]) -> Vec<&'a (ActionText, Gesture)> {
        let mut meant = self.targets(legal);
        let ends = |gesture: &Gesture| gesture.to == Some(to);
        let moves = meant.iter().any(|(_, gesture)| ends(gesture) && gesture.kind == GestureKind::Quiet);
        // A click on one's own piece picks it up.
        let own = legal.iter().any(|(_, gesture)| gesture.from == Some(Place::Cell(to)));
        let victim = !own && !meant.iter().any(|(_, gesture)| ends(gesture));
        meant.retain(|(_, gesture)| match &gesture.kind {
            GestureKind::Push(cells) => ends(gesture) && !moves || cells.get(1) == Some(&to),
            GestureKind::Shot(hit) => ends(gesture) || victim && hit.contains(&to),
            _ => ends(gesture),
        });
        meant
    }

    /// Points at a place: picks up its piece, or moves the held piece there. `legal` comes from
    /// [`DynGame::gestures`].
    pub fn point(&mut self, place: Place, game: &dyn DynGame, legal: &[(ActionText, Gesture)]) -> Intent {
        if let Some(action) = self.choice_to(place, legal) {
            self.release();
            return Intent::Act(action);
        }
        self.choices.clear();
        let Some(held) = self.held else {
            return self.take(place, game, legal);
        };
        if held == place {
            self.release();
            return Intent::Changed;
        }
        let Place::Cell(to) = place else {
            return self.take(place, game, legal);
        };
        let mut meant = self.meant(to, legal);
        match meant.len() {
            0 => match moving_both(held, to, game, legal) {
                Some(action) => {
                    self.release();
                    Intent::Act(action)
                }
                None => self.refuse(held, to, game, legal),
            },
            // A piece that would end elsewhere needs a choice, because the user may have meant to
            // pick up another piece.
            1 if meant[0].1.to == Some(to) || matches!(meant[0].1.kind, GestureKind::Shot(_)) => {
                self.release();
                Intent::Act(meant.swap_remove(0).0.clone())
            }
            _ => {
                meant.sort_by_key(|(_, gesture)| precedence(gesture));
                if self.auto_promote && meant.iter().all(|(_, gesture)| gesture.promotion.is_some()) {
                    self.release();
                    return Intent::Act(meant.swap_remove(0).0.clone());
                }
                let words = |(action, gesture): &(ActionText, Gesture)| {
                    let words = gesture.choice.clone().or_else(|| game.describe(action));
                    (action.clone(), words.unwrap_or_else(|| action.to_string()))
                };
                self.choices = meant.into_iter().map(words).collect();
                Intent::Changed
            }
        }
    }

    /// The choice that ends at a place; `None` unless there is exactly one.
    fn choice_to(&self, place: Place, legal: &[(ActionText, Gesture)]) -> Option<ActionText> {
        let ends = |action: &ActionText| {
            legal.iter().any(|(it, gesture)| it == action && gesture.to.map(Place::Cell) == Some(place))
        };
        let mut ending = self.choices.iter().map(|(action, _)| action).filter(|action| ends(action));
        ending.next().filter(|_| ending.next().is_none()).cloned()
    }

    /// Picks up a piece if it has a legal action; otherwise explains why not.
    fn take(&mut self, place: Place, game: &dyn DynGame, legal: &[(ActionText, Gesture)]) -> Intent {
        if legal.iter().any(|(_, gesture)| gesture.from == Some(place)) {
            self.release();
            self.held = Some(place);
            return Intent::Changed;
        }
        let Place::Cell(cell) = place else { return Intent::Nothing };
        if !game.pieces().iter().any(|piece| piece.place == place) {
            return drop_on(cell, game, legal);
        }
        // Lessons allow only some of the legal actions.
        if game.gestures().iter().any(|(_, gesture)| gesture.from == Some(place)) {
            return Intent::Refused(Notification::new("Not yet: try a marked move."));
        }
        // If every move of the piece is refused for the same reason (wrong side, wrong time), so is
        // a move to its own cell.
        match game.intended_action(place, cell, None).map(|attempt| game.check(&attempt)) {
            Some(Err(refusal)) => {
                let mut notification = Notification::from(refusal);
                if notification.cells.is_empty() {
                    notification.cells.push(cell);
                }
                Intent::Refused(notification)
            }
            _ => Intent::Nothing,
        }
    }

    fn refuse(&mut self, held: Place, to: Cell, game: &dyn DynGame, legal: &[(ActionText, Gesture)]) -> Intent {
        let attempt = game.intended_action(held, to, self.count);
        let refusal = attempt.as_ref().map(|attempt| game.check(attempt));
        if legal.iter().any(|(_, gesture)| gesture.from == Some(Place::Cell(to))) {
            self.release();
            self.held = Some(Place::Cell(to));
            return Intent::Changed;
        }
        match refusal {
            Some(Err(refusal)) => Intent::Refused(Notification { action: attempt, ..refusal.into() }),
            _ => Intent::Nothing,
        }
    }
}

/// The only legal action of the piece at `held` that also moves another piece, on `to`: castling, as
/// the king moved onto the rook.
#[must_use]
pub fn moving_both(held: Place, to: Cell, game: &dyn DynGame, legal: &[(ActionText, Gesture)]) -> Option<ActionText> {
    game.pieces().iter().find(|piece| piece.place == Place::Cell(to) && piece.place != held)?;
    let moves_both = |(action, gesture): &&(ActionText, Gesture)| {
        let moves = |event: &Event| matches!(event, Event::Moved { from, .. } if *from == to);
        gesture.from == Some(held)
            && gesture.kind == GestureKind::Quiet
            && game.boxed().apply(action).is_ok_and(|events| events.iter().any(moves))
    };
    let mut found = legal.iter().filter(moves_both);
    found.next().filter(|_| found.next().is_none()).map(|(action, _)| action.clone())
}

/// The result of pointing at an empty cell with nothing in hand: drops a piece if dropping is the
/// only kind of action and only one piece is left.
fn drop_on(cell: Cell, game: &dyn DynGame, legal: &[(ActionText, Gesture)]) -> Intent {
    let mut slots: Vec<Place> = legal.iter().filter_map(|(_, gesture)| gesture.from).collect();
    slots.sort_unstable();
    slots.dedup();
    match &slots[..] {
        [slot @ Place::Reserve(..)] => {
            let drop = legal.iter().find(|(_, gesture)| (gesture.from, gesture.to) == (Some(*slot), Some(cell)));
            let refusal = || game.intended_action(*slot, cell, None).map(|attempt| game.check(&attempt));
            match drop {
                Some((action, _)) => Intent::Act(action.clone()),
                None => {
                    refusal().and_then(Result::err).map_or(Intent::Nothing, |illegal| Intent::Refused(illegal.into()))
                }
            }
        }
        [Place::Reserve(..), .., Place::Reserve(..)] => {
            let words = "First choose a piece from the reserve beside the board, then a cell for it";
            Intent::Refused(Notification::new(words))
        }
        _ => Intent::Nothing,
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Selection>().add_systems(Update, follow_settings.in_set(GameSet::Input));
}

fn follow_settings(settings: Res<Settings>, mut selection: ResMut<Selection>) {
    if selection.auto_promote != settings.auto_promote {
        selection.auto_promote = settings.auto_promote;
    }
}

/// The order of the meanings of a gesture: plain moves before special ones, and stronger pieces
/// first.
pub fn precedence(gesture: &Gesture) -> (bool, usize) {
    let plain = matches!(gesture.kind, GestureKind::Quiet | GestureKind::Capture | GestureKind::Drop);
    (!plain, gesture.promotion.map_or(usize::MAX, |kind| kind as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Options, Refusal};
    use crate::games;

    fn fluky(position: &str) -> Box<dyn DynGame> {
        let info = games::info("fluky").unwrap();
        games::begin(info, Options::default(), Some(position)).unwrap()
    }

    fn point(selection: &mut Selection, game: &dyn DynGame, cell: &str) -> Intent {
        selection.point(Place::Cell(game.layout().cell_named(cell).unwrap()), game, &game.gestures())
    }

    #[test]
    fn two_cells_make_a_move() {
        let game = fluky("kpppp/p4/5/4P/PPPPK w - 0");
        let mut selection = Selection::default();
        assert_eq!(point(&mut selection, &*game, "c1"), Intent::Changed);
        assert_eq!(selection.targets(&game.gestures()).len(), 1);
        assert_eq!(point(&mut selection, &*game, "c2"), Intent::Act("c1c2".into()));
        assert_eq!(selection, Selection::default());
    }

    #[test]
    fn another_own_piece_is_taken_instead_and_the_same_one_put_down() {
        let game = fluky("kpppp/p4/5/4P/PPPPK w - 0");
        let mut selection = Selection::default();
        point(&mut selection, &*game, "c1");
        assert_eq!(point(&mut selection, &*game, "b1"), Intent::Changed);
        assert_eq!(selection.held, game.layout().cell_named("b1").map(Place::Cell));
        assert_eq!(point(&mut selection, &*game, "b1"), Intent::Changed);
        assert_eq!(selection.held, None);
    }

    #[test]
    fn a_forbidden_move_names_its_rule() {
        let game = fluky("kpppp/p4/5/4P/PPPPK w - 0");
        let mut selection = Selection::default();
        point(&mut selection, &*game, "c1");
        let Intent::Refused(notification) = point(&mut selection, &*game, "c4") else { panic!("c1c4 is not a move") };
        let Err(Refusal::Illegal(illegal)) = game.check("c1c4") else { panic!("c1c4 is illegal") };
        assert_eq!((notification.text, notification.rule.as_deref()), (illegal.reason, Some(illegal.rule)));
        let Intent::Refused(notification) = point(&mut Selection::default(), &*game, "b5") else {
            panic!("b5 is Black's")
        };
        assert!(notification.rule.is_some(), "{notification:?}");
        assert_eq!(point(&mut Selection::default(), &*game, "c3"), Intent::Nothing);
    }

    #[test]
    fn a_pawn_becomes_a_queen_unasked_if_the_settings_say_so() {
        let info = games::info("chess").unwrap();
        let game = games::begin(info, Options::default(), Some("7k/P7/8/8/8/8/8/7K w - - 0 1")).unwrap();
        for (auto_promote, expected) in [(false, Intent::Changed), (true, Intent::Act("a7a8q".into()))] {
            let mut selection = Selection { auto_promote, ..Selection::default() };
            point(&mut selection, &*game, "a7");
            assert_eq!(point(&mut selection, &*game, "a8"), expected);
        }
    }

    #[test]
    fn a_king_castles_by_its_rook() {
        let info = games::info("chess").unwrap();
        let castling = |position| games::begin(info, Options::default(), Some(position)).unwrap();
        let game = castling("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        for (rook, action) in [("h1", "e1g1"), ("a1", "e1c1")] {
            let mut selection = Selection::default();
            point(&mut selection, &*game, "e1");
            assert_eq!(point(&mut selection, &*game, rook), Intent::Act(action.into()));
        }
        // Without castling rights, the rook is picked up instead.
        let game = castling("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
        let mut selection = Selection::default();
        point(&mut selection, &*game, "e1");
        assert_eq!(point(&mut selection, &*game, "h1"), Intent::Changed);
    }

    #[test]
    fn mouse_and_keyboard_point_at_one_place() {
        let mut selection = Selection { hover: Some(Cell(3)), ..Selection::default() };
        assert_eq!(selection.pointed(), Some(Place::Cell(Cell(3))));
        // The keyboard continues from there while the mouse rests.
        selection.cursor = Some(Cell(4));
        assert_eq!(selection.pointed(), Some(Place::Cell(Cell(4))));
    }

    #[test]
    fn the_only_piece_that_is_left_is_dropped_by_a_click_on_its_cell() {
        let mut game = games::begin(games::info("tactical").unwrap(), Options::default(), None).unwrap();
        let slots = |game: &dyn DynGame| {
            let mut slots: Vec<_> = game.gestures().into_iter().filter_map(|(_, gesture)| gesture.from).collect();
            slots.sort_unstable();
            slots.dedup();
            slots
        };
        let (mut dropped, mut asked, mut refused) = (0, 0, 0);
        for _ in 0..80 {
            let (gestures, slots) = (game.gestures(), slots(&*game));
            let drop = gestures.iter().find(|(_, gesture)| gesture.from == slots.first().copied());
            let Some((action, gesture)) = drop.filter(|_| matches!(slots[..], [Place::Reserve(..), ..])) else { break };
            let cell = gesture.to.map(Place::Cell).unwrap();
            let intent = Selection::default().point(cell, &*game, &gestures);
            match (&slots[..], intent) {
                ([_], intent) => {
                    assert_eq!(intent, Intent::Act(action.clone()));
                    dropped += 1;
                    // A forbidden drop cites the rule.
                    let forbidden = (0..64).map(|cell| Place::Cell(Cell(cell))).find(|cell| {
                        let empty = game.pieces().iter().all(|piece| piece.place != *cell);
                        empty && gestures.iter().all(|(_, gesture)| gesture.to.map(Place::Cell) != Some(*cell))
                    });
                    if let Some(cell) = forbidden {
                        let refusal = Selection::default().point(cell, &*game, &gestures);
                        assert!(matches!(refusal, Intent::Refused(ref words) if words.rule.is_some()), "{refusal:?}");
                        refused += 1;
                    }
                }
                (_, Intent::Refused(words)) => {
                    assert!(words.text.contains("reserve"), "{words:?}");
                    asked += 1;
                }
                (slots, intent) => panic!("{slots:?}: {intent:?}"),
            }
            let action = action.clone();
            game.apply(&action).unwrap();
        }
        assert!(dropped > 1 && asked > 1 && refused > 1, "{dropped} dropped, {asked} asked, {refused} refused");
    }

    #[test]
    fn several_actions_of_one_gesture_are_offered_as_choices() {
        let game = fluky("k4/3P1/5/5/4K w - 0");
        let mut selection = Selection::default();
        point(&mut selection, &*game, "d4");
        assert_eq!(point(&mut selection, &*game, "d5"), Intent::Changed);
        let words: Vec<_> = selection.choices.iter().map(|(action, words)| format!("{action}: {words}")).collect();
        assert_eq!(words, ["d4d5r: becomes a rook", "d4d5b: becomes a bishop", "d4d5n: becomes a knight"]);
    }

    /// The choices for moving a piece from one cell to another, in order.
    fn offered(id: &str, position: &str, from: &str, to: &str) -> Vec<String> {
        let game = games::begin(games::info(id).unwrap(), Options::default(), Some(position)).unwrap();
        let mut selection = Selection::default();
        point(&mut selection, &*game, from);
        assert_eq!(point(&mut selection, &*game, to), Intent::Changed);
        selection.choices.into_iter().map(|(_, words)| words).collect()
    }

    /// To push a piece on the way to an empty cell, the user points at that piece.
    #[test]
    fn a_plain_move_does_not_ask_about_pushes() {
        let text = Some("4k3/8/8/8/8/8/1P2P3/1N2K3 w - - 0 1");
        let game = games::begin(games::info("abalonian").unwrap(), Options::default(), text).unwrap();
        let mut selection = Selection::default();
        point(&mut selection, &*game, "b1");
        assert!(game.check("b1>b2>c3").is_ok() && selection.choices.is_empty());
        assert_eq!(point(&mut selection, &*game, "c3"), Intent::Act("b1c3".into()));
    }

    /// A dragon's shot at the next square hits the piece behind it.
    #[test]
    fn a_shot_is_aimed_at_its_victim() {
        let text = Some("4k3/8/8/8/8/7D/8/4Kn2 - w 4 00 - 0");
        let game = games::begin(games::info("tactical").unwrap(), Options::default(), text).unwrap();
        let mut selection = Selection::default();
        point(&mut selection, &*game, "h3");
        assert_eq!(point(&mut selection, &*game, "f1"), Intent::Act("h3*g2".into()));
        // A victim of one's own can be picked up instead.
        let text = Some("4k3/8/8/8/8/7D/6n1/4KN2 - w 4 00 - 0");
        let game = games::begin(games::info("tactical").unwrap(), Options::default(), text).unwrap();
        let mut selection = Selection::default();
        point(&mut selection, &*game, "h3");
        assert_eq!(point(&mut selection, &*game, "f1"), Intent::Changed);
        assert_eq!(selection.held, game.layout().cell_named("f1").map(Place::Cell));
    }

    /// A listed choice can also be made on the board, by the cell where it ends.
    #[test]
    fn a_choice_is_made_by_its_end() {
        let text = Some("4k3/8/8/8/8/8/1P2P3/1N2K3 w - - 0 1");
        let game = games::begin(games::info("abalonian").unwrap(), Options::default(), text).unwrap();
        let mut selection = Selection::default();
        point(&mut selection, &*game, "b1");
        assert_eq!(point(&mut selection, &*game, "b2"), Intent::Changed);
        assert_eq!(selection.choices.len(), 2);
        assert_eq!(point(&mut selection, &*game, "a3"), Intent::Act("b1>b2>a3".into()));
        assert_eq!(selection, Selection::default());
    }

    #[test]
    fn choices_are_words_in_their_natural_order() {
        let promotion = offered("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7", "a8");
        assert_eq!(promotion, ["becomes a queen", "becomes a rook", "becomes a bishop", "becomes a knight"]);
        let leaps = offered("abalonian", "4k3/8/8/8/8/8/1P2P3/1N2K3 w - - 0 1", "b1", "b2");
        assert_eq!(leaps, ["over b2 to a3", "over b2 to c3"]);
        let dragon = offered("tactical", "4k3/8/8/8/8/7D/8/4Kn2 - w 4 00 - 0", "h3", "g2");
        assert_eq!(dragon, ["fly to g2", "shoot g2, hitting f1"]);
    }
}
