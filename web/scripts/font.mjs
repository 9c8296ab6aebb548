// Writes the fonts of the app to src/generated: Inter with the characters of the app's languages, weights 400 to 700, and
// the figurines, a font that draws the piece letters of SAN as pieces.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import opentype from 'opentype.js';
import subsetFont from 'subset-font';

const fonts = new URL('../node_modules/', import.meta.url);
const generated = new URL('../src/generated/', import.meta.url);

const latin = [...range(0x20, 0x7e), ...range(0xa0, 0xff)];
const others = [...'–—‘’‚“”„…•−×½→←↑↓€'].map((character) => character.codePointAt(0));
const PIECES = { K: '♔', Q: '♕', R: '♖', B: '♗', N: '♘' };

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function source(path) {
  return readFileSync(new URL(path, fonts));
}

function inter() {
  const file = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
  return subsetFont(source(file), String.fromCodePoint(...latin, ...others), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  });
}

async function figurines() {
  const file = '@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff2';
  const pieces = Object.values(PIECES).join('');
  const truetype = await subsetFont(source(file), pieces, { targetFormat: 'truetype' });
  const symbols = opentype.parse(new Uint8Array(truetype).buffer);
  const glyphs = Object.entries(PIECES).map(([letter, piece]) => {
    const { path, advanceWidth } = symbols.charToGlyph(piece);
    return new opentype.Glyph({ name: letter, unicode: letter.codePointAt(0), path, advanceWidth });
  });
  const notdef = new opentype.Glyph({
    name: '.notdef',
    advanceWidth: symbols.unitsPerEm,
    path: new opentype.Path(),
  });
  const font = new opentype.Font({
    familyName: 'Figurines',
    styleName: 'Regular',
    unitsPerEm: symbols.unitsPerEm,
    ascender: symbols.ascender,
    descender: symbols.descender,
    glyphs: [notdef, ...glyphs],
  });
  const letters = Object.keys(PIECES).join('');
  return subsetFont(Buffer.from(font.toArrayBuffer()), letters, { targetFormat: 'woff2' });
}

mkdirSync(generated, { recursive: true });
writeFileSync(new URL('inter.woff2', generated), await inter());
writeFileSync(new URL('figurines.woff2', generated), await figurines());
