//! Where a user's files are.

use std::path::PathBuf;

/// The folder where the window keeps matches; `None` where the system knows no folder for a user's data.
#[must_use]
pub fn matches() -> Option<PathBuf> {
    Some(own::data()?.join("matches"))
}

/// The folder where a server keeps rooms; `None` as above.
#[must_use]
pub fn rooms() -> Option<PathBuf> {
    Some(own::data()?.join("rooms"))
}

/// The file of the seats in rooms; `None` as above.
#[must_use]
pub fn seats() -> Option<PathBuf> {
    Some(own::data()?.join("seats.json"))
}

/// The file of the lessons that are done; `None` as above.
#[must_use]
pub fn lessons() -> Option<PathBuf> {
    Some(own::data()?.join("lessons.json"))
}

/// The file of the puzzles that were tried; `None` as above.
#[must_use]
pub fn puzzles() -> Option<PathBuf> {
    Some(own::data()?.join("puzzles.json"))
}

/// The file of the settings; `None` where the system knows no folder for a user's settings.
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

    /// The folder for what can be made again; `None` where the system knows none.
    #[must_use]
    pub fn cache() -> Option<PathBuf> {
        Some(project()?.cache_dir().to_path_buf())
    }

    /// The user's folder for documents, else the home folder, else the current folder.
    #[must_use]
    pub fn documents() -> PathBuf {
        let own = UserDirs::new();
        own.map(|own| own.document_dir().unwrap_or(own.home_dir()).to_path_buf()).unwrap_or_default()
    }

    /// The user's folder for pictures, else `Pictures` in the home folder, else the current folder.
    #[must_use]
    pub fn pictures() -> PathBuf {
        let own = UserDirs::new();
        own.map(|own| own.picture_dir().map_or_else(|| own.home_dir().join("Pictures"), PathBuf::from))
            .unwrap_or_default()
    }
}

/// A browser's files are the page's own.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod own {
    use std::path::PathBuf;

    pub fn data() -> Option<PathBuf> {
        Some("/".into())
    }

    pub fn config() -> Option<PathBuf> {
        Some("/".into())
    }

    /// As [`documents`].
    #[must_use]
    pub fn cache() -> Option<PathBuf> {
        Some("/cache".into())
    }

    /// What is written here is handed to the user as a download.
    #[must_use]
    pub fn documents() -> PathBuf {
        "/downloads".into()
    }

    /// The same.
    #[must_use]
    pub fn pictures() -> PathBuf {
        documents()
    }
}
