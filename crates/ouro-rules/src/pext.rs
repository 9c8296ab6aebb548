//! The PEXT instruction, for targets that support it.

/// Gathers the bits of `value` selected by `mask`.
#[inline]
#[allow(unsafe_code)]
pub(crate) fn pext(value: u64, mask: u64) -> u64 {
    // SAFETY: this module is compiled only if the target has BMI2.
    unsafe { std::arch::x86_64::_pext_u64(value, mask) }
}
