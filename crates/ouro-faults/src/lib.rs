//! Fault injection for `LD_PRELOAD`: file writes that fail and a wall clock that jumps.
//!
//! The library replaces a few functions of the C library in the process that loads it. Two environment
//! variables configure it:
//!
//! - `OURO_FAULTS_FOLDER`: only files below this folder are affected.
//! - `OURO_FAULTS_CONTROL`: a file of 16 bytes that another process changes at run time. Bytes 0 to 3 hold
//!   the error code of writes, bytes 4 to 7 that of syncs (0 for success), bytes 8 to 15 the offset of the
//!   wall clock in nanoseconds, all in native byte order.
//!
//! Without the variables, all functions behave as usual.
#![cfg(target_os = "linux")]
#![allow(
    unsafe_code,
    reason = "functions of the C library have raw pointers and no Rust interface"
)]

use std::ffi::{c_int, c_void};
use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicI64, Ordering};

use libc::{clockid_t, off64_t, size_t, ssize_t, timespec};

/// The layout of the control file.
#[repr(C)]
struct Control {
    write_error: AtomicI32,
    sync_error: AtomicI32,
    clock_offset: AtomicI64,
}

struct Injector {
    folder: PathBuf,
    control: &'static Control,
}

impl Injector {
    fn from_env() -> Option<Injector> {
        let folder = PathBuf::from(std::env::var_os("OURO_FAULTS_FOLDER")?);
        let file = File::open(std::env::var_os("OURO_FAULTS_CONTROL")?).ok()?;
        let size = size_of::<Control>();
        if file.metadata().ok()?.len() < size as u64 {
            return None;
        }
        // SAFETY: the arguments are valid, and the result is checked.
        let mapped = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                size,
                libc::PROT_READ,
                libc::MAP_SHARED,
                file.as_raw_fd(),
                0,
            )
        };
        if mapped == libc::MAP_FAILED {
            return None;
        }
        // SAFETY: the mapping is page-aligned, large enough, never unmapped, and read through atomics only.
        let control = unsafe { &*mapped.cast::<Control>() };
        Some(Injector { folder, control })
    }

    fn affects(&self, file: c_int) -> bool {
        let path = std::fs::read_link(format!("/proc/self/fd/{file}"));
        path.is_ok_and(|path| path.starts_with(&self.folder))
    }
}

fn injector() -> Option<&'static Injector> {
    static INJECTOR: OnceLock<Option<Injector>> = OnceLock::new();
    INJECTOR.get_or_init(Injector::from_env).as_ref()
}

/// Sets `errno` and returns `true` if the selected error applies to a file.
fn fails(file: c_int, error: impl Fn(&Control) -> &AtomicI32) -> bool {
    let Some(injector) = injector() else { return false };
    let code = error(injector.control).load(Ordering::Relaxed);
    if code == 0 || !injector.affects(file) {
        return false;
    }
    // SAFETY: the address of this thread's `errno` is always valid.
    unsafe { *libc::__errno_location() = code };
    true
}

fn write_fails(file: c_int) -> bool {
    fails(file, |control| &control.write_error)
}

fn sync_fails(file: c_int) -> bool {
    fails(file, |control| &control.sync_error)
}

/// Replaces `write(2)`.
///
/// # Safety
/// As for `write(2)`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(file: c_int, data: *const c_void, size: size_t) -> ssize_t {
    if write_fails(file) {
        return -1;
    }
    // SAFETY: the caller's arguments are passed on unchanged.
    unsafe { libc::syscall(libc::SYS_write, file, data, size) as ssize_t }
}

/// Replaces `pwrite(2)`.
///
/// # Safety
/// As for `pwrite(2)`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pwrite(
    file: c_int,
    data: *const c_void,
    size: size_t,
    offset: off64_t,
) -> ssize_t {
    if write_fails(file) {
        return -1;
    }
    // SAFETY: the caller's arguments are passed on unchanged.
    unsafe { libc::syscall(libc::SYS_pwrite64, file, data, size, offset) as ssize_t }
}

/// Replaces `pwrite64`, another name of `pwrite(2)`.
///
/// # Safety
/// As for `pwrite(2)`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pwrite64(
    file: c_int,
    data: *const c_void,
    size: size_t,
    offset: off64_t,
) -> ssize_t {
    // SAFETY: the caller's arguments are passed on unchanged.
    unsafe { pwrite(file, data, size, offset) }
}

/// Replaces `ftruncate(2)`, which counts as a write.
#[unsafe(no_mangle)]
pub extern "C" fn ftruncate(file: c_int, size: off64_t) -> c_int {
    if write_fails(file) {
        return -1;
    }
    // SAFETY: the call has no pointers.
    unsafe { libc::syscall(libc::SYS_ftruncate, file, size) as c_int }
}

/// Replaces `ftruncate64`, another name of `ftruncate(2)`.
#[unsafe(no_mangle)]
pub extern "C" fn ftruncate64(file: c_int, size: off64_t) -> c_int {
    ftruncate(file, size)
}

/// Replaces `fsync(2)`.
#[unsafe(no_mangle)]
pub extern "C" fn fsync(file: c_int) -> c_int {
    if sync_fails(file) {
        return -1;
    }
    // SAFETY: the call has no pointers.
    unsafe { libc::syscall(libc::SYS_fsync, file) as c_int }
}

/// Replaces `fdatasync(2)`.
#[unsafe(no_mangle)]
pub extern "C" fn fdatasync(file: c_int) -> c_int {
    if sync_fails(file) {
        return -1;
    }
    // SAFETY: the call has no pointers.
    unsafe { libc::syscall(libc::SYS_fdatasync, file) as c_int }
}

/// Replaces `clock_gettime(2)`. Only the wall clock has an offset; monotonic clocks never jump.
///
/// # Safety
/// As for `clock_gettime(2)`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_gettime(clock: clockid_t, time: *mut timespec) -> c_int {
    const NANOSECONDS: i64 = 1_000_000_000;
    // SAFETY: the caller's arguments are passed on unchanged.
    let result = unsafe { libc::syscall(libc::SYS_clock_gettime, clock, time) } as c_int;
    let wall = matches!(clock, libc::CLOCK_REALTIME | libc::CLOCK_REALTIME_COARSE);
    if result != 0 || !wall {
        return result;
    }
    let offset =
        injector().map_or(0, |injector| injector.control.clock_offset.load(Ordering::Relaxed));
    // SAFETY: the call above succeeded, so the pointer is valid.
    let time = unsafe { &mut *time };
    let nanoseconds = time.tv_nsec + offset.rem_euclid(NANOSECONDS);
    time.tv_sec += offset.div_euclid(NANOSECONDS) + nanoseconds / NANOSECONDS;
    time.tv_nsec = nanoseconds % NANOSECONDS;
    0
}
