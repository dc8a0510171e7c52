//! Carries out the panels' commands about rooms, and handles the servers' messages.

use bevy::prelude::*;

use super::kept_rooms::{KeptRoom, KeptRooms};
use super::lobby::Lobby;
use super::room::{CurrentRoom, Joined};
use super::room_command::RoomCommand;
use crate::record::MatchEvent;
use crate::rooms::RoomLink;
use crate::session::messages::Notification;
use crate::session::next_frame::{TICK, request_frame};
use crate::session::schedule::{GameSet, MatchSet};
use crate::session::settings::Settings;
use crate::session::wake_up::WakeUp;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<RoomCommand>()
        .init_resource::<CurrentRoom>()
        .init_resource::<Lobby>()
        .init_resource::<KeptRooms>()
        .add_systems(Update, (handle_commands, receive).chain().in_set(GameSet::Update).before(MatchSet::Clock))
        .add_systems(
            Update,
            (
                request_frame(TICK).run_if(|room: Res<CurrentRoom>| room.is_due()),
                request_frame(0.0).run_if(|room: Res<CurrentRoom>| room.is_behind()),
            )
                .in_set(GameSet::Rest),
        );
}

/// The player's name, as shown to others.
fn name(settings: &Settings) -> Option<String> {
    Some(settings.player_name.trim().to_string()).filter(|name| !name.is_empty())
}

fn handle_commands(
    mut commands: MessageReader<RoomCommand>,
    (mut room, mut lobby, mut kept): (ResMut<CurrentRoom>, ResMut<Lobby>, ResMut<KeptRooms>),
    (settings, wake): (Res<Settings>, Res<WakeUp>),
    mut notifications: MessageWriter<Notification>,
) {
    for command in commands.read() {
        match command {
            RoomCommand::Create { server, room, side } => lobby.create(server.clone(), room, *side, &wake),
            RoomCommand::List(server) => lobby.list(server.clone(), &wake),
            RoomCommand::Join(link) => {
                if let Err(why) = enter(link, [None, None], &mut room, &mut kept, &settings, &wake) {
                    lobby.refuse(why);
                }
            }
            RoomCommand::Leave => room.leave(),
            RoomCommand::Forget(link) => {
                if let Err(why) = kept.forget(link) {
                    notifications.write(Notification::new(why));
                }
            }
            RoomCommand::MoveSeat => room.joined_mut().into_iter().for_each(Joined::move_seat),
            _ => {
                let Some(joined) = room.joined_mut() else { continue };
                joined.client_mut().send(|state| {
                    Some(match command {
                        RoomCommand::Offer(what) => state.offer(*what),
                        RoomCommand::Answer(offer, yes) => state.answer(*offer, *yes),
                        RoomCommand::Withdraw(offer) => state.withdraw(*offer),
                        RoomCommand::Claim => state.claim(),
                        RoomCommand::Say(text) => state.say(text),
                        RoomCommand::SayPhrase(phrase) => state.say_phrase(*phrase),
                        RoomCommand::Mute(on) => return state.mute(*on),
                        _ => return None,
                    })
                });
            }
        }
    }
}

/// Joins a room, and stores the seat there.
fn enter(
    link: &RoomLink,
    links: [Option<&RoomLink>; 2],
    room: &mut CurrentRoom,
    kept: &mut KeptRooms,
    settings: &Settings,
    wake: &WakeUp,
) -> Result<(), String> {
    let unkept = match link.token {
        Some(_) => kept.store(link, links),
        None => Ok(()),
    };
    room.join(link.clone(), name(settings), wake)?;
    let [invitation, watch] = kept.of(link).map(KeptRoom::links).unwrap_or_default();
    if let Some(joined) = room.joined_mut() {
        joined.set_links(invitation, watch);
    }
    unkept
}

/// Handles the answers and messages of servers.
fn receive(
    (mut room, mut lobby, mut kept): (ResMut<CurrentRoom>, ResMut<Lobby>, ResMut<KeptRooms>),
    (settings, wake): (Res<Settings>, Res<WakeUp>),
    mut notifications: MessageWriter<Notification>,
) {
    if lobby.is_busy()
        && let Some(made) = lobby.take()
    {
        let links = [made.invitation.as_ref(), Some(&made.watch)];
        if let Err(why) = enter(&made.own, links, &mut room, &mut kept, &settings, &wake) {
            lobby.refuse(why);
        }
    }
    // Polling alone does not count as a change.
    let Some(effects) = room.bypass_change_detection().joined_mut().and_then(|joined| joined.poll()) else { return };
    room.set_changed();
    notifications.write_batch(effects.notifications);
    let mut written = Vec::new();
    if let (Some(link), Some(side)) = (&effects.moved, room.joined().and_then(|joined| joined.state().side())) {
        written.push(kept.replace_link(link, side));
    }
    if let Some(joined) = room.joined().filter(|_| effects.changed) {
        written.push(describe(joined, &mut kept));
    }
    if let Some(link) = &effects.rematch {
        written.push(enter(link, [None, None], &mut room, &mut kept, &settings, &wake));
    }
    notifications.write_batch(written.into_iter().filter_map(Result::err).map(Notification::new));
}

/// Stores the details of the seat. Removes spectators' links, and all seats of a finished match.
fn describe(joined: &Joined, kept: &mut KeptRooms) -> Result<(), String> {
    let (state, link) = (joined.state(), joined.state().link());
    let Some(welcome) = state.welcome() else { return Ok(()) };
    if state.events().iter().any(|event| matches!(event, MatchEvent::Result(_))) {
        return kept.forget_room(link);
    }
    match state.side() {
        Some(side) => kept.describe(link, &welcome.game, side, joined.name(side.other())),
        None => kept.forget(link),
    }
}
