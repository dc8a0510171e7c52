# shellcheck shell=bash
# Paths in the Cargo target folder. Sourced by ./play, ./check and the scripts after packages.sh.

# json_text KEY: reads a JSON object, and prints the string value of the first key of this name.
json_text() {
    awk -v "key=\"$1\":\"" '
        { text = text $0 "\n" }
        END {
            at = index(text, key)
            if (!at) exit 1
            for (at += length(key); (sign = substr(text, at, 1)) != "\""; at++) {
                if (sign == "") exit 1
                # After a backslash comes an escaped character.
                if (sign == "\\") sign = substr(text, ++at, 1)
                printf "%s", sign
            }
            print ""
        }'
}

# target_folder FOLDER: prints the target folder of the package in this folder.
target_folder() {
    # Run inside the folder, so that rustup uses the package's toolchain.
    (cd "$1" && cargo metadata --format-version 1 --no-deps | json_text target_directory)
}

# local_cargo COMMAND ARGUMENT...: runs a command of Cargo for programs that stay on this machine.
# After a change of the window's crate, Cargo compiles only its affected parts. Packages are built
# without this function: they are optimised as a whole, for any processor.
local_cargo() {
    local wrapper
    wrapper=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/native
    RUSTC_WORKSPACE_WRAPPER=$wrapper cargo "$1" --release \
        --config profile.release.package.fairground.incremental=true "${@:2}"
}

# build_server TARGET: builds a room server in this target folder, without the window, and prints
# its path. Cargo gives the program with the window the same name, so that program is moved away and
# put back.
build_server() {
    local program=$1/release/fairground server=$1/server/fairground aside=$1/release/fairground.window status=0
    if [ -e "$program" ]; then
        mv "$program" "$aside"
    fi
    local_cargo build --no-default-features --features server >&2 || status=$?
    if [ "$status" -eq 0 ]; then
        mkdir -p "$1/server"
        # Both may be names of the same file.
        rm -f "$server"
        mv "$program" "$server"
    fi
    if [ -e "$aside" ]; then
        mv "$aside" "$program"
    fi
    printf '%s\n' "$server"
    return "$status"
}
