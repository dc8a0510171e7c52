//! The settings file.

use std::io;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use serde_json::{Map, Value};
use thiserror::Error;

use super::{Settings, merging};
use crate::platform::fs;
use crate::platform::shared_file::{self, Access};
use crate::platform::storage::{canonical, read_limited};
use crate::session::messages::{Notification, capital};
use crate::session::schedule::GameSet;

/// The maximum size of a settings file, bytes.
const MAX_SETTINGS: u64 = 1 << 20;

/// The shortest time between two writes, s. Dragging a slider changes a setting in every frame.
const REST: f32 = 0.5;

/// Stores the settings in a file. Tests and exported pictures have no store, and neither read nor
/// write settings.
#[derive(Resource, Debug)]
pub struct SettingsStore {
    file: PathBuf,
    /// The settings last read or written by this window. Other windows may have changed the file
    /// since.
    saved: Settings,
    /// Whether the file is unreadable. Because it may be valid, it is neither renamed nor replaced.
    unreadable: bool,
    /// The settings that could not be written. Their error is reported once, and writing them is
    /// not retried.
    failed: Option<Settings>,
    /// Time until the file may be written again, s.
    wait: f32,
}

/// Errors of reading and writing settings.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The file exists but cannot be read.
    #[error(
        "the settings file {} cannot be read: {source}; the default settings are used, and changes are not saved",
        file.display()
    )]
    Read {
        /// The file.
        file: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file is not a valid settings file.
    #[error(
        "the settings file {} is invalid: {source}; the default settings are used, and the file is renamed when you change one",
        file.display()
    )]
    Broken {
        /// The file.
        file: PathBuf,
        /// The syntax error, with line and column.
        source: serde_json::Error,
    },
    /// The file cannot be written.
    #[error("the settings cannot be written to {}: {source}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl SettingsStore {
    /// Reads a settings file. The settings are the defaults if it is missing, unreadable or
    /// invalid; an unreadable or invalid file is returned as an error as well.
    #[must_use]
    pub fn open(file: &Path) -> (SettingsStore, Settings, Option<SettingsError>) {
        let (settings, unreadable, error) = match read_limited(file, MAX_SETTINGS) {
            Ok(bytes) => match serde_json::from_slice::<Settings>(&bytes) {
                Ok(settings) => (settings.in_range(), false, None),
                Err(source) => {
                    let error = SettingsError::Broken { file: file.to_path_buf(), source };
                    (Settings::default(), false, Some(error))
                }
            },
            // The file does not exist yet.
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                (Settings::default(), false, None)
            }
            Err(source) => {
                let error = SettingsError::Read { file: file.to_path_buf(), source };
                (Settings::default(), true, Some(error))
            }
        };
        let saved = settings.clone();
        (SettingsStore { file: file.to_path_buf(), saved, unreadable, failed: None, wait: 0.0 }, settings, error)
    }

    /// Whether the settings have to be written.
    fn wants(&self, settings: &Settings) -> bool {
        !self.unreadable && self.saved != *settings && self.failed.as_ref() != Some(settings)
    }

    /// Writes the changes since the settings were last read or written, atomically. Settings
    /// changed by other windows are kept. An invalid file is renamed first.
    ///
    /// # Errors
    /// I/O errors.
    pub fn write(&mut self, settings: &Settings) -> Result<(), SettingsError> {
        let written = shared_file::update(&self.file, MAX_SETTINGS, Access::Usual, |held| {
            let mine = fields(settings)?;
            let merged = match held.map(read_fields) {
                None => mine,
                Some(Some(held)) => merging::merged(held, &fields(&self.saved)?, &mine),
                Some(None) => {
                    self.set_aside()?;
                    mine
                }
            };
            Ok(Some(serde_json::to_string_pretty(&merged)? + "\n"))
        });
        match written {
            Ok(()) => {
                (self.saved, self.failed) = (settings.clone(), None);
                Ok(())
            }
            Err(source) => {
                self.failed = Some(settings.clone());
                Err(SettingsError::Write { file: self.file.clone(), source })
            }
        }
    }

    /// Renames the invalid file to a free name.
    fn set_aside(&self) -> io::Result<()> {
        let name = |nth: u32| {
            let mut name = self.file.clone().into_os_string();
            name.push(if nth == 1 { ".broken".to_string() } else { format!(".broken{nth}") });
            PathBuf::from(name)
        };
        let free = (1..).map(name).find(|name| fs::symlink_metadata(name).is_err());
        free.map_or(Ok(()), |free| fs::rename(canonical(&self.file), free))
    }
}

/// The settings by their names in the file.
fn fields(settings: &Settings) -> io::Result<Map<String, Value>> {
    match serde_json::to_value(settings)? {
        Value::Object(fields) => Ok(fields),
        _ => Err(io::Error::other("the settings are not a JSON object")),
    }
}

/// The contents of a settings file; `None` if it is invalid.
fn read_fields(bytes: &[u8]) -> Option<Map<String, Value>> {
    serde_json::from_slice::<Settings>(bytes).ok()?;
    serde_json::from_slice(bytes).ok()
}

/// Saves the settings in apps that have a store.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, save.after(GameSet::Present).run_if(resource_exists::<SettingsStore>))
        .add_systems(Last, save_at_exit.run_if(resource_exists::<SettingsStore>));
}

/// Writes the settings when they have changed.
fn save(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    mut store: ResMut<SettingsStore>,
    notifications: MessageWriter<Notification>,
) {
    store.wait -= time.delta_secs();
    if store.wait <= 0.0 && store.wants(&settings) {
        store.wait = REST;
        write(&settings, &mut store, notifications);
    }
}

/// Writes unsaved settings when the program exits.
fn save_at_exit(
    mut exits: MessageReader<AppExit>,
    settings: Res<Settings>,
    mut store: ResMut<SettingsStore>,
    notifications: MessageWriter<Notification>,
) {
    if exits.read().next().is_some() && store.wants(&settings) {
        write(&settings, &mut store, notifications);
    }
}

fn write(settings: &Settings, store: &mut SettingsStore, mut notifications: MessageWriter<Notification>) {
    if let Err(error) = store.write(settings) {
        notifications.write(error.into());
    }
}

impl From<SettingsError> for Notification {
    fn from(error: SettingsError) -> Notification {
        Notification::new(capital(&error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{LastMatch, Palette, View};

    fn changed() -> Settings {
        Settings {
            speed: 2.0,
            view: View::Side,
            palette: Palette::Safe,
            text_size: Some(150),
            notes_read: ["fluky".to_string()].into(),
            people: ["Ann".to_string(), String::new()],
            last_match: Some(LastMatch { game: "fluky".into(), clock: Some([5, 3]), ..default() }),
            ..default()
        }
    }

    #[test]
    fn settings_survive_a_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/settings.json");
        let (mut store, settings, error) = SettingsStore::open(&file);
        assert!(settings == Settings::default() && error.is_none() && !file.exists());
        assert!(!store.wants(&settings) && store.wants(&changed()));
        store.write(&changed()).unwrap();
        let (store, settings, error) = SettingsStore::open(&file);
        assert!(error.is_none() && !store.wants(&changed()));
        assert_eq!(settings, changed());
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("\"palette\": \"safe\"") && text.lines().count() > 8, "{text}");
        let names = fs::read_dir(file.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name());
        let lock = ".settings.json.lock";
        assert_eq!(
            names.filter(|name| name != lock).collect::<Vec<_>>(),
            ["settings.json"],
            "nothing else is left there"
        );
    }

    #[test]
    fn two_windows_lose_no_setting() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        fs::write(&file, r#"{"speed": 0.5, "keys": {"hint": "8"}, "notes_read": ["chess"], "of another version": 1}"#)
            .unwrap();
        let open = || SettingsStore::open(&file);
        let [(mut one, mut mine, _), (mut other, mut theirs, _)] = [open(), open()];
        mine.sound = false;
        mine.keys.insert("take-back".into(), "Ctrl+U".into());
        mine.notes_read.insert("fluky".into());
        one.write(&mine).unwrap();
        theirs.volume = 0.25;
        theirs.keys.remove("hint");
        theirs.keys.insert("rules".into(), "9".into());
        theirs.notes_read.insert("whack".into());
        other.write(&theirs).unwrap();
        mine.text_size = Some(150);
        one.write(&mine).unwrap();
        let (_, kept, error) = open();
        assert!(error.is_none());
        let keys = [("take-back", "Ctrl+U"), ("rules", "9")].map(|(id, key)| (id.to_string(), key.to_string()));
        let expected = Settings {
            speed: 0.5,
            sound: false,
            volume: 0.25,
            text_size: Some(150),
            keys: keys.into(),
            notes_read: ["chess", "fluky", "whack"].map(String::from).into(),
            ..default()
        };
        assert_eq!(kept, expected);
        assert!(fs::read_to_string(&file).unwrap().contains("of another version"));
        // The notes are to be shown again.
        theirs.notes_read.clear();
        other.write(&theirs).unwrap();
        assert_eq!(open().1.notes_read, ["fluky".to_string()].into());
    }

    #[cfg(unix)]
    #[test]
    fn settings_behind_a_link_stay_there() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["dotfile.json", "settings.json"].map(|name| folder.path().join(name));
        fs::write(&file, "{}").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let (mut store, ..) = SettingsStore::open(&link);
        store.write(&changed()).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(SettingsStore::open(&file).1, changed());
    }

    #[test]
    fn missing_values_are_defaults_and_unknown_ones_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        fs::write(&file, r#"{"speed": 1000, "text_size": 160, "threats": true, "colour of the sky": [1, 2]}"#).unwrap();
        let (_, settings, error) = SettingsStore::open(&file);
        assert!(error.is_none());
        assert_eq!(settings, Settings { speed: 8.0, text_size: Some(150), threats: true, ..default() });
    }

    #[test]
    fn an_invalid_file_is_reported_and_renamed_only_on_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        let aside = |end: &str| fs::read_to_string(folder.path().join(format!("settings.json.broken{end}")));
        for (broken, wrong) in
            [("{\"speed\":", "EOF"), ("{\"palette\": \"pink\"}", "pink"), ("7", "expected"), ("", "EOF")]
        {
            fs::write(&file, broken).unwrap();
            let (mut store, settings, error) = SettingsStore::open(&file);
            let words = Notification::from(error.unwrap()).text;
            assert!(words.contains("settings.json") && words.contains(wrong) && words.contains("line"), "{words}");
            assert_eq!(settings, Settings::default());
            assert!(!store.wants(&settings));
            assert_eq!(fs::read_to_string(&file).unwrap(), broken);
            store.write(&changed()).unwrap();
            assert_eq!(SettingsStore::open(&file).1, changed());
        }
        assert_eq!(aside("").unwrap(), "{\"speed\":");
        assert_eq!((aside("3").unwrap(), aside("4").unwrap()), ("7".to_string(), String::new()));
    }

    /// A folder takes the place of an unreadable file, because a container's user may ignore
    /// permissions.
    #[test]
    fn a_file_that_cannot_be_read_is_reported_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        std::fs::create_dir(&file).unwrap();
        let (store, settings, error) = SettingsStore::open(&file);
        assert!(matches!(error, Some(SettingsError::Read { .. })), "{error:?}");
        let words = Notification::from(error.unwrap()).text;
        assert!(words.contains("changes are not saved"), "{words}");
        assert_eq!(settings, Settings::default());
        let mut app = App::new();
        app.add_message::<Notification>().init_resource::<Time<Real>>();
        app.insert_resource(store).insert_resource(changed()).add_systems(Update, save);
        app.update();
        assert!(app.world().resource::<Messages<Notification>>().is_empty(), "it is reported once, at the start");
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["settings.json"]);
        assert!(file.is_dir());
    }

    #[test]
    fn a_file_that_is_too_long_is_reported_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        let long = format!("{{\"speed\": 2{}}}", " ".repeat(1 << 20));
        fs::write(&file, &long).unwrap();
        let (store, settings, error) = SettingsStore::open(&file);
        let words = error.unwrap().to_string();
        assert!(words.contains("settings.json") && words.contains("larger than 1048576 bytes"), "{words}");
        assert!(settings == Settings::default() && !store.wants(&changed()));
        assert_eq!(fs::read_to_string(&file).unwrap(), long);
    }

    #[test]
    fn a_failure_to_write_is_reported_once() {
        let folder = tempfile::tempdir().unwrap();
        let wall = folder.path().join("wall");
        fs::write(&wall, "a file, not a folder").unwrap();
        let file = wall.join("settings.json");
        let mut app = App::new();
        let (store, ..) = SettingsStore::open(&file);
        app.add_message::<Notification>()
            .init_resource::<Time<Real>>()
            .insert_resource(store)
            .insert_resource(changed());
        app.add_systems(Update, save);
        let mut words = Vec::new();
        for _ in 0..3 {
            app.world_mut().resource_mut::<SettingsStore>().wait = 0.0;
            app.update();
            words.extend(
                app.world_mut().resource_mut::<Messages<Notification>>().drain().map(|notification| notification.text),
            );
        }
        assert_eq!(words.len(), 1, "{words:?}");
        assert!(words[0].starts_with("The settings cannot be written to") && words[0].contains("settings.json"));
    }
}
