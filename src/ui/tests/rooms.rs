//! The panel beside a match in a room.

use super::rig::{Rig, SCREENS, played};
use crate::engine::Side;
use crate::session::{Room, Showing};

#[test]
fn a_match_in_a_room_is_not_hidden_and_fits_beside_the_table() {
    for screen in SCREENS {
        let mut running = played("chess", 4);
        running.seat_remote(Side::Black);
        let mut rig = Rig::new(screen, Showing::Match(Box::new(running)));
        (rig.state.online.open, rig.state.form_open) = (true, true);
        rig.room = Room::without_server();
        rig.check("room");
        assert!(!rig.state.online.open && !rig.state.form_open, "they would hide the table");
        assert!(rig.position_of("⏸").is_none(), "there is no pause in a room");
        for words in ["The connection is lost", "Take back", "Offer draw", "Resign"] {
            assert!(rig.reach_in_panel(words), "{words}: {:?}", rig.seen());
        }
    }
}
