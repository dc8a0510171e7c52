//! The folders and files of a user.

use std::path::PathBuf;

/// The folder of the window's matches; `None` if the system has no folder for user data.
#[must_use]
pub fn matches() -> Option<PathBuf> {
    Some(own::data()?.join("matches"))
}

/// The folder of a server's rooms; `None` as for [`matches()`].
#[must_use]
pub fn rooms() -> Option<PathBuf> {
    Some(own::data()?.join("rooms"))
}

/// The file of seats in rooms; `None` as for [`matches()`].
#[must_use]
pub fn seats() -> Option<PathBuf> {
    Some(own::data()?.join("seats.json"))
}

/// The file of completed lessons; `None` as for [`matches()`].
#[must_use]
pub fn lessons() -> Option<PathBuf> {
    Some(own::data()?.join("lessons.json"))
}

/// The file of attempted puzzles; `None` as for [`matches()`].
#[must_use]
pub fn puzzles() -> Option<PathBuf> {
    Some(own::data()?.join("puzzles.json"))
}

/// The settings file; `None` if the system has no folder for user settings.
#[must_use]
pub fn settings() -> Option<PathBuf> {
    Some(own::config()?.join("settings.json"))
}

pub use own::{cache, documents, pictures};

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod own {
    use std::path::PathBuf;

    use directories::{ProjectDirs, UserDirs};

    fn project() -> Option<ProjectDirs> {
        ProjectDirs::from("", "", "fairground")
    }

    pub fn data() -> Option<PathBuf> {
        Some(project()?.data_dir().to_path_buf())
    }

    pub fn config() -> Option<PathBuf> {
        Some(project()?.config_dir().to_path_buf())
    }

    /// The cache folder; `None` if the system has none.
    #[must_use]
    pub fn cache() -> Option<PathBuf> {
        Some(project()?.cache_dir().to_path_buf())
    }

    /// The user's documents folder, else the home folder, else the current folder.
    #[must_use]
    pub fn documents() -> PathBuf {
        let own = UserDirs::new();
        own.map(|own| own.document_dir().unwrap_or(own.home_dir()).to_path_buf()).unwrap_or_default()
    }

    /// The user's pictures folder, else `Pictures` in the home folder, else the current folder.
    #[must_use]
    pub fn pictures() -> PathBuf {
        let own = UserDirs::new();
        own.map(|own| own.picture_dir().map_or_else(|| own.home_dir().join("Pictures"), PathBuf::from))
            .unwrap_or_default()
    }
}

/// In a browser, all files belong to the page.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod own {
    use std::path::PathBuf;

    pub fn data() -> Option<PathBuf> {
        Some("/".into())
    }

    pub fn config() -> Option<PathBuf> {
        Some("/".into())
    }

    /// The cache folder.
    #[must_use]
    pub fn cache() -> Option<PathBuf> {
        Some("/cache".into())
    }

    /// The folder for downloads: its files are offered to the user.
    #[must_use]
    pub fn documents() -> PathBuf {
        "/downloads".into()
    }

    /// Same as [`documents`].
    #[must_use]
    pub fn pictures() -> PathBuf {
        documents()
    }
}
