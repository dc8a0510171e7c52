//! The environment variables that graphics drivers need.

/// Restarts the program in the same process if it has no folder for sockets, as happens to root, in
/// a container and over ssh. Mesa's Vulkan driver looks for a Wayland display in that folder, and
/// prints a warning if none is set. Any folder without a display will do. Returns if nothing is
/// missing.
#[cfg(all(target_os = "linux", feature = "view"))]
pub fn ensure_runtime_dir() {
    use std::env;
    use std::os::unix::process::CommandExt;
    const RUNTIME_FOLDER: &str = "XDG_RUNTIME_DIR";
    if env::var_os(RUNTIME_FOLDER).is_none()
        && let Ok(program) = env::current_exe()
    {
        // `exec` returns only on failure. The warnings are acceptable then.
        let _ = std::process::Command::new(program)
            .args(env::args_os().skip(1))
            .env(RUNTIME_FOLDER, env::temp_dir())
            .exec();
    }
}

/// Does nothing: other systems have no such folder, and builds that do not draw need no driver.
#[cfg(not(all(target_os = "linux", feature = "view")))]
pub fn ensure_runtime_dir() {}
