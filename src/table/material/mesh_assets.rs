//! Meshes and surfaces, each made once and shared by all equal parts. Shapes are carved in the
//! background.

use std::collections::{HashMap, VecDeque};
use std::f32::consts::PI;

use bevy::ecs::system::SystemParam;
use bevy::math::{Quat, Vec2, Vec3};
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on};

use super::material_kind::MaterialKind;
use super::palette::{self, TableStyle};
use super::surface::Surface;
use crate::dice::{EDGE as DIE_EDGE, ROUNDING as DIE_ROUNDING};
use crate::engine::{Die, PieceKind, Side};
use crate::session::{GameSet, Quality, request_frame};
use crate::table::mesh::lathe::Profile;
use crate::table::mesh::{Detail, MM, Marks, TriangleMesh, chessmen, chip, circle, die, pyramid, tactical};

/// A shape that is made once and shared by many parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeshKey {
    /// The wood of a chessman.
    PieceKind(PieceKind),
    /// Its metal parts, if any.
    Trim(PieceKind),
    /// An obstacle, by its seed.
    Rock(u8),
    /// A player's die.
    Die(Side, &'static Die),
    /// A chip.
    Chip,
    /// A player's pyramid of size 1 to 3.
    Pyramid(Side, u8),
    /// The contact shadow below an object of this radius, mm.
    Contact(u8),
    /// A ball of this radius, mm: a shot, an explosion.
    Ball(u8),
}

impl MeshKey {
    /// Makes the shape. A chessman takes several tenths of a second.
    #[must_use]
    pub fn shape(self, style: TableStyle, detail: Detail) -> TriangleMesh {
        let palette = style.palette;
        match self {
            MeshKey::PieceKind(man) => wood(man, detail),
            MeshKey::Trim(man) => trim(man, detail),
            MeshKey::Rock(seed) => tactical::rock(seed, detail),
            MeshKey::Die(side, of) => {
                die::die(of, DIE_EDGE, DIE_ROUNDING, palette::edged(palette, side), style.worded_dice)
            }
            MeshKey::Chip => chip::chip(),
            MeshKey::Pyramid(side, size) => pyramid::pyramid(size, palette::banded(palette, side)),
            MeshKey::Ball(radius) => ball(f32::from(radius) * MM),
            MeshKey::Contact(radius) => contact(f32::from(radius) * MM),
        }
    }

    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    fn mesh(self, style: TableStyle, quality: Quality) -> Mesh {
        self.shape(style, Detail::FULL).simplified(error(quality)).mesh()
    }

    /// The mesh of the shape. The browser build has no mesh simplification; it carves more coarsely
    /// instead, which also takes less time.
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    fn mesh(self, style: TableStyle, quality: Quality) -> Mesh {
        let detail = Detail::coarser(match quality {
            Quality::Low => 2.0,
            Quality::Medium => 1.5,
            Quality::High => 1.0,
        });
        self.shape(style, detail).mesh()
    }
}

/// The largest error of a simplified face, m: invisible in a window of 1280x720 pixels, or in a
/// large picture at high quality.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
const fn error(quality: Quality) -> f32 {
    match quality {
        Quality::Low => 0.000_40,
        Quality::Medium => 0.000_10,
        Quality::High => 0.000_03,
    }
}

fn wood(man: PieceKind, detail: Detail) -> TriangleMesh {
    match man {
        PieceKind::King => chessmen::king(detail),
        PieceKind::Queen => chessmen::queen(detail),
        PieceKind::Rook | PieceKind::RoyalRook => chessmen::rook(detail),
        PieceKind::Bishop | PieceKind::RoyalBishop => chessmen::bishop(detail),
        PieceKind::Knight | PieceKind::RoyalKnight => chessmen::knight(detail),
        PieceKind::Pawn => chessmen::pawn(detail),
        PieceKind::Chancellor => chessmen::chancellor(detail),
        PieceKind::Veteran => tactical::veteran(detail),
        PieceKind::Cannon => tactical::cannon_carriage(detail),
        PieceKind::Dragon => tactical::dragon(detail),
        PieceKind::Prince => chessmen::prince(detail),
        PieceKind::Fanatic => tactical::bomb(detail),
        PieceKind::Killer => tactical::jester(detail),
        PieceKind::Obstacle => tactical::rock(0, detail),
    }
}

fn trim(man: PieceKind, detail: Detail) -> TriangleMesh {
    let raised = |shape: TriangleMesh, x: f32, y: f32, tilt: f32| {
        let turn = Quat::from_rotation_z(tilt);
        shape.moved(bevy::math::Affine3A::from_rotation_translation(turn, Vec3::new(x, y, 0.0) * MM))
    };
    match man {
        PieceKind::RoyalRook => {
            let mut shape = chessmen::band(10.9, 35.4, 38.2, 0.7, detail);
            shape.append(&raised(chessmen::crown(6.4, 6, detail), 0.0, 41.0, 0.0), bevy::math::Affine3A::IDENTITY);
            shape
        }
        PieceKind::RoyalBishop => {
            let mut shape = raised(chessmen::crown(7.4, 7, detail), 0.0, 44.2, 0.0);
            shape.append(&chessmen::band(8.7, 35.3, 37.2, 0.7, detail), bevy::math::Affine3A::IDENTITY);
            shape
        }
        PieceKind::RoyalKnight => {
            let mut shape = raised(chessmen::crown(4.6, 6, detail), 1.4, 51.2, -0.18);
            shape.append(&chessmen::band(9.6, 10.2, 12.8, 0.8, detail), bevy::math::Affine3A::IDENTITY);
            shape
        }
        PieceKind::Veteran => chessmen::band(8.1, 25.3, 27.2, 0.7, detail),
        PieceKind::Cannon => tactical::cannon_barrel(detail),
        PieceKind::Fanatic => tactical::fuse(detail),
        PieceKind::Killer => tactical::bells(detail),
        _ => TriangleMesh::default(),
    }
}

/// The contact shadow: ink runs from 0 in the centre to 1 at the rim.
fn contact(radius: f32) -> TriangleMesh {
    let mut shape = TriangleMesh::default();
    let middle = shape.vertex(Vec3::ZERO, Vec3::Y, Marks::PLAIN);
    let rim: Vec<u32> = circle(Vec2::ZERO, radius, 28)
        .into_iter()
        .map(|p| shape.vertex(Vec3::new(p.x, 0.0, -p.y), Vec3::Y, Marks::INK))
        .collect();
    for i in 0..rim.len() {
        shape.triangle([middle, rim[i], rim[(i + 1) % rim.len()]]);
    }
    shape
}

fn ball(radius: f32) -> TriangleMesh {
    let radius = radius / MM;
    Profile::at(0.0, -radius).arc((0.0, 0.0), PI).turn(24, Detail::FULL)
}

/// The largest number of meshes made in parallel. Browsers make them in the one thread that also
/// draws frames, and need a frame now and then.
const MAX_PARALLEL: usize = if cfg!(target_arch = "wasm32") { 6 } else { usize::MAX };

/// An asset in progress, and its reserved handle.
type PendingAsset<A> = (Handle<A>, Task<A>);

/// The meshes and surfaces made so far, and those in progress.
#[derive(Resource, Default)]
pub struct MeshCache {
    meshes: HashMap<MeshKey, Handle<Mesh>>,
    /// Meshes not yet started.
    waiting: VecDeque<(Handle<Mesh>, MeshKey)>,
    pending: Vec<PendingAsset<Mesh>>,
    pending_images: Vec<PendingAsset<Image>>,
    /// Keyed by material, and whether they are translucent.
    surfaces: HashMap<(MaterialKind, bool), Handle<Surface>>,
    quality: Quality,
    style: TableStyle,
    /// Whether frames wait for the meshes they need. Otherwise meshes appear in later frames,
    /// because carving takes longer than a frame.
    blocking: bool,
}

impl MeshCache {
    /// Whether any asset that is to be drawn is in progress.
    #[must_use]
    pub fn is_making(&self) -> bool {
        self.is_carving() || !self.pending_images.is_empty()
    }

    fn is_carving(&self) -> bool {
        !self.waiting.is_empty() || !self.pending.is_empty()
    }

    fn make(&mut self, key: MeshKey, handle: Handle<Mesh>) {
        // Dropping a task cancels it. An older task that ends later must not replace this one.
        self.pending.retain(|(other, _)| other.id() != handle.id());
        self.waiting.retain(|(other, _)| other.id() != handle.id());
        self.waiting.push_back((handle, key));
        self.carve();
    }

    /// Starts waiting meshes, up to [`MAX_PARALLEL`].
    fn carve(&mut self) {
        let (style, quality) = (self.style, self.quality);
        while self.pending.len() < MAX_PARALLEL
            && let Some((handle, key)) = self.waiting.pop_front()
        {
            let task = AsyncComputeTaskPool::get().spawn(async move { key.mesh(style, quality) });
            self.pending.push((handle, task));
        }
    }

    /// Makes an image in the background.
    pub(super) fn make_image(&mut self, handle: Handle<Image>, make: impl FnOnce() -> Image + Send + 'static) {
        let task = AsyncComputeTaskPool::get().spawn(async move { make() });
        self.pending_images.push((handle, task));
    }
}

/// Delivers meshes made in the background.
pub fn plugin(app: &mut App) {
    app.init_resource::<MeshCache>()
        .add_systems(Update, request_frame(0.0).run_if(|cache: Res<MeshCache>| cache.is_making()).in_set(GameSet::Rest))
        .add_systems(Update, deliver_meshes.after(GameSet::Present).run_if(|cache: Res<MeshCache>| cache.is_carving()));
}

/// Delivers images made in the background.
pub(super) fn image_plugin(app: &mut App) {
    app.add_systems(
        Update,
        deliver_images.after(GameSet::Present).run_if(|cache: Res<MeshCache>| !cache.pending_images.is_empty()),
    );
}

fn deliver_meshes(mut cache: ResMut<MeshCache>, mut meshes: ResMut<Assets<Mesh>>) {
    let blocking = cache.blocking;
    loop {
        deliver(&mut cache.pending, blocking, &mut meshes);
        cache.carve();
        if !blocking || !cache.is_carving() {
            break;
        }
    }
}

fn deliver_images(mut cache: ResMut<MeshCache>, mut images: ResMut<Assets<Image>>) {
    let blocking = cache.blocking;
    deliver(&mut cache.pending_images, blocking, &mut images);
}

/// Inserts the assets that are ready.
fn deliver<A: Asset>(pending: &mut Vec<PendingAsset<A>>, blocking: bool, assets: &mut Assets<A>) {
    pending.retain_mut(|(handle, task)| {
        let made = if blocking { Some(block_on(task)) } else { check_ready(task) };
        // Inserting fails for an asset that is no longer used. It is dropped.
        made.map(|asset| assets.insert(handle.id(), asset)).is_none()
    });
}

/// Makes meshes and surfaces on first use.
#[derive(SystemParam)]
pub struct MeshAssets<'w> {
    cache: ResMut<'w, MeshCache>,
    meshes: ResMut<'w, Assets<Mesh>>,
    surfaces: ResMut<'w, Assets<Surface>>,
}

impl MeshAssets<'_> {
    /// The mesh of a solid, possibly still in progress.
    pub fn mesh(&mut self, key: MeshKey) -> Handle<Mesh> {
        if let Some(handle) = self.cache.meshes.get(&key) {
            return handle.clone();
        }
        let handle = self.meshes.reserve_handle();
        self.cache.meshes.insert(key, handle.clone());
        self.cache.make(key, handle.clone());
        handle
    }

    /// A mesh for a shape that is used once.
    pub fn own_mesh(&mut self, shape: TriangleMesh) -> Handle<Mesh> {
        self.meshes.add(shape.mesh())
    }

    /// The surface of a material.
    pub fn surface(&mut self, kind: MaterialKind) -> Handle<Surface> {
        self.surface_of(kind, false)
    }

    /// The translucent surface of a material.
    pub fn translucent(&mut self, kind: MaterialKind) -> Handle<Surface> {
        self.surface_of(kind, true)
    }

    fn surface_of(&mut self, kind: MaterialKind, translucent: bool) -> Handle<Surface> {
        let MeshCache { quality, style, .. } = *self.cache;
        let surfaces = &mut self.surfaces;
        let made = || surfaces.add(Surface { translucent, ..kind.surface(style).at(quality) });
        self.cache.surfaces.entry((kind, translucent)).or_insert_with(made).clone()
    }

    /// Makes frames wait for the meshes they need, as pictures require.
    pub fn wait(&mut self) {
        self.cache.blocking = true;
    }

    /// Applies another quality to all meshes and surfaces.
    pub fn set_quality(&mut self, quality: Quality) {
        if self.cache.quality == quality {
            return;
        }
        self.cache.quality = quality;
        for handle in self.cache.surfaces.values() {
            if let Some(mut surface) = self.surfaces.get_mut(handle) {
                surface.quality = quality;
            }
        }
        let made: Vec<_> = self.cache.meshes.iter().map(|(key, handle)| (*key, handle.clone())).collect();
        for (key, handle) in made {
            self.cache.make(key, handle);
        }
    }

    /// Applies another style to all meshes and surfaces.
    pub fn set_style(&mut self, style: TableStyle) {
        if self.cache.style == style {
            return;
        }
        self.cache.style = style;
        let MeshCache { meshes, surfaces, quality, .. } = &*self.cache;
        for ((kind, translucent), handle) in surfaces {
            if let Some(mut surface) = self.surfaces.get_mut(handle) {
                *surface = Surface { translucent: *translucent, ..kind.surface(style).at(*quality) };
            }
        }
        let sided = meshes.iter().filter(|(key, _)| matches!(key, MeshKey::Die(..) | MeshKey::Pyramid(..)));
        let sided: Vec<_> = sided.map(|(key, handle)| (*key, handle.clone())).collect();
        for (key, handle) in sided {
            self.cache.make(key, handle);
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::app::TaskPoolPlugin;

    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::session::Palette;

    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), plugin))
            .init_asset::<Mesh>()
            .init_asset::<Surface>();
        app
    }

    fn with_assets<T: 'static>(app: &mut App, change: fn(MeshAssets) -> T) -> T {
        app.world_mut().run_system_once(change).unwrap()
    }

    /// The last choice wins, however long meshes take.
    #[test]
    fn quick_changes_of_quality_end_with_the_last() {
        let mut app = app();
        let pawn = MeshKey::PieceKind(PieceKind::Pawn);
        let handle = with_assets(&mut app, |mut assets| {
            assets.set_quality(Quality::Low);
            let handle = assets.mesh(MeshKey::PieceKind(PieceKind::Pawn));
            assets.set_quality(Quality::High);
            assets.set_quality(Quality::Low);
            handle
        });
        let pending = |app: &App| app.world().resource::<MeshCache>().pending.len();
        assert_eq!(pending(&app), 1, "only the last mesh is awaited");
        with_assets(&mut app, |mut assets| assets.wait());
        app.update();
        assert_eq!(pending(&app), 0);
        let vertices = app.world().resource::<Assets<Mesh>>().get(&handle).unwrap().count_vertices();
        let [low, high] =
            [Quality::Low, Quality::High].map(|quality| pawn.mesh(TableStyle::default(), quality).count_vertices());
        assert!(vertices == low && low < high, "{vertices} vertices; {low} at low and {high} at high quality");
    }

    #[test]
    fn quick_changes_of_palette_end_with_the_last() {
        let mut app = app();
        with_assets(&mut app, |mut assets| {
            let _ = assets.mesh(MeshKey::Pyramid(Side::Black, 1));
            assets.set_style(TableStyle { palette: Palette::Safe, ..TableStyle::default() });
            assets.set_style(TableStyle::default());
        });
        assert_eq!(app.world().resource::<MeshCache>().pending.len(), 1);
    }
}
