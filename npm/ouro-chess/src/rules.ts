// The rules module: loading it, and the instance that all classes use.

import { loadModule } from './assets.js';
import { OuroError } from './errors.js';
import initModule from './generated/rules.js';
import { checkSupport } from './support.js';

export interface InitOptions {
  /** The address of `rules.wasm`; by default it is beside this script. */
  readonly wasmUrl?: string | URL;
}

let loading: Promise<void> | undefined;
let ready = false;

async function load(wasmUrl: string | URL | undefined): Promise<void> {
  checkSupport();
  const url = wasmUrl
    ? new URL(wasmUrl, globalThis.location?.href)
    : new URL('./rules.wasm', import.meta.url);
  await initModule({ module_or_path: await loadModule(url) });
  ready = true;
}

/**
 * Loads the rules. Everything else is synchronous after it. Further calls return the same promise, unless
 * loading has failed.
 */
export function init(options: InitOptions = {}): Promise<void> {
  loading ??= load(options.wasmUrl).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Throws if the rules have not been loaded. */
export function checkReady(): void {
  if (!ready) {
    const message = 'the rules are not loaded yet: await init() first';
    throw new OuroError({ kind: 'argument', code: 'not_ready', message });
  }
}
