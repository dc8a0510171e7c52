//! The commands for administrators of a server's rooms.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::serve::RetentionArgs;
use crate::cli::output::output_file;

#[derive(Args, Debug)]
pub(in crate::cli) struct RoomsArgs {
    /// The folder of the rooms [default: in the user's data folder]
    #[arg(long, value_name = "DIR", global = true)]
    pub folder: Option<PathBuf>,
    #[command(subcommand)]
    pub command: RoomsCommand,
}

#[derive(Subcommand, Debug)]
pub(in crate::cli) enum RoomsCommand {
    /// List the rooms, the latest change first
    List(ListArgs),
    /// Show a room
    Show(ShowArgs),
    /// Write the match of a room to a match file, finished or not
    Export(ExportArgs),
    /// Delete rooms with their matches, and disconnect the people in them
    Delete(DeleteArgs),
    /// Delete rooms without activity for a long time, as a server does regularly
    ///
    /// Rooms in use are kept.
    Prune(PruneArgs),
}

#[derive(Args, Debug)]
pub(in crate::cli) struct ListArgs {
    /// Print JSON: for each room the keys of `fairground rooms show --json`
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct ShowArgs {
    /// The room, such as a-0123456789abcdef
    pub room: String,
    /// Print JSON: `room`, `state` (`unstarted`, `playing` or `finished`), `game`, `clock`,
    /// `private`, `white` and `black` (`human`, or a bot), `white_name` and `black_name`, `lines`
    /// of the match file, `outcome` (`white`, `black` or `draw`) and `reason` once the match is
    /// over, `created` and `changed`, `bytes` on disk, and `error`, the reason why the room cannot
    /// be read, or null
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct ExportArgs {
    /// The room, such as a-0123456789abcdef
    pub room: String,
    /// The new match file [default: standard output]
    #[arg(short, long, value_name = "OUT.jsonl", value_parser = output_file())]
    pub out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct DeleteArgs {
    /// The rooms, such as a-0123456789abcdef
    #[arg(required = true, value_name = "ROOM")]
    pub rooms: Vec<String>,
    /// Print JSON: for each room its name, `room`, and the `result`: `deleted`, `missing`,
    /// `in_use`, or `failed` with the system's error
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct PruneArgs {
    #[command(flatten)]
    pub retention: RetentionArgs,
    /// Only list the rooms that would be deleted
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON like `fairground rooms delete`; with --dry-run like `fairground rooms list`
    #[arg(long)]
    pub json: bool,
}

#[cfg(not(feature = "server"))]
pub(in crate::cli) fn rooms(_: &RoomsArgs, _: &mut impl std::io::Write) -> Result<(), crate::cli::CliError> {
    Err(crate::cli::CliError::Usage("rooms needs the feature `server`, which this build lacks".to_string()))
}

#[cfg(feature = "server")]
pub(in crate::cli) use with_server::rooms;

#[cfg(feature = "server")]
mod with_server {
    use std::fs::File;
    use std::io::Write;
    use std::path::Path;

    use jiff::Timestamp;
    use serde::Serialize;

    use super::super::serve::folder;
    use super::{RoomsArgs, RoomsCommand};
    use crate::cli::CliError;
    use crate::cli::json::json;
    use crate::cli::output::unwritable;
    use crate::cli::words::of_file;
    use crate::server::{Deleted, DeletionResult, MatchState, RoomDetails, RoomFolder};

    /// A printed room.
    #[derive(Serialize)]
    struct Row {
        room: String,
        state: Option<MatchState>,
        game: Option<String>,
        clock: Option<String>,
        private: Option<bool>,
        white: Option<String>,
        black: Option<String>,
        white_name: Option<String>,
        black_name: Option<String>,
        lines: Option<usize>,
        outcome: Option<String>,
        reason: Option<String>,
        created: Option<Timestamp>,
        changed: Option<Timestamp>,
        bytes: u64,
        error: Option<String>,
    }

    impl Row {
        fn new(details: RoomDetails) -> Row {
            let (about, error) = match details.about {
                Ok(about) => (Some(about), None),
                Err(error) => (None, Some(error)),
            };
            let time = |seconds: u64| Timestamp::from_second(i64::try_from(seconds).ok()?).ok();
            let created = about.as_ref().map(|about| about.created).filter(|created| *created > 0).and_then(time);
            let about_match = |text: fn(&crate::server::MatchDetails) -> Option<String>| about.as_ref().and_then(text);
            Row {
                room: details.room,
                state: about.as_ref().map(|about| about.state),
                game: about_match(|about| Some(about.game.clone())),
                clock: about_match(|about| about.clock.clone()),
                private: about.as_ref().map(|about| about.private),
                white: about_match(|about| Some(about.seats.white.clone())),
                black: about_match(|about| Some(about.seats.black.clone())),
                white_name: about_match(|about| about.names.white.clone()),
                black_name: about_match(|about| about.names.black.clone()),
                lines: about.as_ref().map(|about| about.lines),
                outcome: about_match(|about| about.outcome.clone()),
                reason: about_match(|about| about.reason.clone()),
                created,
                changed: time(details.changed),
                bytes: details.bytes,
                error,
            }
        }

        fn state(&self) -> &'static str {
            match self.state {
                Some(MatchState::Unstarted) => "unstarted",
                Some(MatchState::Playing) => "playing",
                Some(MatchState::Finished) => "finished",
                None => "damaged",
            }
        }

        /// The name of a player, or of the bot in the seat.
        fn player(name: &Option<String>, seat: &Option<String>) -> String {
            of_file(name.as_deref().or(seat.as_deref()).unwrap_or("?")).into_owned()
        }

        /// One line of the list.
        fn write_line(&self, out: &mut impl Write) -> Result<(), CliError> {
            let (white, black) =
                (Row::player(&self.white_name, &self.white), Row::player(&self.black_name, &self.black));
            let changed = self.changed.map(|changed| changed.to_string()).unwrap_or_default();
            let game = self.game.as_deref().unwrap_or("?");
            let more = self.error.as_ref().map(|error| format!("\t{error}")).unwrap_or_default();
            Ok(writeln!(out, "{}\t{}\t{game}\t{white} - {black}\t{changed}{more}", self.room, self.state())?)
        }

        fn write_all(&self, out: &mut impl Write) -> Result<(), CliError> {
            let time = |time: Option<Timestamp>| time.map(|time| time.to_string());
            let lines = self.lines.map(|lines| lines.to_string());
            let private = self.private.map(|private| if private { "yes" } else { "no" }.to_string());
            let result = self.outcome.as_ref().map(|outcome| {
                self.reason.as_ref().map_or_else(|| outcome.clone(), |reason| format!("{outcome} ({reason})"))
            });
            for (name, value) in [
                ("room", Some(self.room.clone())),
                ("state", Some(self.state().to_string())),
                ("error", self.error.clone()),
                ("game", self.game.clone()),
                ("clock", self.clock.clone()),
                ("private", private),
                ("white", self.white.as_ref().map(|_| Row::player(&self.white_name, &self.white))),
                ("black", self.black.as_ref().map(|_| Row::player(&self.black_name, &self.black))),
                ("lines", lines),
                ("result", result),
                ("created", time(self.created)),
                ("changed", time(self.changed)),
                ("bytes", Some(self.bytes.to_string())),
            ] {
                if let Some(value) = value {
                    writeln!(out, "{name}: {value}")?;
                }
            }
            Ok(())
        }
    }

    /// Carries out a command on the rooms of a folder.
    pub(in crate::cli) fn rooms(args: &RoomsArgs, out: &mut impl Write) -> Result<(), CliError> {
        let path = folder(args.folder.as_deref())?;
        let failed = |error: std::io::Error| CliError::Usage(format!("{}: {error}", path.display()));
        let folder = RoomFolder::open(&path).map_err(failed)?;
        match &args.command {
            RoomsCommand::List(list) => write_list(folder.list().map_err(failed)?, list.json, out),
            RoomsCommand::Show(show) => {
                let details = folder.details(&show.room).ok_or_else(|| missing(&show.room))?;
                let row = Row::new(details);
                if show.json { json(&row, out) } else { row.write_all(out) }
            }
            RoomsCommand::Export(export) => {
                folder.details(&export.room).ok_or_else(|| missing(&export.room))?;
                let text = folder.match_file(&export.room);
                let text = text.map_err(|error| CliError::Usage(format!("room {}: {error}", export.room)))?;
                let unstarted = || CliError::Usage(format!("the match of room {} has not started", export.room));
                write_match(export.out.as_deref(), &text.ok_or_else(unstarted)?, out)
            }
            RoomsCommand::Delete(delete) => {
                let deleted = folder.delete(delete.rooms.clone(), true).map_err(failed)?;
                write_deleted(&deleted, delete.json, out)
            }
            RoomsCommand::Prune(prune) => {
                let ended = folder.ended(&prune.retention.read(), folder.now()).map_err(failed)?;
                if prune.dry_run {
                    return write_list(ended, prune.json, out);
                }
                let rooms = ended.into_iter().map(|details| details.room).collect();
                write_deleted(&folder.delete(rooms, false).map_err(failed)?, prune.json, out)
            }
        }
    }

    fn missing(room: &str) -> CliError {
        CliError::Usage(format!("unknown room '{room}'; `fairground rooms list` lists all"))
    }

    fn write_list(rooms: Vec<RoomDetails>, as_json: bool, out: &mut impl Write) -> Result<(), CliError> {
        let rows: Vec<_> = rooms.into_iter().map(Row::new).collect();
        if as_json { json(&rows, out) } else { rows.iter().try_for_each(|row| row.write_line(out)) }
    }

    /// Writes a new match file. Does not replace an existing one.
    fn write_match(file: Option<&Path>, text: &str, out: &mut impl Write) -> Result<(), CliError> {
        let Some(file) = file else { return Ok(out.write_all(text.as_bytes())?) };
        let write = || {
            let mut new = File::create_new(file)?;
            new.write_all(text.as_bytes())?;
            new.sync_all()
        };
        write().map_err(|error| unwritable(file, &error))
    }

    fn write_deleted(deleted: &[Deleted], as_json: bool, out: &mut impl Write) -> Result<(), CliError> {
        if as_json {
            json(&deleted, out)?;
        }
        let mut kept = Vec::new();
        for Deleted { room, result } in deleted {
            match result {
                DeletionResult::Deleted if as_json => {}
                DeletionResult::Deleted => writeln!(out, "{room} deleted")?,
                DeletionResult::InUse if as_json => {}
                DeletionResult::InUse => writeln!(out, "{room} is in use and was kept")?,
                DeletionResult::Missing => kept.push(format!("unknown room '{room}'")),
                DeletionResult::Failed(error) => kept.push(format!("room {room}: {error}")),
            }
        }
        if kept.is_empty() { Ok(()) } else { Err(CliError::Usage(kept.join("\n"))) }
    }
}
