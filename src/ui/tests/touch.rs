//! Tests of the panels under a finger.

use bevy_egui::egui::vec2;

use super::rig::{Rig, played};
use crate::engine::Side;
use crate::games;
use crate::play::Replay;
use crate::session::{Pointing, Session};
use crate::ui::state::ui_command::Question;

/// Words for keys and mouse buttons.
const DEVICES: [&str; 13] = [
    "click",
    "mouse",
    "wheel",
    "press ",
    "key",
    "escape",
    "(esc)",
    "(enter)",
    "(tab)",
    "space",
    "page down",
    "f12",
    "digit",
];

/// Names of keys in brackets: `(U)`, `(F2)`, `(Shift+Esc)`.
fn names_a_key(text: &str) -> bool {
    let inner = text.rsplit_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(inner, _)| inner);
    inner.is_some_and(|inner| {
        let last = inner.rsplit([' ', '+']).next().unwrap_or_default();
        last.len() == 1 && last.chars().all(|letter| letter.is_ascii_uppercase())
            || last.strip_prefix('F').is_some_and(|number| number.parse::<u8>().is_ok())
    })
}

fn faults(rig: &mut Rig) -> Vec<String> {
    for _ in 0..4 {
        rig.frame(Vec::new());
    }
    let faulty = |text: &&str| DEVICES.iter().any(|device| text.to_lowercase().contains(device)) || names_a_key(text);
    rig.all_texts().filter(faulty).map(str::to_string).collect()
}

/// On a phone upright and sideways, and on a touch screen beside a keyboard.
#[test]
fn texts_name_no_keys_to_a_finger() {
    let game = |id: &str, decisions| Session::from(played(id, decisions));
    let mut found = Vec::new();
    for size in [vec2(390.0, 844.0), vec2(844.0, 390.0), vec2(1280.0, 800.0)] {
        let mut look = |what: &str, session: Session, set: &dyn Fn(&mut Rig)| {
            let mut rig = Rig::new((size, 100), session);
            rig.pointing = Pointing::Touch;
            rig.state.panel.fold = Some(false);
            set(&mut rig);
            found.extend(faults(&mut rig).into_iter().map(|text| format!("{what} at {size:?}: {text}")));
        };
        look("start screen", Session::default(), &|_| {});
        for info in games::ALL {
            look(info.id, game(info.id, 0), &|_| {});
            look(info.id, game(info.id, 9), &|_| {});
        }
        look("replay", Session::from(Replay::of_match(&played("fluky", 20))), &|_| {});
        look("a question", game("chess", 3), &|rig| rig.state.messages.question = Some(Question::Resign(Side::White)));
        look("gestures", game("chess", 3), &|rig| rig.state.help.open = true);
        look("new match", game("chess", 3), &|rig| rig.state.new_match.open = true);
        look("ledger", game("fluky", 9), &|rig| rig.state.ledger.open = true);
        look("a piece in hand", game("chess", 0), &|rig| {
            let from = rig.session.running().and_then(|running| running.game().gestures()[0].1.from);
            rig.selection.held = from;
        });
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The test above can fail: the same texts name keys beside a mouse.
#[test]
fn texts_name_keys_beside_a_mouse() {
    let mut rig = Rig::new((vec2(1280.0, 800.0), 100), Session::default());
    assert!(faults(&mut rig).iter().any(|text| text == "Start (Enter)"), "{:?}", rig.seen());
}
