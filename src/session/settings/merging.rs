//! Merging of the changes that several windows make to the settings file.

use serde_json::{Map, Value};

/// Merges the settings in the file, `held`, with this window's changes from `base` to `mine`. Key
/// bindings and read notes are merged item by item, other settings as a whole.
pub(super) fn merged(
    held: Map<String, Value>,
    base: &Map<String, Value>,
    mine: &Map<String, Value>,
) -> Map<String, Value> {
    let mut merged = held;
    for (key, value) in mine.iter().filter(|(key, value)| base.get(*key) != Some(*value)) {
        let value = match (key.as_str(), merged.remove(key), base.get(key), value) {
            ("keys", Some(Value::Object(held)), Some(Value::Object(base)), Value::Object(mine)) => {
                let mut keys = self::merged(held, base, mine);
                keys.retain(|id, _| mine.contains_key(id) || !base.contains_key(id));
                Value::Object(keys)
            }
            ("notes_read", Some(Value::Array(mut notes)), Some(Value::Array(base)), Value::Array(mine)) => {
                notes.retain(|note| mine.contains(note) || !base.contains(note));
                let fresh = mine.iter().filter(|note| !base.contains(note) && !notes.contains(note));
                let fresh: Vec<_> = fresh.cloned().collect();
                notes.extend(fresh);
                Value::Array(notes)
            }
            _ => value.clone(),
        };
        merged.insert(key.clone(), value);
    }
    merged
}
