//! An app that draws into memory, one frame at a time.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
use bevy::app::TerminalCtrlCHandlerPlugin;
use bevy::camera::RenderTarget;
use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::{PipelineCache, PollType, TextureFormat, TextureUsages};
use bevy::render::renderer::{RenderDevice, RenderInstance, WgpuWrapper};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::render::{RenderApp, RenderPlugin};
use bevy::time::TimeUpdateStrategy;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use image::RgbaImage;
use thiserror::Error;

use crate::platform::clock::{Duration, Instant};

/// Errors of taking a picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CaptureError {
    /// No graphics adapter, not even a software one.
    #[error(
        "no graphics adapter was found; install a Vulkan driver; without a GPU, the software driver \
         (packages mesa-vulkan-drivers and libvulkan1 on Debian and Ubuntu)"
    )]
    NoAdapter,
    /// A size out of range.
    #[error("expected a picture {min} to {max} pixels wide and high, found {width}x{height}",
        min = Offscreen::MIN_SIZE, max = Offscreen::MAX_SIZE)]
    Size {
        /// Requested width, pixels.
        width: u32,
        /// Requested height, pixels.
        height: u32,
    },
    /// The picture could not be written.
    #[error("the picture {} cannot be written: {reason}", file.display())]
    Save {
        /// The file.
        file: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The renderer did not deliver the picture.
    #[error("the renderer delivered no picture within {} seconds", Offscreen::PATIENCE.as_secs())]
    NoPicture,
}

/// An app without a window. Add a camera that draws to [`Offscreen::target`].
pub struct Offscreen {
    app: App,
    target: Handle<Image>,
}

/// Whether an app of this process has set up the log.
static LOGGING: AtomicBool = AtomicBool::new(false);

/// Prevents apps without a window from setting up the log of this process.
pub fn log_is_set_up() {
    LOGGING.store(true, Ordering::Relaxed);
}

/// The picture delivered by the renderer.
#[derive(Resource, Default)]
struct CapturedPicture(Option<RgbaImage>);

impl Offscreen {
    /// The largest width and height, pixels.
    pub const MAX_SIZE: u32 = 3840;

    /// The smallest width and height, pixels.
    pub const MIN_SIZE: u32 = 16;

    /// The time limit for the renderer to deliver a picture. Usually it takes two frames, but
    /// another thread delivers it, which can be delayed on a busy machine.
    pub const PATIENCE: Duration = Duration::from_secs(10);

    /// Returns an app with Bevy's default plugins that draws pictures of `width` by `height`
    /// pixels, and whose clock advances by `frame` with each update. `setup` adds the scene.
    ///
    /// # Errors
    /// If no graphics adapter is found, or a size is out of range.
    pub fn new(width: u32, height: u32, frame: Duration, setup: impl FnOnce(&mut App)) -> Result<Self, CaptureError> {
        let range = Self::MIN_SIZE..=Self::MAX_SIZE;
        if !range.contains(&width) || !range.contains(&height) {
            return Err(CaptureError::Size { width, height });
        }
        if !has_adapter() {
            return Err(CaptureError::NoAdapter);
        }
        let mut app = App::new();
        let plugins = DefaultPlugins.build();
        // A process can set up its log only once.
        let plugins = if LOGGING.swap(true, Ordering::Relaxed) { plugins.disable::<LogPlugin>() } else { plugins };
        let plugins = plugins
            .set(WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() })
            .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
            .set(LogPlugin { level: Level::ERROR, filter: String::new(), ..default() })
            .disable::<WinitPlugin>();
        #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
        let plugins = plugins.disable::<TerminalCtrlCHandlerPlugin>().disable::<PipelinedRenderingPlugin>();
        app.add_plugins(plugins);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(frame)).init_resource::<CapturedPicture>();
        let mut image = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
        image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
        let target = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        setup(&mut app);
        app.finish();
        app.cleanup();
        let mut offscreen = Offscreen { app, target };
        // The first frame only compiles shaders.
        offscreen.step();
        Ok(offscreen)
    }

    /// The render target for a camera.
    #[must_use]
    pub fn target(&self) -> RenderTarget {
        RenderTarget::Image(self.target.clone().into())
    }

    /// The image behind [`Offscreen::target`].
    #[must_use]
    pub fn image(&self) -> &Handle<Image> {
        &self.target
    }

    /// The app.
    pub fn app(&mut self) -> &mut App {
        &mut self.app
    }

    /// Runs one update and waits until it is drawn.
    pub fn step(&mut self) {
        self.app.update();
        if let Some(device) = self.app.world().get_resource::<RenderDevice>() {
            // Fails only if the device is lost. The picture is then missing.
            let _ = device.wgpu_device().poll(PollType::wait_indefinitely());
        }
    }

    /// Draws frames with time stopped, at least `frames`, until nothing is left out. Shaders are
    /// loaded on other threads, so on a busy machine the first frames lack some objects. Entities
    /// spawned in one frame are drawn in the next.
    pub fn warm_up(&mut self, frames: u32) {
        let begun = Instant::now();
        let still = TimeUpdateStrategy::ManualDuration(Duration::ZERO);
        let clock = std::mem::replace(&mut *self.app.world_mut().resource_mut::<TimeUpdateStrategy>(), still);
        (0..frames).for_each(|_| self.step());
        while self.lacks_shaders() && begun.elapsed() < Self::PATIENCE {
            self.step();
        }
        self.app.insert_resource(clock);
    }

    /// Whether the last frame left out objects whose shader was missing.
    fn lacks_shaders(&self) -> bool {
        let render_app = self.app.get_sub_app(RenderApp);
        let cache = render_app.and_then(|app| app.world().get_resource::<PipelineCache>());
        cache.is_some_and(|cache| cache.waiting_pipelines().next().is_some())
    }

    /// Runs one update while the previous frame is still being drawn, and then waits for that
    /// frame, so that its readbacks are delivered.
    pub fn pump_overlapping(&mut self) {
        let apps = self.app.sub_apps_mut();
        apps.main.run_default_schedule();
        if let Some(device) = apps.main.world().get_resource::<RenderDevice>() {
            // Fails only if the device is lost. The frame is then missing.
            let _ = device.wgpu_device().poll(PollType::wait_indefinitely());
        }
        for app in apps.sub_apps.values_mut() {
            app.extract(apps.main.world_mut());
            app.update();
        }
        apps.main.world_mut().clear_trackers();
    }

    /// Draws one more frame and returns it.
    ///
    /// # Errors
    /// If the renderer delivers no picture.
    pub fn picture(&mut self) -> Result<RgbaImage, CaptureError> {
        let world = self.app.world_mut();
        world.resource_mut::<CapturedPicture>().0 = None;
        world.spawn(Screenshot::image(self.target.clone())).observe(keep);
        self.step();
        let drawing = self.stop_drawing();
        let asked = Instant::now();
        let picture = loop {
            self.step();
            let picture = self.app.world_mut().resource_mut::<CapturedPicture>().0.take();
            if picture.is_some() || asked.elapsed() > Self::PATIENCE {
                break picture;
            }
        };
        self.draw_again(drawing);
        picture.ok_or(CaptureError::NoPicture)
    }

    /// Deactivates all cameras and returns the active ones. Nothing needs to be drawn while
    /// a picture is being delivered.
    fn stop_drawing(&mut self) -> Vec<Entity> {
        let world = self.app.world_mut();
        let mut cameras = world.query::<(Entity, &mut Camera)>();
        let active = cameras.iter_mut(world).filter(|(_, camera)| camera.is_active);
        let stopped = active.map(|(entity, mut camera)| {
            camera.is_active = false;
            entity
        });
        stopped.collect()
    }

    /// Activates the cameras returned by [`Offscreen::stop_drawing`].
    fn draw_again(&mut self, cameras: Vec<Entity>) {
        for entity in cameras {
            if let Some(mut camera) = self.app.world_mut().get_mut::<Camera>(entity) {
                camera.is_active = true;
            }
        }
    }
}

fn keep(mut screenshot: On<ScreenshotCaptured>, mut captured: ResMut<CapturedPicture>) {
    captured.0 = std::mem::take(&mut screenshot.image).try_into_dynamic().ok().map(|image| image.to_rgba8());
}

/// Whether there is a graphics adapter. Without one, Bevy panics.
#[must_use]
pub fn has_adapter() -> bool {
    adapter_kind().is_some()
}

/// Whether the graphics adapter is a software renderer.
#[must_use]
pub fn draws_in_software() -> bool {
    adapter_kind().is_some_and(|kind| kind == "Cpu")
}

/// The kind of graphics adapter; `None` without one.
fn adapter_kind() -> Option<String> {
    let instance = RenderInstance(Arc::new(WgpuWrapper::new(Default::default())));
    let adapter = bevy::tasks::block_on(instance.request_adapter(&Default::default())).ok()?;
    Some(format!("{:?}", adapter.get_info().device_type))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_out_of_range_are_refused_before_anything_is_started() {
        let error = Offscreen::new(8, 4000, Duration::ZERO, |_| ()).err();
        assert_eq!(error, Some(CaptureError::Size { width: 8, height: 4000 }));
    }
}
