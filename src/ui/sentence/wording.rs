//! The texts of the sentence bar.

use crate::engine::{DynGame, Notice, Outcome, Place, Side, Turn};
use crate::play::{Match, Pending, Replay, Seat, Setup};
use crate::ui::panel::choices;
use crate::ui::state::cached::Notices;
use crate::ui::state::ui_context::UiContext;
use crate::ui::words;

/// A bot's search is shown after this thinking time, s.
pub const SHOW_SEARCH_AFTER: f32 = 0.5;

/// The texts of the bar.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wording {
    /// The side that the sentence is about.
    pub side: Option<Side>,
    /// The side to move and its task, or the result.
    pub sentence: String,
    /// The text below: check, hints, or the last move.
    pub details: Vec<SentenceDetail>,
}

/// A part of the text below the sentence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SentenceDetail {
    /// The side whose disc is shown before the text.
    pub side: Option<Side>,
    /// The text.
    pub text: String,
    /// Whether it warns the side to move.
    pub alarm: bool,
}

impl SentenceDetail {
    fn plain(text: impl Into<String>) -> SentenceDetail {
        SentenceDetail { text: text.into(), ..SentenceDetail::default() }
    }
}

/// The texts for the current table.
pub fn of(notices: &mut Notices, cx: &UiContext) -> Wording {
    let Some(game) = cx.session.game() else { return Wording::default() };
    let notices: &[Notice] = match cx.session.outcome() {
        Some(_) => &[],
        None => notices.get(cx.history.revision(), || game.notices()),
    };
    let (side, sentence) = if let Some(running) = cx.session.match_on_table() {
        of_match(running, notices, cx)
    } else if let Some(replay) = cx.session.replay() {
        of_replay(replay, cx)
    } else if cx.session.board().is_some() {
        match game.turn() {
            Turn::Decide(side) => (Some(side), task(game, side, notices, cx)),
            Turn::Chance(side, _) => (Some(side), format!("{} to throw the die", game.info().side(side))),
            Turn::Over(outcome) => (outcome.winner, over(outcome, &words::result(outcome, game.info()))),
        }
    } else {
        return Wording::default();
    };
    let details = details(game, notices, &sentence, cx);
    Wording { side, sentence, details }
}

fn of_match(running: &Match, notices: &[Notice], cx: &UiContext) -> (Option<Side>, String) {
    let game = running.game();
    let name = |side: Side| game.info().side(side);
    match running.pending() {
        Pending::Over(outcome) => (outcome.winner, words::result_for(outcome, running)),
        _ if cx.paused => (None, "The match is paused".into()),
        Pending::Decide { side, seat: Seat::Human } => (Some(side), task(game, side, notices, cx)),
        Pending::Decide { side, seat: Seat::Remote } => (Some(side), format!("{} to move …", name(side))),
        Pending::Decide { side, seat } => {
            let player = words::name(seat, running.setup().names[side.index()].as_ref());
            (Some(side), format!("{} to move: {player} …", name(side)))
        }
        Pending::Throw { side, seat: Seat::Human, .. } if !cx.active => {
            (Some(side), format!("{} to throw the die", name(side)))
        }
        Pending::Throw { side, seat: Seat::Remote, .. } if !cx.active => {
            (Some(side), format!("{} to throw the die …", name(side)))
        }
        Pending::Throw { side, .. } => (Some(side), format!("{} throws the die …", name(side))),
    }
}

fn of_replay(replay: &Replay, cx: &UiContext) -> (Option<Side>, String) {
    let info = replay.game().info();
    if let Some(behind) = &cx.session.background_match {
        let (at, moves) = (cx.history.move_number(cx.history.plies_at(replay.at())), cx.history.last_number());
        let state = match behind.outcome() {
            Some(outcome) => format!("the match is over: {}", words::result_for(outcome, behind)),
            None if cx.paused => "the match is paused".into(),
            None => "the match continues".into(),
        };
        return (None, format!("Move {at} of {moves}; {state}"));
    }
    match (replay.shown_outcome(), replay.game().turn()) {
        (Some(outcome), _) | (None, Turn::Over(outcome)) => {
            (outcome.winner, over(outcome, &words::result(outcome, info)))
        }
        (None, Turn::Decide(side)) => (Some(side), format!("{} to move", info.side(side))),
        (None, Turn::Chance(side, _)) => (Some(side), format!("{} to throw the die", info.side(side))),
    }
}

fn over(outcome: Outcome, result: &str) -> String {
    format!("{result}: {}", words::reason(outcome.reason))
}

fn task(game: &dyn DynGame, side: Side, notices: &[Notice], cx: &UiContext) -> String {
    let name = game.info().side(side);
    if let Some(action) = &cx.selection.unconfirmed {
        return format!("{name}: play {}?", words::short(game, action));
    }
    let choices = &cx.selection.choices;
    if !choices.is_empty() {
        let promotes = |action| cx.legal.iter().any(|(legal, gesture)| legal == action && gesture.promotion.is_some());
        let what = if choices.iter().all(|(action, _)| promotes(action)) { "the new piece" } else { "a move" };
        return format!("{name}: choose {what}");
    }
    if let Some(piece) = cx.selection.held.and_then(|held| piece_in_hand(game, held, cx.selection.count)) {
        return format!("{name}: {} where the {piece} goes", cx.hints().text("click", "tap"));
    }
    if choices::boards(cx.legal).next().is_some() {
        let due = notices.iter().find(|notice| !notice.urgent);
        return due.map_or_else(|| format!("{name} to change the board"), |notice| notice.text.clone());
    }
    if let Some(must) = notices.iter().find(|notice| notice.forces_reply) {
        return must.text.clone();
    }
    if drops_only(cx) {
        return format!("{name} to place a piece");
    }
    format!("{name} to move")
}

/// The name of the piece in hand, or of the lifted part of a stack.
fn piece_in_hand(game: &dyn DynGame, held: Place, count: Option<u8>) -> Option<&'static str> {
    let look = game.pieces().into_iter().find(|piece| piece.place == held)?.look;
    let lifted = count.and_then(|count| look.split(count)).map_or(look, |(_, lifted)| lifted);
    Some(game.piece_info(&lifted).name)
}

/// The texts below the sentence: all dangers, or else the first other text that applies.
fn details(game: &dyn DynGame, notices: &[Notice], sentence: &str, cx: &UiContext) -> Vec<SentenceDetail> {
    if let (Some(running), Some(outcome)) = (cx.session.match_on_table(), cx.session.outcome()) {
        return vec![SentenceDetail::plain(summary(running, outcome, cx.history.moves()))];
    }
    let urgent = notices.iter().filter(|notice| notice.urgent && notice.text != sentence);
    let mut details: Vec<_> = urgent.map(|notice| danger(game, notice)).collect();
    let thought = cx.thought.as_ref().filter(|thought| thought.seconds >= SHOW_SEARCH_AFTER);
    if let (true, Some(thinking), Some(running)) = (details.is_empty(), thought, cx.session.running()) {
        let found = thinking.thought.as_ref().map_or_else(String::new, |thought| {
            format!(", depth {}, {} positions", thought.depth, words::count(thought.nodes))
        });
        details.push(SentenceDetail::plain(format!(
            "{} is thinking: {:.0} s{found}",
            thinker(running),
            thinking.seconds
        )));
    }
    if details.is_empty() {
        details.extend(hint(game, cx));
    }
    if details.is_empty() {
        let last = cx.history.last().zip(cx.history.last_sentence());
        details.extend(last.map(|(ply, text)| SentenceDetail { side: Some(ply.side), text, alarm: false }));
    }
    let decides = cx
        .session
        .running()
        .is_some_and(|running| matches!(running.pending(), Pending::Decide { seat: Seat::Human, .. }));
    if details.is_empty() && decides {
        let click = cx.hints().text("Click", "Tap");
        if drops_only(cx) {
            details.push(SentenceDetail::plain(format!("{click} a piece of your reserve, and then a cell")));
        } else if cx.settings.targets {
            details.push(SentenceDetail::plain(format!("{click} a piece with an outline: it can move")));
        }
    }
    details
}

/// Whether all pieces that can move are in the reserve.
fn drops_only(cx: &UiContext) -> bool {
    let mut from = cx.legal.iter().filter_map(|(_, gesture)| gesture.from).peekable();
    from.peek().is_some() && from.all(|place| matches!(place, Place::Reserve(..)))
}

/// The next step with a piece or section in hand.
fn hint(game: &dyn DynGame, cx: &UiContext) -> Option<SentenceDetail> {
    let (selection, hints) = (&cx.selection, cx.hints());
    if let Some((from, to)) = cx.premove.cells() {
        let name = |cell: crate::engine::Cell| game.layout().cells.get(cell.index()).map(|cell| cell.name.clone());
        let [from, to] = [from, to].map(|cell| name(cell).unwrap_or_default());
        let cancels = hints.text("; a right click cancels it", "");
        return Some(SentenceDetail::plain(format!("Premove: {from} to {to}, if legal{cancels}")));
    }
    let words = if let Some(action) = &selection.unconfirmed {
        return Some(SentenceDetail::plain(game.describe(action).unwrap_or_default()));
    } else if !selection.choices.is_empty() {
        hints.text("Click the choice, or press its digit", "Tap the choice")
    } else if selection.held.is_some() {
        hints.text("Click a marked cell; Escape puts the piece back", "Tap a marked cell")
    } else if selection.section.is_some() {
        hints.text("Click where it snaps into place; Escape lets it go", "Drag it until it snaps into place, and tap")
    } else if choices::boards_are_due(cx) {
        match game.pieces().is_empty() {
            true => hints.text(
                "Click where the section joins, or choose a board",
                "Drag the section to where it joins, or choose a board",
            ),
            false => hints.text(
                "Click a section and then where it joins, or choose a board",
                "Tap a section and then where it joins, or choose a board",
            ),
        }
    } else {
        return None;
    };
    Some(SentenceDetail::plain(words))
}

/// A danger, with the pieces that cause it. Only a danger for the side to move is an alarm.
fn danger(game: &dyn DynGame, notice: &Notice) -> SentenceDetail {
    let (pieces, layout) = (game.pieces(), game.layout());
    let on = |cell| pieces.iter().rev().find(|piece| piece.place == Place::Cell(cell));
    let threatened = notice.cells.first().and_then(|cell| on(*cell)?.side);
    let enemies = notice.cells.iter().skip(1).filter_map(|cell| {
        let piece = on(*cell).filter(|piece| piece.side.is_some() && piece.side != threatened)?;
        Some(format!("{} {}", game.piece_info(&piece.look).name, layout.cells.get(cell.index())?.name))
    });
    let enemies: Vec<_> = enemies.collect();
    let text = match enemies.is_empty() {
        true => notice.text.clone(),
        false => format!("{}: {}", notice.text, enemies.join(", ")),
    };
    SentenceDetail { side: None, text, alarm: threatened.is_none() || threatened == game.turn().side() }
}

/// The name of the player that is thinking.
fn thinker(running: &Match) -> String {
    match running.pending() {
        Pending::Decide { side, seat } => words::name(seat, running.setup().names[side.index()].as_ref()),
        Pending::Throw { .. } | Pending::Over(_) => String::new(),
    }
}

/// The players with their names, the reason for the end, and the number of moves.
fn summary(running: &Match, outcome: Outcome, moves: usize) -> String {
    let Setup { seats, names, .. } = running.setup();
    let named = names.iter().any(Option::is_some);
    let players = if named { format!("{}: ", words::players(*seats, names)) } else { String::new() };
    let unit = if moves == 1 { "move" } else { "moves" };
    format!("{players}{}, after {moves} {unit}", words::capital(words::reason(outcome.reason)))
}
