// Refuses to pack the package before `cargo xtask npm` has built it: npm would pack it without dist/.
import { existsSync } from 'node:fs';

const built = ['index.js', 'engine.js', 'ouro.js', 'rules.wasm', 'engine.wasm', 'nets'];
const missing = built.filter((name) => !existsSync(new URL(`../dist/${name}`, import.meta.url)));
if (missing.length > 0) {
  console.error(`dist/ lacks ${missing.join(', ')}: run cargo xtask npm first`);
  process.exit(1);
}
