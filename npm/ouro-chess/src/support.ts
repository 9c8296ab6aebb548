// What the package needs from its surroundings.

import { OuroError } from './errors.js';

/** A module with one instruction of WebAssembly SIMD. */
const SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
];

/** The sentence for a browser that cannot run the modules. */
const UNSUPPORTED =
  'Ouro needs WebAssembly with SIMD: Chrome or Edge 91, Firefox 89, Safari 16.4, Node.js 20, or newer';

/** Returns whether the modules run here. */
export function isSupported(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(SIMD));
}

/** Throws one clear error if the modules do not run here. */
export function checkSupport(): void {
  if (!isSupported()) {
    throw new OuroError({ kind: 'unsupported', code: 'no_wasm_simd', message: UNSUPPORTED });
  }
}
