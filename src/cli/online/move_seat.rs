//! The command to move a seat in a room to another device.

use std::io::Write;

use crate::cli::CliError;

/// Requests and prints a new link to the seat.
pub(in crate::cli) fn move_seat(link: &str, out: &mut impl Write) -> Result<(), CliError> {
    use std::io;
    use std::sync::mpsc;

    use crate::platform::clock::{Duration, Instant};
    use crate::platform::jobs::Wake;
    use crate::rooms::{RoomClient, RoomLink, RoomUpdate};

    /// The timeout for the server.
    const PATIENCE: Duration = Duration::from_secs(20);

    let link: RoomLink = link.parse().map_err(|error| CliError::Usage(format!("{error}")))?;
    let server = link.server.clone();
    let failed = |why: &str| Err(CliError::Room { place: server.clone(), why: why.to_string() });
    let (wake, woken) = mpsc::channel();
    // An error means that the receiver no longer exists.
    let wake = Wake::by(move || {
        let _ = wake.send(());
    });
    let mut client = RoomClient::join(link, None, &wake).map_err(io::Error::other)?;
    let until = Instant::now() + PATIENCE;
    loop {
        for update in client.poll() {
            match update {
                RoomUpdate::Entered if client.state().side().is_none() => {
                    return failed("the link is a spectator's; only a player's seat can be moved");
                }
                RoomUpdate::Entered => client.send(|state| state.move_seat()),
                RoomUpdate::Moved(link) => {
                    writeln!(out, "{link}")?;
                    return Ok(out.flush()?);
                }
                RoomUpdate::Refused(_, refused) => return failed(&refused.why),
                RoomUpdate::ServerFault(why) | RoomUpdate::Lost(why, _) => return failed(&why),
                RoomUpdate::Closed(bye) => {
                    return failed(bye.text.as_deref().unwrap_or("the server closed the connection"));
                }
                _ => {}
            }
        }
        let Some(left) = until.checked_duration_since(Instant::now()) else {
            return failed("it does not respond");
        };
        // After a timeout, the next `left` is `None`.
        let _ = woken.recv_timeout(left);
    }
}
