// The surface of everything on the table. The substance (WOOD, STONE, FELT, LACQUER, RESIN, METAL,
// CONTACT) and FINE, PHYSICAL, WORN, FADING and TRANSLUCENT are shader defs. Lengths are in metres,
// colours linear.
//
// Nothing here may branch on values of a uniform buffer: Mesa's software driver compiles and keeps
// another shader, with the value in place of the branch, whenever another buffer is bound
// (megabytes per frame).

#import bevy_pbr::{
    mesh_functions,
    mesh_view_bindings::{view, lights},
    shadow_sampling,
    shadows,
    view_transformations::position_world_to_clip,
}
#import fairground::matter::{Varying, backlight, hash3, matter, paint}
#ifdef PHYSICAL
#import fairground::physical
#endif

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(5) marks: vec4<f32>,
}

fn glow_of(tag: u32) -> vec4<f32> {
    let strength = f32((tag >> 16u) & 255u) / 255.0;
    var colour = vec3(0.0);
    switch tag >> 24u {
        case 1u: { colour = vec3(1.0, 0.62, 0.12); }
        case 2u: { colour = vec3(0.10, 0.75, 0.62); }
        case 3u: { colour = vec3(1.0, 0.16, 0.04); }
        default: {}
    }
    return vec4(colour, strength);
}

@vertex
fn vertex(in: Vertex) -> Varying {
    var out: Varying;
    let world_from_local = mesh_functions::get_world_from_local(in.instance_index);
    out.world = mesh_functions::mesh_position_local_to_world(world_from_local, vec4(in.position, 1.0));
    out.position = position_world_to_clip(out.world.xyz);
    out.normal = mesh_functions::mesh_normal_local_to_world(in.normal, in.instance_index);
    let tag = mesh_functions::get_tag(in.instance_index);
    out.glow = glow_of(tag);
    out.marks = vec4(in.marks.x, in.marks.z, in.marks.w, length(in.position.xz));

    // Each piece is cut from another place of the trunk, slightly askew.
    let seed = vec3(f32(tag & 0xffffu), fract(in.marks.y) * 977.0, 3.0);
    let cut = vec3(hash3(seed), hash3(seed + 17.0), hash3(seed + 43.0));
    let rail = floor(in.marks.y) * 0.09817477;
    let fibre = paint.fibre.xyz;
    let along = vec3(fibre.x * cos(rail) + fibre.z * sin(rail), fibre.y, fibre.z * cos(rail) - fibre.x * sin(rail));
    let side = normalize(cross(along, vec3(0.31, 0.12, 0.94)));
    let turn = cut.x * 6.2832;
    let a = side * cos(turn) + cross(along, side) * sin(turn);
    let askew = normalize(along + 0.10 * (cut.y - 0.5) * a);
    let b = cross(askew, a);
    let local = vec3(dot(in.position, a), dot(in.position, askew), dot(in.position, b));
    out.grain = local * 1000.0 * paint.measure.x + cut * vec3(60.0, 700.0, 60.0);
    return out;
}

// A soft lamp seen in direction d: a rectangle of half-size `half` on the plane at distance 1 along
// `n`.
fn lamp(d: vec3<f32>, n: vec3<f32>, u: vec3<f32>, half: vec2<f32>, soft: f32) -> f32 {
    let far = dot(d, n);
    let at = abs(vec2(dot(d, u), dot(d, cross(n, u)))) / max(far, 0.05) - half;
    let inside = smoothstep(vec2(soft), vec2(-soft), at);
    return select(0.0, inside.x * inside.y, far > 0.05);
}

// The room in a direction, blurred by roughness: a dim warm room, a large soft lamp overhead, a
// window to the left. It turns with the viewer, so that boards do not reflect the window.
fn studio(direction: vec3<f32>, roughness: f32) -> vec3<f32> {
    let right = view.world_from_view[0].xyz;
    let d = vec3(dot(direction, right), direction.y, dot(direction, cross(right, vec3(0.0, 1.0, 0.0))));
    let soft = 0.06 + 1.1 * roughness;
    let room = mix(vec3(0.085, 0.062, 0.045), vec3(0.26, 0.25, 0.25), smoothstep(-0.5 - roughness, 0.7 + roughness, d.y));
    let over = lamp(d, vec3(0.10, 0.94, -0.33), vec3(0.9943, -0.1064, 0.0), vec2(0.75, 0.34), soft);
    let window = lamp(d, vec3(-0.82, 0.52, 0.24), vec3(0.281, 0.0, 0.960), vec2(0.30, 0.42), soft);
    let spread = 1.0 / (1.0 + 2.2 * roughness);
    return room + (over * vec3(3.0, 2.75, 2.4) + window * vec3(1.5, 1.75, 2.1)) * spread;
}

// The fraction of sunlight that reaches a point. Bevy's own function also handles cascades and area
// lights, which cost even without any: half the frame time in software.
fn sunlit(at: vec3<f32>, n: vec3<f32>, pixel: vec2<f32>) -> f32 {
    let sun = &lights.directional_lights[0];
    let texel = (*sun).cascades[0].texel_size;
    let off = (*sun).shadow_normal_bias * texel * n + (*sun).shadow_depth_bias * (*sun).direction_to_light;
    let local = shadows::world_to_directional_light_local(0u, 0u, vec4(at + off, 1.0));
    let layer = i32((*sun).depth_texture_base_index);
    let seen = shadow_sampling::sample_shadow_map(local.xy, local.z, layer, pixel, texel);
    return select(1.0, seen, local.w > 0.0);
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
#ifdef CONTACT
    // A contact shadow: ink runs from 0 in the centre to 1 at the rim.
    let far = in.marks.x;
    let dark = 1.0 - smoothstep(0.35, 1.0, far);
    // Only for objects that stand on the table, neither lifted nor lying on their side.
    let stands = (1.0 - smoothstep(0.001, 0.02, in.world.y)) * smoothstep(0.95, 1.0, in.normal.y);
#ifdef TRANSLUCENT
    return vec4(0.012, 0.007, 0.005, 0.20 * dark * stands);
#else
    return vec4(0.012, 0.007, 0.005, 0.80 * dark * stands);
#endif
#else ifdef MARK
    // Figures in it are ink; its soft edges are wear.
    let flat_colour = mix(paint.base.rgb, paint.ink.rgb, in.marks.x);
#ifdef PHYSICAL
    return vec4(physical::flat_colour(flat_colour), paint.base.a * (1.0 - in.marks.y));
#else
    return vec4(flat_colour, paint.base.a * (1.0 - in.marks.y));
#endif
#else ifdef PHYSICAL
    var colour = physical::shade(in);
#ifdef FADING
    // Outside the pool of light.
    let out = in.marks.w / paint.measure.w;
    colour = vec4(colour.rgb / (1.0 + 0.9 * out * out * out), colour.a);
#endif
#ifdef TRANSLUCENT
    let v = normalize(view.world_position.xyz - in.world.xyz);
    colour.a *= mix(0.24, 0.65, pow(1.0 - max(dot(normalize(in.normal), v), 0.001), 5.0));
#endif
    return colour;
#else
    let m = matter(in);
    let n = normalize(in.normal);
    let v = normalize(view.world_position.xyz - in.world.xyz);
    let sun = lights.directional_lights[0].direction_to_light;
    let open = in.marks.z;

    let facing = dot(n, sun);
    var lit = 0.0;
    if facing > 0.0 {
        lit = facing * sunlit(in.world.xyz, n, in.position.xy);
    }
    let sunlight = vec3(1.95, 1.78, 1.55);

    // The sky is soft and slightly cool; the table reflects warm light.
    let sky = mix(vec3(0.26, 0.20, 0.15), vec3(0.50, 0.49, 0.50), 0.5 + 0.5 * n.y);
    var diffuse = sky * open + sunlight * lit * mix(open, 1.0, 0.6);
#ifdef FELT
    let fuzz = pow(1.0 - max(dot(n, v), 0.0), 3.0);
    diffuse += sky * fuzz * 0.5;
#endif

    let nv = max(dot(n, v), 0.001);
    let rim = pow(1.0 - nv, 5.0);
    let fresnel = m.gloss + (max(vec3(1.0 - m.roughness), m.gloss) - m.gloss) * rim;
    let bounce = studio(reflect(-v, n), m.roughness) * fresnel * open * mix(open, 1.0, 0.3);

    // GGX for the sun alone.
    let h = normalize(sun + v);
    let a = m.roughness * m.roughness;
    let nh = max(dot(n, h), 0.0);
    let d = nh * nh * (a * a - 1.0) + 1.0;
    let shape = a * a / (3.14159 * d * d);
    let visible = 0.25 / mix(nv * max(facing, 0.05), 1.0, 0.5 * a + 0.15);
    let flash = sunlight * lit * min(shape * visible, 12.0) * m.gloss;

    var colour = m.colour * diffuse + bounce + flash;
#ifdef WOOD
#ifndef WORN
    colour += backlight(n, v, open);
#endif
#endif
#ifdef METAL
    // Small turned metal reflects the room from all sides.
    colour += m.gloss * (0.34 * sky * open + 0.16 * sunlight * lit);
#endif
    var alpha = m.alpha;
#ifdef RESIN
    // Light scattered inside leaves on all sides, most of it at the rim.
    colour += m.colour * (1.0 - in.marks.x) * (0.30 * sky + (0.14 + 0.16 * (1.0 - nv)) * sunlight);
#endif
    colour += in.glow.rgb * in.glow.a * (0.10 + 0.55 * pow(1.0 - nv, 2.0)) + m.colour * in.glow.rgb * in.glow.a * 0.8;

    // A gentle film-like shoulder.
    colour = colour * (2.2 * colour + 0.06) / (colour * (2.05 * colour + 0.72) + 0.16);
#ifdef FADING
    let far = in.marks.w / paint.measure.w;
    colour = mix(paint.ink.rgb, colour, 1.0 / (1.0 + far * far * far * 1.4));
#endif
#ifdef TRANSLUCENT
    // Its outline stays visible.
    alpha *= mix(0.24, 0.65, rim);
#endif
    return vec4(clamp(colour, vec3(0.0), vec3(1.0)), alpha);
#endif
}
