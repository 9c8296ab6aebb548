// Writes the font of the app to src/generated: Inter with the characters of the app's languages, weights 400 to 700.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const source = new URL(
  '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  import.meta.url,
);
const generated = new URL('../src/generated/', import.meta.url);

const latin = [...range(0x20, 0x7e), ...range(0xa0, 0xff)];
const others = [...'–—‘’‚“”„…•−×½→←↑↓€'].map((character) => character.codePointAt(0));
const text = String.fromCodePoint(...latin, ...others);

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

const font = await subsetFont(readFileSync(source), text, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
});
mkdirSync(generated, { recursive: true });
writeFileSync(new URL('inter.woff2', generated), font);
