// Stores a brotli and a gzip form beside every file of dist/ that becomes smaller, for the server to choose from.
// Results are kept by content, because the engine and the networks change rarely and compress slowly.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const cache = fileURLToPath(new URL('../node_modules/.cache/compress/', import.meta.url));

// The server changes pages before it sends them, so they are not among these.
const COMPRESSED = new Set(['.css', '.js', '.json', '.nn', '.svg', '.wasm']);
// A packet: a smaller file is not sent faster.
const SMALLEST = 1_000;

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const encodings = [
  ['.br', (bytes) => promisify(brotliCompress)(bytes, brotli)],
  ['.gz', (bytes) => promisify(gzip)(bytes, { level: 9 })],
];

async function compress(path) {
  const bytes = await readFile(path);
  if (bytes.length < SMALLEST) return;
  const hash = createHash('sha256').update(bytes).digest('hex');
  for (const [extension, encode] of encodings) {
    const kept = join(cache, hash + extension);
    const encoded = await readFile(kept).catch(async () => {
      const fresh = await encode(bytes);
      await writeFile(kept, fresh);
      return fresh;
    });
    if (encoded.length < bytes.length) await writeFile(path + extension, encoded);
  }
}

await mkdir(cache, { recursive: true });
const files = await readdir(dist, { recursive: true });
await Promise.all(
  files.filter((name) => COMPRESSED.has(extname(name))).map((name) => compress(join(dist, name))),
);
