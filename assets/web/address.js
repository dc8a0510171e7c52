// The page's address: its parameters, and its room. Also the state of the tab.

// The page without parameters.
const HOME = new URL("./", import.meta.url);

const TEXTS = ["game", "position", "white", "black", "quality", "lesson", "puzzle", "seed", "graphics"];

// A storage of the browser that remembers nothing where it is blocked: even naming it then fails.
export function storage(named) {
  return {
    get(key) {
      try {
        return named().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (value === null) {
          named().removeItem(key);
        } else {
          named().setItem(key, value);
        }
      } catch {
        // Without storage, a reload starts from the beginning.
      }
    },
  };
}

// State of this tab that survives a reload.
export const memory = storage(() => sessionStorage);

// Parameters of an address: ?game=fluky&white=human&black=3, or the same behind a #, which servers
// do not see. Behind a #, a game without players is an analysis, as shared by the analysis board.
export function parameters({ search, hash }) {
  const words = new URLSearchParams(search);
  for (const [key, value] of new URLSearchParams(hash.slice(1))) {
    words.set(key, value);
  }
  const found = { options: {} };
  for (const [key, value] of words) {
    if (TEXTS.includes(key)) {
      found[key] = value;
    } else if (key.startsWith("option-")) {
      found.options[key.slice("option-".length)] = value;
    } else if (key === "file") {
      found.fetch = value;
    }
  }
  if (hash.startsWith("#game=") && !["white", "black", "seed"].some((key) => words.has(key))) {
    found.analysis = hash;
  }
  return found;
}

// The address that begins a match. Its new seed keeps a reload from showing an earlier match.
export function matchAddress(game, white, black) {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return new URL(`?${new URLSearchParams({ game, white, black, seed })}`, HOME).href;
}

// The key under which the tab remembers the player's name in a seat.
export const seatKey = (link) => `seat ${link}`;

// Returns a function to call with the link of the seat taken on the table, or null. The address
// follows the seat, so that a reload returns to it, even after a rematch or in a room created here.
// After the user has left the seat, the address is the start screen's.
export function followSeat() {
  let shown = null;
  return (link) => {
    if (link === shown || parent !== window) {
      return;
    }
    if (link !== null && new URL(link).origin === location.origin) {
      const name = memory.get(seatKey(shown ?? location.href)) ?? "";
      if (memory.get(seatKey(link)) === null) {
        memory.set(seatKey(link), name);
      }
      shown = link;
      history.replaceState(null, "", link);
    } else if (shown !== null) {
      shown = null;
      history.replaceState(null, "", HOME);
    }
  };
}
