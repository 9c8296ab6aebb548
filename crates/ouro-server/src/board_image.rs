//! Boards as PNG images, for previews of links. They contain no text, so they need no font.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use sha2::{Digest, Sha256};

/// The least and the greatest width of a board in pixels.
pub(crate) const SIZES: std::ops::RangeInclusive<u32> = 64..=1024;

/// The width and the height of a card, as previews of links show it.
pub(crate) const CARD: (u32, u32) = (1200, 630);
/// The width of the board on a card, its distance from the upper edge, and from the left one.
const CARD_BOARD: (u32, f32, f32) = (570, 30.0, 600.0);
/// The width of the logo on a card, its distance from the upper edge, and from the left one.
const CARD_LOGO: (u32, f32, f32) = (270, 180.0, 165.0);
const CARD_BACKGROUND: (u8, u8, u8) = (0xf4, 0xf5, 0xf1);
const LOGO: &str = include_str!("../../../web/public/icon.svg");

/// The bytes of all images that are kept.
const CACHE_BYTES: usize = 16 << 20;

/// What an image looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// The board alone, this many pixels wide.
    Board(u32),
    /// The board and the logo, in the shape of a preview.
    Card,
}

/// The image could not be drawn.
#[derive(Debug, thiserror::Error)]
#[error("failed to draw a board: {0}")]
pub(crate) struct DrawError(String);

/// Draws a board, given as SVG.
pub(crate) fn draw(board: &str, layout: Layout) -> Result<Vec<u8>, DrawError> {
    let (width, height) = match layout {
        Layout::Board(size) => (size, size),
        Layout::Card => CARD,
    };
    let mut image =
        Pixmap::new(width, height).ok_or_else(|| DrawError("an empty image".to_owned()))?;
    match layout {
        Layout::Board(size) => paint(&mut image, board, (size, 0.0, 0.0))?,
        Layout::Card => {
            let (red, green, blue) = CARD_BACKGROUND;
            image.fill(Color::from_rgba8(red, green, blue, u8::MAX));
            paint(&mut image, LOGO, CARD_LOGO)?;
            paint(&mut image, board, CARD_BOARD)?;
        }
    }
    image.encode_png().map_err(|error| DrawError(error.to_string()))
}

/// Paints a square SVG image, with a width and a place.
fn paint(image: &mut Pixmap, svg: &str, place: (u32, f32, f32)) -> Result<(), DrawError> {
    let tree = Tree::from_str(svg, &Options::default());
    let tree = tree.map_err(|error| DrawError(error.to_string()))?;
    let (width, top, left) = place;
    let scale = width as f32 / tree.size().width();
    let transform = Transform::from_row(scale, 0.0, 0.0, scale, left, top);
    resvg::render(&tree, transform, &mut image.as_mut());
    Ok(())
}

/// The identity of an image: a hash of everything it is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ImageKey([u8; 32]);

impl ImageKey {
    pub(crate) fn new(board: &str, layout: Layout) -> ImageKey {
        let size = match layout {
            Layout::Board(size) => size,
            Layout::Card => 0,
        };
        let mut hash = Sha256::new();
        hash.update(size.to_le_bytes());
        hash.update(board);
        ImageKey(hash.finalize().into())
    }
}

/// The images that were asked for last.
#[derive(Default)]
pub(crate) struct ImageCache {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    images: HashMap<ImageKey, (Bytes, u64)>,
    bytes: usize,
    /// The number of uses so far, which orders the images by their last one.
    uses: u64,
}

impl ImageCache {
    pub(crate) fn get(&self, key: &ImageKey) -> Option<Bytes> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.uses += 1;
        let now = kept.uses;
        let (image, used) = kept.images.get_mut(key)?;
        *used = now;
        Some(image.clone())
    }

    /// Keeps an image, and forgets those whose last use is the longest ago if there are too many.
    pub(crate) fn insert(&self, key: ImageKey, image: Bytes) {
        self.insert_within(CACHE_BYTES, key, image);
    }

    fn insert_within(&self, limit: usize, key: ImageKey, image: Bytes) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.uses += 1;
        let now = kept.uses;
        kept.bytes += image.len();
        if let Some((replaced, _)) = kept.images.insert(key, (image, now)) {
            kept.bytes -= replaced.len();
        }
        while kept.bytes > limit {
            let oldest = kept.images.iter().min_by_key(|(_, (_, used))| *used);
            let Some(oldest) = oldest.map(|(key, _)| *key) else { break };
            if let Some((forgotten, _)) = kept.images.remove(&oldest) {
                kept.bytes -= forgotten.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ouro_rules::{BoardSvg, Position, Variant};

    fn key(number: u32) -> ImageKey {
        ImageKey::new("", Layout::Board(number))
    }

    #[test]
    fn the_cache_forgets_the_images_that_nobody_asked_for() {
        let cache = ImageCache::default();
        let image = Bytes::from_static(&[0; 40]);
        cache.insert_within(100, key(1), image.clone());
        cache.insert_within(100, key(2), image.clone());
        assert!(cache.get(&key(1)).is_some());
        cache.insert_within(100, key(3), image.clone());
        let kept = [1, 2, 3].map(|number| cache.get(&key(number)).is_some());
        assert_eq!(kept, [true, false, true]);
        // The same image again takes no more room.
        cache.insert_within(100, key(3), image);
        assert!(cache.get(&key(1)).is_some());
        cache.insert_within(100, key(4), Bytes::from_static(&[0; 101]));
        assert_eq!(cache.kept.lock().unwrap().bytes, 0);
    }

    #[test]
    fn images_show_the_pieces_on_their_squares() {
        let position = Position::start(Variant::Chess);
        let svg = BoardSvg::new(&position).coordinates(false).to_string();
        let image = Pixmap::decode_png(&draw(&svg, Layout::Board(512)).unwrap()).unwrap();
        assert_eq!((image.width(), image.height()), (512, 512));
        // The share of dark pixels in a square, by file and rank from the upper left corner.
        let ink = |column: u32, row: u32| {
            let pixels =
                (0..64).flat_map(|x| (0..64).map(move |y| (column * 64 + x, row * 64 + y)));
            let dark = |&(x, y): &(u32, u32)| image.pixel(x, y).unwrap().red() < 0x60;
            pixels.filter(dark).count()
        };
        // A black king is mostly ink, a white one has an outline, and an empty square has none.
        assert!(ink(4, 0) > 800 && (50..800).contains(&ink(4, 7)), "{} {}", ink(4, 0), ink(4, 7));
        assert_eq!(ink(4, 4), 0);
    }

    #[test]
    fn a_card_has_the_size_of_previews_and_no_transparent_pixel() {
        let position = Position::start(Variant::SelfCapture);
        let svg = BoardSvg::new(&position).coordinates(false).to_string();
        let image = Pixmap::decode_png(&draw(&svg, Layout::Card).unwrap()).unwrap();
        assert_eq!((image.width(), image.height()), CARD);
        assert!(image.pixels().iter().all(|pixel| pixel.alpha() == u8::MAX));
    }
}
