//! Memory on huge pages for the transposition table.

use std::collections::TryReserveError;

/// Returns an empty vector with capacity for `count` elements, on huge pages where the system has them. The
/// table is read at random, and with small pages most reads would miss the TLB.
pub(crate) fn huge_page_vec<T>(count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(count)?;
    #[cfg(target_os = "linux")]
    advise(memory.spare_capacity_mut());
    Ok(memory)
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn advise<T>(memory: &mut [std::mem::MaybeUninit<T>]) {
    const PAGE: usize = 4_096;
    let start = memory.as_mut_ptr().addr().next_multiple_of(PAGE);
    let end = memory.as_mut_ptr_range().end.addr() / PAGE * PAGE;
    if start < end {
        let offset = start - memory.as_mut_ptr().addr();
        // SAFETY: the pages lie within the borrowed memory, and the advice does not change their
        // content. If the system ignores it, nothing is lost.
        unsafe {
            let pages = memory.as_mut_ptr().byte_add(offset);
            libc::madvise(pages.cast(), end - start, libc::MADV_HUGEPAGE);
        }
    }
}
