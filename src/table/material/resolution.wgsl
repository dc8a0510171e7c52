// Stretches the reduced picture, drawn in the upper left part, over the whole target.

#import bevy_core_pipeline::fullscreen_vertex_shader::FullscreenVertexOutput

struct Resolution {
    // Pixels drawn over pixels shown, along an edge.
    scale: f32,
    // The number of pixels shown.
    shown: vec2<f32>,
}

@group(0) @binding(0) var drawn: texture_2d<f32>;
@group(0) @binding(1) var drawn_sampler: sampler;
@group(0) @binding(2) var<uniform> resolution: Resolution;

@fragment
fn fragment(in: FullscreenVertexOutput) -> @location(0) vec4<f32> {
    let last = vec2<i32>(resolution.shown * resolution.scale) - 1;
    // Bilinear interpolation; the bound sampler does not interpolate.
    let at = in.position.xy * resolution.scale - 0.5;
    let first = vec2<i32>(floor(at));
    let share = at - floor(at);
    let a = textureLoad(drawn, clamp(first, vec2(0), last), 0);
    let b = textureLoad(drawn, clamp(first + vec2(1, 0), vec2(0), last), 0);
    let c = textureLoad(drawn, clamp(first + vec2(0, 1), vec2(0), last), 0);
    let d = textureLoad(drawn, clamp(first + vec2(1, 1), vec2(0), last), 0);
    return mix(mix(a, b, share.x), mix(c, d, share.x), share.y);
}
