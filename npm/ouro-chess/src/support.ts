// What the package needs from its environment.

import { OuroError } from './errors.js';

/** A module with one instruction of WebAssembly SIMD. */
const SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
];

/** A module with the type of a function that takes a reference to an object of JavaScript. */
const REFERENCES = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 1, 111, 0];

/** The sentence for a browser that cannot run the modules. */
const UNSUPPORTED =
  'Ouro needs WebAssembly with SIMD and reference types: Chrome or Edge 100, Firefox 114, Safari 16.4, Node.js 20.16, or newer';

/** Returns whether the modules run here. */
export function isSupported(): boolean {
  return (
    typeof WebAssembly === 'object' &&
    [SIMD, REFERENCES].every((module) => WebAssembly.validate(new Uint8Array(module)))
  );
}

/** Throws one clear error if the modules do not run here. */
export function checkSupport(): void {
  if (!isSupported()) {
    throw new OuroError({ kind: 'unsupported', code: 'no_wasm_simd', message: UNSUPPORTED });
  }
}
