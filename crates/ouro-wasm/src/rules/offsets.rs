//! Places in a text: JavaScript counts UTF-16 code units, the library bytes of UTF-8.

/// Converts byte offsets of a text to indices of JavaScript. Ascending offsets take linear time in all.
pub(super) struct Offsets<'a> {
    text: &'a str,
    byte: usize,
    index: usize,
}

impl<'a> Offsets<'a> {
    pub(super) fn new(text: &'a str) -> Offsets<'a> {
        Offsets { text, byte: 0, index: 0 }
    }

    /// Returns the index of a byte offset, which is rounded down to the start of a character.
    pub(super) fn index(&mut self, byte: usize) -> usize {
        let byte = self.text.floor_char_boundary(byte);
        if byte < self.byte {
            (self.byte, self.index) = (0, 0);
        }
        self.index += self.text[self.byte..byte].encode_utf16().count();
        self.byte = byte;
        self.index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_count_utf16_code_units() {
        let mut offsets = Offsets::new("aé♞𝄞z");
        let indices = [0, 1, 3, 6, 10, 11, 99, 2, 3].map(|byte| offsets.index(byte));
        assert_eq!(indices, [0, 1, 2, 3, 5, 6, 6, 1, 2]);
    }
}
