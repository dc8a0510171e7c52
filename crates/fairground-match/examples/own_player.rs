//! A custom player in a match against a bot, in any game, with or without dice: it minimizes the
//! number of the opponent's actions.
//!
//! `cargo run --release -p fairground-match --example own_player [GAME [BOT]]`

use std::error::Error;

use fairground_match::play::{Decision, Match, PlayError, Player, PlayerError, Seat, Setup, StepResult};
use fairground_rules::bots::Bot;
use fairground_rules::engine::{ActionText, Side};
use fairground_rules::games;

/// Minimizes the number of the opponent's actions, and takes an immediate win.
struct Narrow;

impl Player for Narrow {
    fn choose(&mut self, decision: &Decision, stop: &(dyn Fn() -> bool + Sync)) -> Result<ActionText, PlayerError> {
        let (game, side) = (decision.game(), decision.side());
        let mut best = None;
        for action in game.actions() {
            if best.is_some() && stop() {
                break;
            }
            let mut after = game.boxed();
            after.apply(&action)?;
            let left = match after.turn().outcome() {
                Some(outcome) if outcome.winner == Some(side) => 0,
                // A draw or a loss is the last choice.
                Some(_) => usize::MAX,
                // If a die is due, these are its faces.
                None => after.actions().len(),
            };
            if best.as_ref().is_none_or(|(fewest, _)| left < *fewest) {
                best = Some((left, action));
            }
        }
        best.map(|(_, action)| action).ok_or_else(|| "no action is legal".into())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let info = games::info(&args.next().unwrap_or_else(|| "fluky".to_string()))?;
    let bot: Bot = args.next().as_deref().unwrap_or("random").parse()?;

    // Match files record seats; the name identifies the custom player there.
    let names = [Some("Narrow".to_string()), None];
    let mut running = Match::new(Setup { names, ..Setup::new(info, [Seat::Human, Seat::Bot(bot)], 1) })?;
    let mut players: [Box<dyn Player>; 2] = [Box::new(Narrow), Box::new(bot)];
    if let StepResult::Failed { side, reason } = running.drive(&mut players, u64::MAX, |_| Ok::<_, PlayError>(()))? {
        println!("{} fails: {reason}", info.side(side));
    }
    let outcome = running.outcome().ok_or("the match is not over")?;
    let winner = match outcome.winner {
        Some(Side::White) => "Narrow wins".to_string(),
        Some(Side::Black) => format!("{} wins", bot.name()),
        None => "Draw".to_string(),
    };
    println!("{}, {} actions: {winner} ({})", info.name, running.game().played().len(), outcome.reason);
    Ok(())
}
