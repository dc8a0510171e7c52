// The substances of objects on the table. WOOD, STONE, FELT, LACQUER, RESIN or METAL, and FINE and
// WORN, are shader defs. Lengths are in metres, colours linear.

#define_import_path fairground::matter

struct Paint {
    base: vec4<f32>,
    grain: vec4<f32>,
    ink: vec4<f32>,
    // Fineness, roughness, wear, radius of fading.
    measure: vec4<f32>,
    fibre: vec4<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> paint: Paint;

struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) world: vec4<f32>,
    @location(1) normal: vec3<f32>,
    // Position in the block of material: y along the fibre, in units of its texture.
    @location(2) grain: vec3<f32>,
    // Ink, wear, openness, distance from the own axis.
    @location(3) marks: vec4<f32>,
    @location(4) @interpolate(flat) glow: vec4<f32>,
}

fn hash3(p: vec3<f32>) -> f32 {
    var q = fract(p * 0.1031);
    q += dot(q, q.zyx + 31.32);
    return fract((q.x + q.y) * q.z);
}

// Smooth noise from -1 to 1.
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

// A lamp behind the table, which draws the outlines of dark men.
fn backlight(n: vec3<f32>, v: vec3<f32>, open: f32) -> vec3<f32> {
    let back = normalize(vec3(-v.x, 0.4, -v.z));
    let rim = pow(1.0 - max(dot(n, v), 0.0), 3.0);
    return vec3(0.34, 0.30, 0.25) * rim * smoothstep(-0.1, 0.8, dot(n, back)) * open;
}

struct Matter {
    colour: vec3<f32>,
    roughness: f32,
    // Reflectance at normal incidence.
    gloss: vec3<f32>,
    alpha: f32,
    // Wear, 0 to 1.
    wear: f32,
}

fn matter(in: Varying) -> Matter {
    var m: Matter;
    let p = in.grain;
    m.alpha = 1.0;
    m.wear = 0.0;
    m.gloss = vec3(0.04);
    m.roughness = paint.measure.y;
#ifdef WOOD
    // Annual rings around a distant pith, wavy along the trunk, from pale spring wood to a dark
    // line; fine fibres; pores.
    let wave = noise(p * vec3(0.05, 0.011, 0.05));
    let r = length(p.xz + vec2(38.0, 11.0)) + 3.2 * wave;
    let year = fract(r * 0.36);
    let ring = year * year * (1.0 - smoothstep(0.86, 1.0, year));
    // Detail finer than a pixel is replaced by its mean.
    let pixel = length(fwidth(p.xz));
    // Noise is expensive, so it is computed only where it is visible.
    var fibre = 1.0 - smoothstep(0.15, 0.7, pixel);
    if fibre > 0.0 {
#ifdef FINE
        fibre *= noise(p * vec3(2.3, 0.10, 2.3));
#else
        fibre *= 0.7 * sin(3.1 * p.x + 2.0 * sin(2.7 * p.z + 0.11 * p.y) + 3.0 * wave);
#endif
    }
    var dark = mix(0.28, ring, 1.0 - smoothstep(0.7, 2.2, pixel)) * 0.74 + 0.20 * fibre + 0.14 * wave + 0.16;
#ifdef FINE
    var pore = 1.0 - smoothstep(0.10, 0.5, pixel);
    if pore > 0.0 {
        pore *= smoothstep(0.42, 0.8, noise(p * vec3(5.5, 0.32, 5.5)));
    }
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
#endif
#ifdef METAL
    m.colour = vec3(0.0);
    m.gloss = mix(paint.base.rgb, paint.grain.rgb, 0.5 + 0.5 * noise(p * 0.4));
#endif
#ifdef WORN
    // Rubbed places are paler and rougher, edges most of all.
    var wear = in.marks.y;
#ifdef FINE
    let blot = noise(p * vec3(0.13, 0.05, 0.13)) + 0.35 * noise(p * vec3(0.9, 0.3, 0.9));
    wear = smoothstep(0.0, 0.9, blot + 1.2 * wear);
#endif
    wear *= paint.measure.z;
    m.wear = wear;
    m.colour = mix(m.colour, m.colour * 1.28 + 0.018, wear);
    m.roughness += 0.25 * wear;
#endif
    let ink = in.marks.x;
    m.colour = mix(m.colour, paint.ink.rgb, ink);
    m.gloss = mix(m.gloss, vec3(0.03), ink);
    m.roughness = clamp(mix(m.roughness, 0.55, ink), 0.08, 1.0);
    m.alpha = mix(m.alpha, 1.0, ink);
    return m;
}
