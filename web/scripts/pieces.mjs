// Writes the pieces that come with chessground into files of their own: the policy of the page allows
// pictures from its own address, not those inside a style sheet.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const sheet = new URL(
  '../node_modules/@lichess-org/chessground/assets/chessground.cburnett.css',
  import.meta.url,
);
const folder = new URL('../public/pieces/', import.meta.url);
const rule =
  /piece\.(\w+)\.(\w+)\s*\{\s*background-image:\s*url\(['"]?data:image\/svg\+xml;base64,([^'")]+)/g;

mkdirSync(folder, { recursive: true });
let count = 0;
for (const [, role, color, data] of readFileSync(sheet, 'utf8').matchAll(rule)) {
  writeFileSync(new URL(`${color}-${role}.svg`, folder), Buffer.from(data, 'base64'));
  count += 1;
}
if (count !== 12)
  throw new Error(`${count} pieces instead of 12 in the style sheet of chessground`);
