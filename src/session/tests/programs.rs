//! Tests of other programs at the table.
#![cfg(unix)]

use std::fs;

use tempfile::TempDir;

use super::*;

/// A UCI program that answers each `go` with the move given as its argument, or not at all if the
/// argument is `hangs`.
const SCRIPT: &str = r#"
while read -r word rest; do
    case "$word" in
        uci) echo uciok ;;
        isready) echo readyok ;;
        stop) echo "bestmove d7d5" ;;
        quit) exit 0 ;;
        go) if [ "$1" != hangs ]; then echo "bestmove $1"; fi ;;
    esac
done
"#;

/// A person against a program run with the argument `what`, in chess.
fn against(what: &str) -> (TempDir, App) {
    in_game("chess", what)
}

/// A person against a program run with the argument `what`.
fn in_game(id: &str, what: &str) -> (TempDir, App) {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("joker.sh");
    fs::write(&script, SCRIPT).unwrap();
    let mut setup = Setup::new(games::info(id).unwrap(), [Seat::Human; 2], 1);
    let command = format!("uci:time=0.1 patience=60 sh '{}' {what}", script.display());
    setup.seat_program(Side::Black, command.parse().unwrap());
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, crate::session::plugin));
    app.world_mut().resource_mut::<Settings>().pause = 0.0;
    ask(&mut app, PlayerCommand::Begin(Box::new(setup)));
    (folder, app)
}

/// Updates the match until the program has moved or failed; returns the messages to the players.
fn until_the_program_is_done(app: &mut App) -> Vec<String> {
    let mut cursor = app.world().resource::<Messages<Notification>>().get_cursor_current();
    let (begun, mut told) = (Instant::now(), Vec::new());
    while session(app).live_match().unwrap().pending().is_bots() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the program does not go on");
        app.update();
        std::thread::sleep(Duration::from_millis(1));
        told.extend(cursor.read(app.world().resource::<Messages<Notification>>()).map(|told| told.text.clone()));
    }
    told
}

fn played(app: &App) -> Vec<String> {
    session(app).game().unwrap().played().iter().map(ToString::to_string).collect()
}

#[test]
fn a_program_plays_until_it_fails_and_a_person_goes_on() {
    let (_folder, mut app) = against("e7e5");
    act(&mut app, "e2e4");
    assert_eq!(until_the_program_is_done(&mut app), Vec::<String>::new());
    assert_eq!(played(&app), ["e2e4", "e7e5"]);
    // Takes back the program's reply as well.
    ask(&mut app, PlayerCommand::Takeback);
    assert_eq!(played(&app), Vec::<String>::new());
    act(&mut app, "d2d4");
    until_the_program_is_done(&mut app);
    act(&mut app, "d4e5");
    let told = until_the_program_is_done(&mut app);
    assert!(
        told[0].contains("the move \"e7e5\" is not allowed. The match is kept; you can take over Black."),
        "{told:?}"
    );
    assert_eq!(session(&app).live_match().unwrap().setup().seats, [Seat::Human; 2]);
    act(&mut app, "d7d6");
    assert_eq!(played(&app).len(), 4);
}

#[test]
fn a_program_that_does_not_start_leaves_its_seat() {
    let (folder, mut app) = against("e7e5");
    fs::remove_file(folder.path().join("joker.sh")).unwrap();
    act(&mut app, "e2e4");
    let told = until_the_program_is_done(&mut app);
    assert!(told[0].contains("the program has ended") && told[0].contains("you can take over Black"), "{told:?}");
}

#[test]
fn a_program_moves_now_if_it_is_asked_to() {
    let (_folder, mut app) = against("hangs");
    act(&mut app, "e2e4");
    while !app.world().resource::<MatchProgress>().is_thinking() {
        app.update();
    }
    ask(&mut app, PlayerCommand::MoveNow);
    until_the_program_is_done(&mut app);
    assert_eq!(played(&app), ["e2e4", "d7d5"]);
}

#[test]
fn a_program_that_does_not_know_the_game_leaves_its_seat() {
    let (_folder, mut app) = in_game("tactical", "a1a2");
    let first = session(&app).game().unwrap().actions()[0].to_string();
    act(&mut app, &first);
    let told = until_the_program_is_done(&mut app);
    let says = "expected the value tactical of its option UCI_Variant, found no such option. The match is kept";
    assert!(told[0].contains(says), "{told:?}");
}
