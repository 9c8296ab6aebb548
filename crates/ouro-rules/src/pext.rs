//! The PEXT instruction, for builds whose target has it.

/// The bits of `value` under `mask`, moved together.
#[inline]
#[allow(unsafe_code)]
pub(crate) fn pext(value: u64, mask: u64) -> u64 {
    // SAFETY: this module is compiled only when the build script has found BMI2 in the target.
    unsafe { std::arch::x86_64::_pext_u64(value, mask) }
}
