# shellcheck shell=bash
# What Fairground needs of the system. ./play and ./check source this file.
#
# It looks for what is used (a command, a library, a driver), not for the package that brings it: a system without apt, or with a
# driver of its own, may well have it. The package names are those of Debian and Ubuntu.

say() {
    printf '%s\n' "$*" >&2
}

has_command() {
    command -v "$1" >/dev/null 2>&1
}

# Whether the loader knows a library. Debian keeps ldconfig where only root looks.
has_library() {
    PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null | grep -F "$1 " >/dev/null
}

# Whether any Vulkan driver is there, that of a graphics card or Mesa's software one.
has_vulkan_driver() {
    local folder
    for folder in /usr/share/vulkan/icd.d /etc/vulkan/icd.d /usr/local/share/vulkan/icd.d; do
        if [ -n "$(find "$folder" -name '*.json' 2>/dev/null | head -n 1)" ]; then
            return 0
        fi
    done
    return 1
}

# lacking PACKAGE TEST [NAME]: prints the package if the test fails.
lacking() {
    local package=$1
    shift
    "$@" || printf '%s\n' "$package"
}

# Whether C and C++ can be compiled: Rust links with the first, and meshopt is written in the second.
has_compilers() {
    has_command "${CC:-cc}" && has_command "${CXX:-c++}"
}

# Whether a build can have sounds. Elsewhere than on Linux it needs no system library for them.
can_sound() {
    [ "$(uname -s)" != Linux ] || { has_command pkg-config && pkg-config --exists alsa; }
}

# Whether Python can make an environment of its own.
has_python_venv() {
    python3 -c 'import ensurepip, venv' >/dev/null 2>&1
}

# set_up_python_chess FOLDER: puts first in the path a Python with the library chess, with which tests of UCI and PGN compare; in an
# environment in this folder, unless the system's has it.
set_up_python_chess() {
    local has='import chess.engine, chess.pgn' folder=$1/python
    if ! python3 -c "$has" >/dev/null 2>&1; then
        if ! "$folder/bin/python3" -c "$has" >/dev/null 2>&1; then
            say "Installing the Python library chess into $folder, for the tests of UCI and PGN."
            python3 -m venv "$folder" && "$folder/bin/python3" -m pip install --quiet 'chess==1.11.2' >&2 ||
                say "It could not be installed: the tests that need it are skipped, or fail in CI."
        fi
        PATH=$folder/bin:$PATH
        export PATH
    fi
}

# The packages that are missing to build, to run, to test, and to build with sounds, one a line.
missing_to_build() {
    lacking build-essential has_compilers
}

missing_to_run() {
    lacking libvulkan1 has_library libvulkan.so.1
    lacking mesa-vulkan-drivers has_vulkan_driver
    lacking libx11-6 has_library libX11.so.6
    lacking libxcursor1 has_library libXcursor.so.1
    lacking libxi6 has_library libXi.so.6
    lacking libxkbcommon0 has_library libxkbcommon.so.0
    lacking libxkbcommon-x11-0 has_library libxkbcommon-x11.so.0
    lacking libxrender1 has_library libXrender.so.1
    if [ -n "${WAYLAND_DISPLAY:-}" ]; then
        lacking libwayland-client0 has_library libwayland-client.so.0
    fi
}

missing_to_test() {
    lacking xvfb has_command Xvfb
    lacking xauth has_command xauth
    lacking xdotool has_command xdotool
    lacking python3 has_command python3
    lacking python3-venv has_python_venv
}

missing_to_sound() {
    lacking pkg-config has_command pkg-config
    lacking libasound2-dev can_sound
}

# install PACKAGE...: installs with apt, as root or with sudo; says what to do by hand where neither is possible.
install() {
    local -a as_root=()
    if ! has_command apt-get; then
        say "This system has no apt. Please install by hand what these Debian packages contain: $*"
        return 1
    fi
    if [ "$(id -u)" -ne 0 ]; then
        if ! has_command sudo; then
            say "Installing them takes root or sudo. As root, run: apt-get install $*"
            return 1
        fi
        say "They are installed with sudo, which may ask for your password."
        as_root=(sudo)
        # Where nobody can answer, sudo must not ask.
        if [ ! -t 0 ]; then
            as_root+=(-n)
        fi
    fi
    as_root+=(env DEBIAN_FRONTEND=noninteractive)
    # Old lists may do.
    "${as_root[@]}" apt-get update >&2 || say "The package lists could not be updated."
    "${as_root[@]}" apt-get install -y --no-install-recommends "$@" >&2
}

# Mesa's Vulkan layer looks for a Wayland display, and prints an error where no folder for sockets is named. Names a private one.
set_runtime_folder() {
    local folder
    if [ "$(uname -s)" = Linux ] && [ -z "${XDG_RUNTIME_DIR:-}" ]; then
        folder=${TMPDIR:-/tmp}/fairground-$(id -u)
        if mkdir -p -m 700 "$folder" 2>/dev/null && [ -O "$folder" ]; then
            export XDG_RUNTIME_DIR=$folder
        fi
    fi
}

# announce_first_build FOLDER: says how long the build will take if nothing has been built in this target folder yet.
announce_first_build() {
    if [ ! -d "$1/release/deps" ]; then
        say "The first build compiles the game engine Bevy and all else. It takes about 20 minutes on two cores, once."
    fi
}

# set_up PART...: installs what is missing to build, run, test or sound. Fails only if nothing can be built without it.
set_up() {
    local part
    local -a missing=()
    if [ "$(uname -s)" = Linux ]; then
        for part in "$@"; do
            mapfile -t -O "${#missing[@]}" missing < <("missing_to_$part")
        done
    fi
    if [ "${#missing[@]}" -gt 0 ]; then
        say "Missing packages: ${missing[*]}"
        if ! install "${missing[@]}"; then
            say "Continuing without: ${missing[*]}"
        fi
    fi
    if ! has_compilers; then
        say "A C compiler (cc) and a C++ compiler (c++) are needed to build Fairground. Debian and Ubuntu have both in build-essential."
        return 1
    fi
    # rustup puts cargo here; a shell that was open before does not know.
    if ! has_command cargo && [ -x "${CARGO_HOME:-${HOME:-}/.cargo}/bin/cargo" ]; then
        PATH="${CARGO_HOME:-${HOME:-}/.cargo}/bin:$PATH"
        export PATH
    fi
    if ! has_command cargo || ! has_command rustc; then
        say "Rust is missing (cargo and rustc). Its installer is rustup, see https://rustup.rs:"
        say "    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"
        return 1
    fi
}
