// Prints the sizes of the files that a page downloads, as a table in Markdown.
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const dist = new URL('../dist/', import.meta.url);
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

/** Returns a script as a bundler delivers it. */
async function bundled(name) {
  const { outputFiles } = await build({
    entryPoints: [new URL(name, dist).pathname],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0].contents;
}

const read = (name) => readFileSync(new URL(name, dist));
const network = (variant) => readdirSync(new URL('nets/', dist)).find((n) => n.startsWith(variant));
const rows = [
  ['rules: script, bundled and minified', await bundled('index.js')],
  ['rules: `rules.wasm`', read('rules.wasm')],
  ['engine: script of the page, bundled and minified', await bundled('engine.js')],
  ['engine: script of the workers, `ouro.js`', read('ouro.js')],
  ['engine: `engine.wasm`', read('engine.wasm')],
  ['network of chess', read(`nets/${network('chess')}`)],
  ['network of self-capture chess', read(`nets/${network('selfcapture')}`)],
];
console.log('| file | size | gzip -9 | brotli -q 11 |\n|---|---|---|---|');
for (const [name, bytes] of rows) {
  const sizes = [bytes, gzipSync(bytes, { level: 9 }), brotliCompressSync(bytes)];
  console.log(`| ${[name, ...sizes.map((size) => kilobytes(size.length))].join(' | ')} |`);
}
