# shellcheck shell=bash
# Compiles Fairground for browsers. Sourced by scripts/wasm and scripts/web after packages.sh and
# target.sh.

triple=wasm32-unknown-unknown

# Whether rustup has installed the standard library for browsers.
has_wasm_target() {
    compgen -G "$(rustc --print target-libdir --target "$triple")/libstd-*.rlib" >/dev/null
}

# Whether Debian's rustc is installed with the sources of the standard library: rustc-web and
# rust-web-src.
has_wasm_sources() {
    [ -x /usr/bin/cargo ] && [ -x /usr/bin/rustc ] && [ -f "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/std/Cargo.toml" ]
}

# Prints the WebAssembly linker that comes with Rust, or else the system's.
find_wasm_linker() {
    local host rust_lld
    host=$(rustc -vV | sed -n 's/^host: //p')
    rust_lld=$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld
    if [ -x "$rust_lld" ]; then
        printf '%s\n' "$rust_lld"
    else
        command -v wasm-ld
    fi
}

# Sets wasm_cargo, the command that replaces cargo, and wasm_options, its options. Fails with a
# message if nothing can compile for browsers.
find_wasm_compiler() {
    local linker
    wasm_cargo=(cargo)
    # A separate target folder, so that neither compiler invalidates the builds of the other.
    wasm_target=$(target_folder .)/wasm
    wasm_options=(--target "$triple" --no-default-features --target-dir "$wasm_target")
    if has_wasm_target; then
        return
    fi
    if ! has_wasm_sources; then
        say "Neither the target $triple (rustup target add $triple) nor Debian's rustc-web with cargo-web and rust-web-src is installed."
        return 1
    fi
    if ! linker=${CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER:-$(find_wasm_linker)}; then
        say "Linking for browsers needs rust-lld or wasm-ld (Debian's package lld); neither is installed."
        return 1
    fi
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
    # This rustc accepts build-std, which is unstable, only with RUSTC_BOOTSTRAP.
    wasm_cargo=(env RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 /usr/bin/cargo)
    wasm_options+=(-Z build-std=std,panic_abort)
}

# set_up_wasm_bindgen FOLDER VERSION: puts this version of wasm-bindgen first in the path; it must
# equal the version in Cargo.lock. Builds it into this folder unless it is already there.
set_up_wasm_bindgen() {
    local folder=$1 version=$2
    if [ "$(wasm-bindgen --version 2>/dev/null)" != "wasm-bindgen $version" ]; then
        if [ "$("$folder/bin/wasm-bindgen" --version 2>/dev/null)" != "wasm-bindgen $version" ]; then
            say "Building wasm-bindgen $version into $folder. This takes about five minutes on two cores, once."
            # Ignores its own lock file, which names versions missing in some registries.
            CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
                cargo install --quiet --root "$folder" --target-dir "$folder/build" "wasm-bindgen-cli@$version" >&2 || return 1
            rm -rf "$folder/build"
        fi
        PATH=$folder/bin:$PATH
        export PATH
    fi
}
