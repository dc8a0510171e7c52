//! Use of the rules as a crate without features: lists actions, plays them, applies rolls, and
//! explains a refusal.
//!
//! `cargo run -p fairground-rules --example rules`

use std::error::Error;

use fairground_rules::engine::{ActionText, Options, Turn, split_mix_64};
use fairground_rules::games;

fn main() -> Result<(), Box<dyn Error>> {
    for info in games::ALL {
        println!("{:<10} {}", info.id, info.summary);
    }

    let mut game = games::begin(games::info("fluky")?, Options::default(), None)?;
    println!("\n{} begins with {} actions.", game.info().name, game.actions().len());
    if let Err(refusal) = game.apply("a1a5") {
        println!("a1a5 is {refusal}");
    }

    // The rules are deterministic: the caller chooses the actions and throws the dice, here by a
    // hash of the step number.
    for step in 0..200 {
        let turn = game.turn();
        let choose = |number: usize| usize::try_from(split_mix_64(step)).unwrap_or(0) % number.max(1);
        let action = match turn {
            Turn::Over(outcome) => {
                println!("After {} actions: {outcome} ({}).", game.played().len(), outcome.reason);
                break;
            }
            Turn::Chance(_, die) => ActionText::roll(die.sides[choose(die.sides.len())]),
            Turn::Decide(_) => {
                let actions = game.actions();
                actions[choose(actions.len())].clone()
            }
        };
        let words = game.describe(&action).unwrap_or_default();
        let events = game.apply(&action)?;
        if step < 6 {
            println!("{action:<6} {words} ({} events): {}", events.len(), game.text());
        }
    }
    Ok(())
}
