//! The modules below a folder of sources and their uses of each other: finds import cycles.
//!
//! Paths are resolved as by the compiler, as far as needed: `use` trees with `self`, renames and
//! globs, paths within code. Names that a `mod.rs` imports or re-exports count for the file that
//! defines them.
//!
//! A test includes this with `#[path = "common/module_graph.rs"] mod module_graph;`.

use std::collections::{BTreeMap, BTreeSet};

/// Segments of a path, from the crate's root or as written in the source.
pub type Path = Vec<String>;

/// A use of one child of a folder by another child.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    pub from: String,
    pub to: String,
    /// The module and the path that it uses.
    pub witness: String,
}

#[derive(Debug, Default)]
struct Module {
    children: BTreeSet<String>,
    /// By local name.
    imports: BTreeMap<String, Path>,
    globs: Vec<Path>,
    /// All paths in the source.
    paths: BTreeSet<Path>,
    words: BTreeSet<String>,
}

/// Maximum number of segments; paths in the sources have fewer.
const MAX_PATH: usize = 12;

/// All modules, by path.
#[derive(Debug, Default)]
pub struct Modules(BTreeMap<Path, Module>);

impl Modules {
    /// Reads files, each with its path from the root (`table/mod.rs`) and its code, without
    /// comments, literals and tests.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut modules = BTreeMap::new();
        for (file, code) in files {
            let mut path: Path = file.trim_end_matches(".rs").split('/').map(str::to_string).collect();
            if matches!(path.last().map(String::as_str), Some("mod" | "lib" | "main")) {
                path.pop();
            }
            modules.insert(path, module(code));
        }
        let paths: Vec<_> = modules.keys().cloned().collect();
        for path in paths {
            for depth in 1..=path.len() {
                let parent: &mut Module = modules.entry(path[..depth - 1].to_vec()).or_default();
                parent.children.insert(path[depth - 1].clone());
            }
        }
        Modules(modules)
    }

    /// The uses among the children of each folder; a subfolder counts as one child.
    pub fn edges(&self) -> BTreeMap<Path, BTreeSet<Edge>> {
        let mut edges = BTreeMap::<Path, BTreeSet<Edge>>::new();
        for (user, module) in &self.0 {
            for path in &module.paths {
                for used in self.visited(user, path) {
                    let common = user.iter().zip(&used).take_while(|(own, other)| own == other).count();
                    let (Some(from), Some(to)) = (user.get(common), used.get(common)) else { continue };
                    let witness = format!("{} names {}", user.join("/"), path.join("::"));
                    let edge = Edge { from: from.clone(), to: to.clone(), witness };
                    edges.entry(user[..common].to_vec()).or_default().insert(edge);
                }
            }
        }
        edges
    }

    /// The modules on a path that starts in `user`; the last one defines the item. Empty for a path
    /// into another crate.
    fn visited(&self, user: &Path, path: &[String]) -> BTreeSet<Path> {
        let mut visited = BTreeSet::new();
        self.resolve(user, path, &mut visited, &mut BTreeSet::new());
        visited
    }

    /// Follows a path from the module that contains it. Returns whether it leads to a module, or to
    /// an item of one.
    fn resolve(
        &self,
        user: &Path,
        path: &[String],
        visited: &mut BTreeSet<Path>,
        asked: &mut BTreeSet<(Path, Path)>,
    ) -> bool {
        let Some((first, rest)) = path.split_first() else { return false };
        match first.as_str() {
            "crate" | "fairground" => self.descend(&Vec::new(), rest, visited, asked),
            "self" => self.descend(user, rest, visited, asked),
            "super" => {
                let mut at = user.clone();
                at.pop();
                let ups = rest.iter().take_while(|segment| *segment == "super").count();
                at.truncate(at.len().saturating_sub(ups));
                self.descend(&at, &rest[ups..], visited, asked)
            }
            _ => self.descend(user, path, visited, asked),
        }
    }

    /// Follows a path down from a module.
    fn descend(
        &self,
        at: &Path,
        path: &[String],
        visited: &mut BTreeSet<Path>,
        asked: &mut BTreeSet<(Path, Path)>,
    ) -> bool {
        // Renames of other crates' items may form a cycle, with a longer path each time.
        if path.len() > MAX_PATH || !asked.insert((at.clone(), path.to_vec())) {
            return false;
        }
        let Some(module) = self.0.get(at) else { return false };
        let Some((first, rest)) = path.split_first() else {
            visited.insert(at.clone());
            return true;
        };
        if module.children.contains(first) {
            let child = [&at[..], std::slice::from_ref(first)].concat();
            visited.insert(child.clone());
            self.descend(&child, rest, visited, asked);
            return true;
        }
        if let Some(target) = module.imports.get(first) {
            visited.insert(at.clone());
            // An import of another crate, such as `use serde::Serialize`, ends here.
            if target.first() == Some(first) && !self.is_local(at, first) {
                return false;
            }
            return self.resolve(at, &[&target[..], rest].concat(), visited, asked);
        }
        let through_glob = |glob: &Path| {
            let mut through = BTreeSet::new();
            let found = self.resolve(at, &[&glob[..], path].concat(), &mut through, &mut asked.clone());
            found.then_some(through)
        };
        if let Some(through) = module.globs.iter().find_map(through_glob) {
            visited.extend(through);
            return true;
        }
        // An item of this module.
        let known = module.words.contains(first);
        if known {
            visited.insert(at.clone());
        }
        known
    }

    fn is_local(&self, at: &Path, name: &str) -> bool {
        matches!(name, "crate" | "fairground" | "self" | "super")
            || self.0.get(at).is_some_and(|module| module.children.contains(name))
    }
}

/// The sets of nodes that form cycles, each with a shortest cycle.
pub fn circles(edges: &BTreeSet<Edge>) -> Vec<(BTreeSet<&str>, Vec<&Edge>)> {
    let mut uses = BTreeMap::<&str, BTreeMap<&str, &Edge>>::new();
    for edge in edges.iter().filter(|edge| edge.from != edge.to) {
        uses.entry(&edge.from).or_default().entry(&edge.to).or_insert(edge);
    }
    // The shortest path from a node back to itself.
    let back = |start: &str| -> Option<Vec<&Edge>> {
        let mut ways: Vec<Vec<&Edge>> = uses.get(start)?.values().map(|edge| vec![*edge]).collect();
        let mut seen = BTreeSet::new();
        let mut next = 0;
        while next < ways.len() {
            let at = ways[next].last()?.to.as_str();
            if at == start {
                return Some(ways.swap_remove(next));
            }
            if seen.insert(at) {
                for edge in uses.get(at).into_iter().flat_map(BTreeMap::values) {
                    ways.push([&ways[next][..], &[*edge]].concat());
                }
            }
            next += 1;
        }
        None
    };
    let reach = |start: &str| -> BTreeSet<&str> {
        let mut seen = BTreeSet::new();
        let mut todo: Vec<&str> = uses.get(start).into_iter().flat_map(|to| to.keys().copied()).collect();
        while let Some(at) = todo.pop() {
            if seen.insert(at) {
                todo.extend(uses.get(at).into_iter().flat_map(|to| to.keys().copied()));
            }
        }
        seen
    };
    let mut found = Vec::<(BTreeSet<&str>, Vec<&Edge>)>::new();
    for &node in uses.keys() {
        if found.iter().any(|(set, _)| set.contains(node)) {
            continue;
        }
        let set: BTreeSet<_> = reach(node).into_iter().filter(|other| reach(other).contains(node)).collect();
        if set.contains(node)
            && let Some(way) = set.iter().filter_map(|node| back(node)).min_by_key(Vec::len)
        {
            found.push((set, way));
        }
    }
    found
}

fn module(code: &str) -> Module {
    let mut module = Module::default();
    let mut rest = String::with_capacity(code.len());
    let mut at = 0;
    for (start, body, end) in use_items(code) {
        rest.push_str(&code[at..start]);
        at = end;
        for (path, name) in use_tree(&code[body..end]) {
            match name {
                None => module.globs.push(path.clone()),
                Some(name) => {
                    module.imports.insert(name, path.clone());
                }
            }
            module.paths.insert(path);
        }
    }
    rest.push_str(&code[at..]);
    module.words = words(&rest).map(str::to_string).collect();
    module.paths.extend(paths(&rest));
    // With a glob, a plain word may be an item of another file.
    if !module.globs.is_empty() {
        module.paths.extend(module.words.iter().map(|word| vec![word.clone()]));
    }
    module
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|letter| !is_word(letter)).filter(|word| !word.is_empty())
}

/// The start of each `use`, the start of its tree, and its end.
fn use_items(code: &str) -> Vec<(usize, usize, usize)> {
    let mut items = Vec::new();
    for (at, _) in code.match_indices("use") {
        let (before, after) = (&code[..at], &code[at + 3..]);
        // Not the end of a longer word, or the `use<'a>` of an `impl Trait`.
        if before.ends_with(is_word) || !after.starts_with(char::is_whitespace) {
            continue;
        }
        let end = code[at..].find(';').map_or(code.len(), |length| at + length);
        items.push((at, at + 3, end));
    }
    items
}

/// The paths of a use tree, each with its local name, `None` for a glob.
fn use_tree(tree: &str) -> Vec<(Path, Option<String>)> {
    let tree = tree.trim().trim_start_matches("::");
    let Some(open) = tree.find('{') else {
        let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias.trim())));
        let mut path: Path = path.split("::").map(|segment| segment.trim().to_string()).collect();
        if path.last().is_some_and(|last| last == "*") {
            path.pop();
            return vec![(path, None)];
        }
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let name = alias.map(str::to_string).or_else(|| path.last().cloned());
        return name.filter(|name| !name.is_empty()).map(|name| (path, Some(name))).into_iter().collect();
    };
    let prefix = tree[..open].trim();
    let inside = &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())];
    let (mut depth, mut members) = (0, vec![String::new()]);
    for letter in inside.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                members.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(member) = members.last_mut() {
            member.push(letter);
        }
    }
    let whole = members.iter().map(|member| member.trim()).filter(|member| !member.is_empty());
    whole.flat_map(|member| use_tree(&format!("{prefix}{member}"))).collect()
}

/// The paths of two or more segments in code.
fn paths(code: &str) -> BTreeSet<Path> {
    let mut paths = BTreeSet::new();
    let mut path = Path::new();
    let mut rest = code;
    while let Some(start) = rest.find(is_word) {
        // A path continues only after `::`.
        if !(path.is_empty() || rest[..start].trim() == "::") {
            path.clear();
        }
        let word = &rest[start..];
        let end = word.find(|letter| !is_word(letter)).unwrap_or(word.len());
        path.push(word[..end].to_string());
        rest = &word[end..];
        let goes_on = rest.trim_start().starts_with("::") && rest.trim_start()[2..].trim_start().starts_with(is_word);
        if !goes_on {
            if path.len() > 1 {
                paths.insert(path.clone());
            }
            path.clear();
        }
    }
    paths
}
