// The surface of everything on the table. What it is made of (WOOD, STONE, FELT, LACQUER, RESIN, METAL, CONTACT) and whether
// it is FINE, WORN, FADING or TRANSLUCENT are compiled in. Lengths are metres, colours linear.
//
// Nothing here may branch on what stands in a uniform buffer: Mesa's software driver compiles the shader anew, with the value
// in place of the branch, whenever another buffer is bound, and keeps them all (megabytes a frame).

#import bevy_pbr::{
    mesh_functions,
    mesh_view_bindings::{view, lights},
    shadow_sampling,
    shadows,
    view_transformations::position_world_to_clip,
}

struct Paint {
    base: vec4<f32>,
    grain: vec4<f32>,
    ink: vec4<f32>,
    // Fineness, roughness, wear, radius of fading.
    measure: vec4<f32>,
    fibre: vec4<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> paint: Paint;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(5) marks: vec4<f32>,
}

struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) world: vec4<f32>,
    @location(1) normal: vec3<f32>,
    // Where in the block of material: y along the fibre, in units of its texture.
    @location(2) grain: vec3<f32>,
    // Ink, wear, openness, own radius.
    @location(3) marks: vec4<f32>,
    @location(4) @interpolate(flat) glow: vec4<f32>,
}

fn hash3(p: vec3<f32>) -> f32 {
    var q = fract(p * 0.1031);
    q += dot(q, q.zyx + 31.32);
    return fract((q.x + q.y) * q.z);
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

    // Each piece is cut from another place of the trunk, a little askew.
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

// Smooth noise in -1 to 1.
fn noise(p: vec3<f32>) -> f32 {
    let cell = floor(p);
    var f = p - cell;
    f = f * f * (3.0 - 2.0 * f);
    let low = mix(
        mix(hash3(cell), hash3(cell + vec3(1.0, 0.0, 0.0)), f.x),
        mix(hash3(cell + vec3(0.0, 1.0, 0.0)), hash3(cell + vec3(1.0, 1.0, 0.0)), f.x), f.y);
    let high = mix(
        mix(hash3(cell + vec3(0.0, 0.0, 1.0)), hash3(cell + vec3(1.0, 0.0, 1.0)), f.x),
        mix(hash3(cell + vec3(0.0, 1.0, 1.0)), hash3(cell + vec3(1.0, 1.0, 1.0)), f.x), f.y);
    return mix(low, high, f.z) * 2.0 - 1.0;
}

struct Matter {
    colour: vec3<f32>,
    roughness: f32,
    // Reflection face on.
    gloss: vec3<f32>,
    alpha: f32,
}

fn matter(in: Varying) -> Matter {
    var m: Matter;
    let p = in.grain;
    m.alpha = 1.0;
    m.gloss = vec3(0.04);
    m.roughness = paint.measure.y;
#ifdef WOOD
    // Yearly rings round a heart some way off, wavy along the trunk, pale spring wood turning to a dark line; fine fibres; pores.
    let wave = noise(p * vec3(0.05, 0.011, 0.05));
    let r = length(p.xz + vec2(38.0, 11.0)) + 3.2 * wave;
    let year = fract(r * 0.36);
    let ring = year * year * (1.0 - smoothstep(0.86, 1.0, year));
    // What is finer than a pixel gives way to its mean.
    let pixel = length(fwidth(p.xz));
#ifdef FINE
    let thread = noise(p * vec3(2.3, 0.10, 2.3));
#else
    let thread = 0.7 * sin(3.1 * p.x + 2.0 * sin(2.7 * p.z + 0.11 * p.y) + 3.0 * wave);
#endif
    let fibre = thread * (1.0 - smoothstep(0.15, 0.7, pixel));
    var dark = mix(0.28, ring, 1.0 - smoothstep(0.7, 2.2, pixel)) * 0.74 + 0.20 * fibre + 0.14 * wave + 0.16;
#ifdef FINE
    let pore = smoothstep(0.42, 0.8, noise(p * vec3(5.5, 0.32, 5.5))) * (1.0 - smoothstep(0.10, 0.5, pixel));
    dark += 0.42 * pore + 0.10 * noise(p * vec3(0.9, 0.05, 0.9));
    m.roughness += 0.10 * fibre + 0.12 * pore;
#endif
    m.colour = mix(paint.base.rgb, paint.grain.rgb, clamp(dark, 0.0, 1.0));
#endif
#ifdef STONE
    let cloud = noise(p * 0.09) + 0.5 * noise(p * 0.31);
    let speck = noise(p * 1.7);
    m.colour = mix(paint.base.rgb, paint.grain.rgb, clamp(0.5 + 0.45 * cloud + 0.3 * speck, 0.0, 1.0));
    m.roughness += 0.1 * speck;
    m.gloss = vec3(0.03);
#endif
#ifdef FELT
    var nap = noise(p * 1.3);
#ifdef FINE
    nap += 0.6 * noise(p * vec3(3.1, 2.7, 3.7));
#endif
    m.colour = mix(paint.base.rgb, paint.grain.rgb, clamp(0.5 + 0.4 * nap, 0.0, 1.0));
    m.gloss = vec3(0.0);
#endif
#ifdef LACQUER
    m.colour = mix(paint.base.rgb, paint.grain.rgb, clamp(0.35 + 0.5 * noise(p * 0.12), 0.0, 1.0));
    m.gloss = vec3(0.05);
#endif
#ifdef RESIN
    m.colour = mix(paint.base.rgb, paint.grain.rgb, clamp(0.5 + 0.5 * noise(p * 0.06), 0.0, 1.0));
    m.gloss = vec3(0.05);
    m.alpha = paint.base.a;
#endif
#ifdef METAL
    m.colour = vec3(0.0);
    m.gloss = mix(paint.base.rgb, paint.grain.rgb, 0.5 + 0.5 * noise(p * 0.4));
#endif
#ifdef WORN
    // Rubbed places are paler and rougher; edges most of all.
    var rub = in.marks.y;
#ifdef FINE
    let blot = noise(p * vec3(0.13, 0.05, 0.13)) + 0.35 * noise(p * vec3(0.9, 0.3, 0.9));
    rub = smoothstep(0.0, 0.9, blot + 1.2 * rub);
#endif
    rub *= paint.measure.z;
    m.colour = mix(m.colour, m.colour * 1.28 + 0.018, rub);
    m.roughness += 0.25 * rub;
#endif
    let ink = in.marks.x;
    m.colour = mix(m.colour, paint.ink.rgb, ink);
    m.gloss = mix(m.gloss, vec3(0.03), ink);
    m.roughness = clamp(mix(m.roughness, 0.55, ink), 0.08, 1.0);
    m.alpha = mix(m.alpha, 1.0, ink);
    return m;
}

// A soft lamp seen in direction d: a rectangle of half-size `half` on the plane at distance 1 along `n`.
fn lamp(d: vec3<f32>, n: vec3<f32>, u: vec3<f32>, half: vec2<f32>, soft: f32) -> f32 {
    let far = dot(d, n);
    let at = abs(vec2(dot(d, u), dot(d, cross(n, u)))) / max(far, 0.05) - half;
    let inside = smoothstep(vec2(soft), vec2(-soft), at);
    return select(0.0, inside.x * inside.y, far > 0.05);
}

// What the room looks like in a direction, blurred by roughness: a warm dim room, a great soft lamp overhead, a window to the left.
fn studio(d: vec3<f32>, roughness: f32) -> vec3<f32> {
    let soft = 0.06 + 1.1 * roughness;
    let room = mix(vec3(0.085, 0.062, 0.045), vec3(0.26, 0.25, 0.25), smoothstep(-0.5 - roughness, 0.7 + roughness, d.y));
    let over = lamp(d, vec3(0.10, 0.94, -0.33), vec3(0.9943, -0.1064, 0.0), vec2(0.75, 0.34), soft);
    let window = lamp(d, vec3(-0.82, 0.52, 0.24), vec3(0.281, 0.0, 0.960), vec2(0.30, 0.42), soft);
    let spread = 1.0 / (1.0 + 2.2 * roughness);
    return room + (over * vec3(3.0, 2.75, 2.4) + window * vec3(1.5, 1.75, 2.1)) * spread;
}

// How much of the sun reaches a place. Bevy's own function also does cascades and lamps of a size, which cost even where there
// are none: half the time of a frame in software.
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
    // The patch of darkness under a thing: its own radius runs from 0 to 1 in ink.
    let far = in.marks.x;
    let dark = 1.0 - smoothstep(0.35, 1.0, far);
    // Nothing that is lifted or lies on its side stands there.
    let stands = (1.0 - smoothstep(0.001, 0.02, in.world.y)) * smoothstep(0.95, 1.0, in.normal.y);
#ifdef TRANSLUCENT
    return vec4(0.012, 0.007, 0.005, 0.20 * dark * stands);
#else
    return vec4(0.012, 0.007, 0.005, 0.80 * dark * stands);
#endif
#else ifdef MARK
    // Figures in it are ink; its soft edges are worn.
    return vec4(mix(paint.base.rgb, paint.ink.rgb, in.marks.x), paint.base.a * (1.0 - in.marks.y));
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

    // The sky is soft and a little cool, the table throws back warm light.
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
#ifdef METAL
    // Small turned metal mirrors the room from all sides.
    colour += m.gloss * (0.34 * sky * open + 0.16 * sunlight * lit);
#endif
    var alpha = m.alpha;
#ifdef RESIN
    // Light comes through: brighter where thin, denser at grazing angles.
    colour += m.colour * (0.30 * sky + 0.18 * sunlight);
    alpha = mix(alpha, 1.0, 0.75 * rim + 0.35 * max(bounce.g, flash.g));
    alpha = min(alpha + 0.25 * (1.0 - nv) , 1.0);
#endif
    colour += in.glow.rgb * in.glow.a * (0.10 + 0.55 * pow(1.0 - nv, 2.0)) + m.colour * in.glow.rgb * in.glow.a * 0.8;

    // A gentle shoulder, as of film.
    colour = colour * (2.2 * colour + 0.06) / (colour * (2.05 * colour + 0.72) + 0.16);
#ifdef FADING
    let far = in.marks.w / paint.measure.w;
    colour = mix(paint.ink.rgb, colour, 1.0 / (1.0 + far * far * far * 1.4));
#endif
#ifdef TRANSLUCENT
    // Its outline stays to be seen.
    alpha *= mix(0.16, 0.55, rim);
#endif
    return vec4(clamp(colour, vec3(0.0), vec3(1.0)), alpha);
#endif
}
