use std::time::Duration;

use crate::contestant::Contestant;
use fairground_match::platform::clock::Instant;
use fairground_match::play::{ClockTimes, Setup, UciError, UciMove, UciProgram};
use fairground_rules::engine::{ActionText, Game, Side, TypedGame};

/// The external engines of A and B on one thread. An engine is started on first use, and again
/// after a failure.
#[derive(Default)]
pub(crate) struct Programs {
    running: [Option<Opponent>; 2],
    /// The names that the engines report.
    pub names: [Option<String>; 2],
}

struct Opponent {
    program: UciProgram,
    /// Whether the engine knows of the start of this match.
    begun: bool,
}

impl Programs {
    /// Starts another match.
    pub fn begin_match(&mut self) {
        for opponent in self.running.iter_mut().flatten() {
            opponent.begun = false;
        }
    }

    /// The move of A (0) or B (1), its report, and the time taken; `None` if the player is a bot.
    ///
    /// # Errors
    /// If the engine does not answer, or its move is illegal. The engine is then terminated.
    pub fn decide<P: Game>(
        &mut self,
        index: usize,
        player: &Contestant,
        game: &TypedGame<P>,
        side: Side,
        clocks: Option<ClockTimes>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Result<(P::Action, UciMove, Duration), UciError>> {
        let Contestant::Program(command) = player else { return None };
        let mut decide = || {
            let opponent = match &mut self.running[index] {
                Some(opponent) => opponent,
                none => {
                    let program = UciProgram::start(command, P::INFO, game.options())?;
                    self.names[index] = program.name().and_then(Setup::normalised_name);
                    none.insert(Opponent { program, begun: false })
                }
            };
            if !opponent.begun {
                opponent.program.begin_match()?;
                opponent.begun = true;
            }
            let actions: Vec<_> = game.actions().map(|action| ActionText::from(action.to_string())).collect();
            let begun = Instant::now();
            let found = opponent.program.think(&game.start().to_string(), &actions, side, clocks, stop)?;
            let used = begun.elapsed();
            Ok((opponent.program.legal_action(game, &found)?, found, used))
        };
        let decided = decide();
        if decided.is_err() {
            self.running[index] = None;
        }
        Some(decided)
    }
}
