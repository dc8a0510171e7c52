//! Replaces the contents of the table.

use super::progress::MatchProgress;
use super::saving::Saving;
use super::showing::Session;
use super::turn_clock::TurnClock;
use crate::platform::jobs::Wake;
use crate::play::PlayError;

/// Replaces the contents of the table. The previous match is charged for the time spent on its
/// pending decision, and saved. A replay starts playing immediately.
///
/// # Errors
/// If the time cannot be recorded. The table changes nevertheless.
pub(super) fn change_table(
    session: &mut Session,
    next: Session,
    (progress, clock, saving): (&mut MatchProgress, &mut TurnClock, &mut Saving),
    wake: &Wake,
) -> Result<(), PlayError> {
    let charged = clock.leave(session);
    progress.restart();
    let plays = next.replay().is_some();
    (progress.replay_playing, progress.paused, progress.replay_throws) = (plays, false, false);
    saving.leave(std::mem::replace(session, next), wake);
    clock.reset();
    charged
}
