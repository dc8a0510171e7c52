use std::time::Duration;

use crate::arena::player::Player;
use crate::engine::{ActionText, Side, Tabletop, TypedGame};
use crate::platform::clock::Instant;
use crate::play::{ClockTimes, Setup, UciError, UciMove, UciProgram};

/// The programs that play for A and B on one thread. Each is started when it is needed, and again after it has failed.
#[derive(Default)]
pub(in crate::arena) struct Programs {
    running: [Option<Opponent>; 2],
    /// The names that they give themselves.
    pub names: [Option<String>; 2],
}

struct Opponent {
    program: UciProgram,
    /// Whether it knows that this match has begun.
    begun: bool,
}

impl Programs {
    /// Another match begins.
    pub fn begin_match(&mut self) {
        for opponent in self.running.iter_mut().flatten() {
            opponent.begun = false;
        }
    }

    /// The move of A (0) or B (1), what it says of it, and the time that it took; `None` if that is a bot.
    ///
    /// # Errors
    /// A program that does not answer, or whose move the rules do not allow; it is ended.
    pub fn decide<P: Tabletop>(
        &mut self,
        index: usize,
        player: &Player,
        game: &TypedGame<P>,
        side: Side,
        clocks: Option<ClockTimes>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Result<(P::Action, UciMove, Duration), UciError>> {
        let Player::Program(command) = player else { return None };
        let mut decide = || {
            let opponent = match &mut self.running[index] {
                Some(opponent) => opponent,
                none => {
                    let program = UciProgram::start(command, P::INFO, game.options())?;
                    self.names[index] = program.name().and_then(Setup::name);
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
