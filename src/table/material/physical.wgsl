// Lighting at medium and high quality, by Bevy's physically based model: the sun, the environment
// map and, if the camera has them, ambient occlusion and contact shadows. The result is HDR.

#define_import_path fairground::physical

#import bevy_pbr::{
    mesh_types::MESH_FLAGS_SHADOW_RECEIVER_BIT,
    mesh_view_bindings::view,
    pbr_functions,
    pbr_types,
}
#import fairground::matter::{Varying, backlight, matter, paint}
#ifdef SCREEN_SPACE_AMBIENT_OCCLUSION
#import bevy_pbr::mesh_view_bindings::screen_space_ambient_occlusion_texture
#import bevy_pbr::ssao_utils::ssao_multibounce
#endif

// Inverts the tone mapping approximately, so that the chosen colour comes out.
fn flat_colour(colour: vec3<f32>) -> vec3<f32> {
    return colour * (1.5 + 1.4 * colour * colour);
}

fn shade(in: Varying) -> vec4<f32> {
    let m = matter(in);
    let open = in.marks.z;
    let orthographic = view.clip_from_view[3].w == 1.0;

    var pbr = pbr_types::pbr_input_new();
    pbr.frag_coord = in.position;
    pbr.world_position = in.world;
    pbr.is_orthographic = orthographic;
    pbr.flags = MESH_FLAGS_SHADOW_RECEIVER_BIT;
    pbr.world_normal = normalize(in.normal);
    pbr.N = pbr.world_normal;
    pbr.V = pbr_functions::calculate_view(in.world, orthographic);
    pbr.material.base_color = vec4(m.colour, m.alpha);
    pbr.material.perceptual_roughness = m.roughness;
    pbr.material.reflectance = sqrt(clamp(m.gloss, vec3(0.0), vec3(0.16)) / 0.16);
    let ink = in.marks.x;
    let nv = max(dot(pbr.N, pbr.V), 0.001);

#ifdef METAL
    pbr.material.base_color = vec4(mix(m.gloss, m.colour, ink), 1.0);
    pbr.material.reflectance = vec3(0.5);
    pbr.material.metallic = 1.0 - ink;
#endif
#ifdef WOOD
#ifdef FADING
    // The table is oiled, and shines less than the pieces and boards.
    pbr.material.perceptual_roughness = min(m.roughness + 0.22, 1.0);
    pbr.material.reflectance = vec3(0.35);
#else ifdef STANDARD_MATERIAL_CLEARCOAT
    // Wax over the grain, rubbed off where it is worn.
#ifdef STANDARD_MATERIAL_ANISOTROPY
    // Turning leaves circular grooves around the axis, too fine to be visible.
    pbr.anisotropy_strength = 0.45 * (1.0 - ink);
    pbr.anisotropy_T = normalize(cross(vec3(0.0, 1.0, 0.0), pbr.N) + vec3(1e-4, 0.0, 0.0));
    pbr.anisotropy_B = cross(pbr.N, pbr.anisotropy_T);
#endif
#ifdef WORN
    let wax = 0.25;
#else
    let wax = 0.55;
#endif
    pbr.material.clearcoat = wax * (1.0 - ink) * (1.0 - 0.7 * m.wear);
    pbr.material.clearcoat_perceptual_roughness = 0.5 * m.roughness + 0.06;
    pbr.clearcoat_N = pbr.N;
#endif
#endif
#ifdef LACQUER
#ifdef STANDARD_MATERIAL_CLEARCOAT
    pbr.material.clearcoat = 1.0 - 0.8 * ink;
    pbr.material.clearcoat_perceptual_roughness = 0.09;
    pbr.clearcoat_N = pbr.N;
#endif
#endif
#ifdef RESIN
#ifdef STANDARD_MATERIAL_CLEARCOAT
    // Polished.
    pbr.material.clearcoat = 1.0 - ink;
    pbr.material.clearcoat_perceptual_roughness = 0.04;
    pbr.clearcoat_N = pbr.N;
#endif
    // Light scattered inside leaves on all sides, most of it at the rim.
    pbr.material.emissive = vec4(m.colour * (1.0 - ink) * (0.34 + 0.30 * pow(1.0 - nv, 2.0)), 0.0);
#endif

    pbr.diffuse_occlusion = vec3(open);
    pbr.specular_occlusion = open * mix(open, 1.0, 0.3);
#ifdef SCREEN_SPACE_AMBIENT_OCCLUSION
    let seen = textureLoad(screen_space_ambient_occlusion_texture, vec2<i32>(in.position.xy), 0i).r;
    pbr.diffuse_occlusion = min(pbr.diffuse_occlusion, ssao_multibounce(seen, m.colour));
    let rough = m.roughness * m.roughness;
    pbr.specular_occlusion = min(pbr.specular_occlusion, saturate(pow(nv + seen, exp2(-16.0 * rough - 1.0)) - 1.0 + seen));
#endif

    var colour = pbr_functions::apply_pbr_lighting(pbr);
#ifdef WOOD
#ifndef WORN
    colour += vec4(backlight(pbr.N, pbr.V, open), 0.0);
#endif
#endif
#ifdef FELT
    // Protruding fibres catch the room's light at grazing angles.
    colour += vec4(m.colour * pow(1.0 - nv, 3.0) * 0.5 * open, 0.0);
#endif
    let glow = in.glow.rgb * in.glow.a;
    return vec4(colour.rgb + glow * (0.10 + 0.55 * pow(1.0 - nv, 2.0)) + m.colour * glow * 0.8, colour.a);
}
