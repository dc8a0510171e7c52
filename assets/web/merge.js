// Merges concurrent changes of a JSON file from two tabs.

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value) => JSON.stringify(value);

// The identity of a list item: its link or id, or else the whole item.
const identity = (item) => (isObject(item) ? (item.link ?? item.id ?? text(item)) : text(item));

function mergeLists(base, ours, theirs) {
  const before = new Map(base.map((item) => [identity(item), item]));
  const other = new Map(theirs.map((item) => [identity(item), item]));
  const own = new Map(ours.map((item) => [identity(item), item]));
  const kept = [];
  for (const [key, item] of own) {
    if (other.has(key)) {
      kept.push(merge(before.get(key), item, other.get(key)));
    } else if (!before.has(key) || text(before.get(key)) !== text(item)) {
      kept.push(item);
    }
  }
  for (const [key, item] of other) {
    if (!own.has(key) && (!before.has(key) || text(before.get(key)) !== text(item))) {
      kept.push(item);
    }
  }
  return kept;
}

// Returns `base` with the changes of both. If both have changed the same value, ours wins.
export function merge(base, ours, theirs) {
  if (text(ours) === text(theirs) || text(base) === text(theirs)) {
    return ours;
  }
  if (text(base) === text(ours)) {
    return theirs;
  }
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    return mergeLists(Array.isArray(base) ? base : [], ours, theirs);
  }
  if (!isObject(ours) || !isObject(theirs)) {
    return ours;
  }
  const before = isObject(base) ? base : {};
  const merged = {};
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const value = merge(before[key], ours[key], theirs[key]);
    if (value !== undefined) {
      merged[key] = value;
    }
  }
  return merged;
}
