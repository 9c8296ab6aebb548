//! Computes the slider attack tables, indexed by PEXT where the target supports it and by magic
//! multiplication elsewhere.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

#[path = "src/attacks/magics.rs"]
mod magics;
#[path = "src/attacks/rays.rs"]
mod rays;

use rays::{BISHOP_STEPS, ROOK_STEPS, blockers, walk};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/attacks/rays.rs");
    println!("cargo::rerun-if-changed=src/attacks/magics.rs");
    println!("cargo::rustc-check-cfg=cfg(ouro_pext)");

    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let x86_64 = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64");
    let pext = x86_64 && features.split(',').any(|feature| feature == "bmi2");
    if pext {
        println!("cargo::rustc-cfg=ouro_pext");
    }

    let mut attacks = Vec::new();
    let mut source = String::new();
    for (name, steps, magics) in [
        ("ROOK", ROOK_STEPS, &magics::ROOK_MAGICS),
        ("BISHOP", BISHOP_STEPS, &magics::BISHOP_MAGICS),
    ] {
        writeln!(source, "static {name}: [Slider; 64] = [")
            .expect("writing to a string cannot fail");
        for square in 0..64 {
            let mask = blockers(square, steps);
            let magic = magics[square as usize];
            let offset = attacks.len();
            attacks.resize(offset + (1 << mask.count_ones()), 0);
            for subset in subsets(mask) {
                let index = if pext {
                    compress(subset, mask)
                } else {
                    (subset.wrapping_mul(magic) >> (64 - mask.count_ones())) as usize
                };
                attacks[offset + index] = walk(square, subset, steps);
            }
            let magic = if pext { String::new() } else { format!("magic: {magic:#x}, ") };
            writeln!(source, "    Slider {{ mask: {mask:#x}, {magic}offset: {offset} }},")
                .expect("writing to a string cannot fail");
        }
        source.push_str("];\n");
    }
    writeln!(source, "static ATTACKS: [u64; {}] = {attacks:?};", attacks.len())
        .expect("writing to a string cannot fail");

    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    fs::write(Path::new(&folder).join("sliders.rs"), source).expect("OUT_DIR is writable");
}

/// Iterates over all subsets of `mask`, starting with the empty set.
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let subset = next?;
        let following = subset.wrapping_sub(mask) & mask;
        next = (following != 0).then_some(following);
        Some(subset)
    })
}

/// Gathers the bits of `value` selected by `mask`, as the PEXT instruction does.
fn compress(value: u64, mask: u64) -> usize {
    let bits = (0..64).filter(|bit| mask >> bit & 1 != 0);
    bits.enumerate().map(|(to, from)| ((value >> from & 1) as usize) << to).sum()
}
