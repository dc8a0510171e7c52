//! The environment that graphics drivers expect.

/// Runs the program anew, in the same process, if it has no folder for sockets: as root, in a container, over ssh. Mesa's Vulkan driver
/// looks in that folder for a Wayland display and complains in the terminal if none is set; any folder without a display will do.
/// Returns if nothing is missing.
#[cfg(all(target_os = "linux", feature = "view"))]
pub fn ensure_runtime_dir() {
    use std::env;
    use std::os::unix::process::CommandExt;
    const RUNTIME_FOLDER: &str = "XDG_RUNTIME_DIR";
    if env::var_os(RUNTIME_FOLDER).is_none()
        && let Ok(program) = env::current_exe()
    {
        // It comes back only if it fails, and then the complaints are the lesser evil.
        let _ = std::process::Command::new(program)
            .args(env::args_os().skip(1))
            .env(RUNTIME_FOLDER, env::temp_dir())
            .exec();
    }
}

/// Other systems have no such folder, and what draws nothing needs no driver.
#[cfg(not(all(target_os = "linux", feature = "view")))]
pub fn ensure_runtime_dir() {}
