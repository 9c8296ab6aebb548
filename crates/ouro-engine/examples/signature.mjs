// Runs the bench in WebAssembly and compares its signature with that of the tests.
import { readFileSync } from 'node:fs';

const [module] = process.argv.slice(2);
const tests = readFileSync(new URL('../tests/signature.rs', import.meta.url), 'utf8');
const expected = /SIGNATURE: u64 = ([\d_]+);/.exec(tests)?.[1].replaceAll('_', '');
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const found = String(instance.exports.signature());
console.log(`${found} nodes, expected ${expected}`);
process.exit(found === expected ? 0 : 1);
