// Files of the repository that the tests use.
import { readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** Returns a table of the tests of the rules library. */
export const perftTable = (file) => read(`crates/ouro-rules/tests/tables/${file}`);

/** The node count of the native bench. */
export const SIGNATURE = Number(
  /SIGNATURE: u64 = ([\d_]+);/
    .exec(read('crates/ouro-engine/tests/signature.rs'))[1]
    .replaceAll('_', ''),
);

/** Returns the random games that the native library has printed. */
export function randomGames() {
  const path = process.env.OURO_RANDOM_GAMES;
  if (!path) {
    throw new Error('OURO_RANDOM_GAMES must name the output of the example random_games');
  }
  return readFileSync(path, 'utf8');
}

/** Returns the page that docs/browser.md shows. */
export const documentedPage = () => /```html\n(.*?)```/s.exec(read('docs/browser.md'))[1];
