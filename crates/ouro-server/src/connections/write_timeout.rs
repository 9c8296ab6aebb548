//! A stream whose writes fail when the other end stops reading.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// A stream that fails with [`io::ErrorKind::TimedOut`] if a write has waited for a time in which no byte was accepted.
/// It keeps a guard for as long as it is open.
pub(super) struct WriteTimeout<S, G> {
    stream: S,
    limit: Duration,
    /// Runs while a write waits.
    timer: Pin<Box<Sleep>>,
    waiting: bool,
    _guard: G,
}

impl<S, G> WriteTimeout<S, G> {
    pub(super) fn new(stream: S, limit: Duration, guard: G) -> WriteTimeout<S, G> {
        let timer = Box::pin(sleep(limit));
        WriteTimeout { stream, limit, timer, waiting: false, _guard: guard }
    }

    /// Passes the result of a write on, unless it has waited for too long.
    fn check<T>(
        &mut self,
        context: &mut Context<'_>,
        result: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if result.is_ready() {
            self.waiting = false;
            return result;
        }
        if !self.waiting {
            self.waiting = true;
            self.timer.as_mut().reset(Instant::now() + self.limit);
        }
        std::task::ready!(self.timer.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")))
    }
}

impl<S: AsyncRead + Unpin, G: Unpin> AsyncRead for WriteTimeout<S, G> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin, G: Unpin> AsyncWrite for WriteTimeout<S, G> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check(context, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.check(context, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_flush(context);
        self.check(context, result)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_shutdown(context);
        self.check(context, result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    #[tokio::test]
    async fn a_write_fails_when_nothing_is_read_and_goes_on_while_something_is() {
        let limit = Duration::from_secs(2);
        let (stream, mut reader) = duplex(1);
        let mut writer = WriteTimeout::new(stream, limit, ());
        let begun = Instant::now();
        let reading = tokio::spawn(async move {
            for _ in 0..10 {
                sleep(limit / 8).await;
                reader.read_u8().await.unwrap();
            }
            reader
        });
        // This takes longer than the limit, but never without progress.
        writer.write_all(&[0; 10]).await.unwrap();
        let _reader = reading.await.unwrap();
        assert!(begun.elapsed() > limit);
        writer.write_all(&[0; 1]).await.unwrap();
        let error = writer.write_all(&[0; 1]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
