//! The seam to the system's memory: large pages for the table.

use std::collections::TryReserveError;

/// An empty vector with room for `count` elements, on large pages where the system has them: the table
/// is read at random places, and with small pages finding the page takes longer than reading it.
pub(crate) fn vector<T>(count: usize) -> Result<Vec<T>, TryReserveError> {
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
        // SAFETY: whole pages of memory that is borrowed here, and the advice does not change what
        // is in them. If the system does not take it, nothing is lost.
        unsafe {
            let pages = memory.as_mut_ptr().byte_add(offset);
            libc::madvise(pages.cast(), end - start, libc::MADV_HUGEPAGE);
        }
    }
}
