// Loading of modules and networks, by HTTP or from files.

import { OuroError } from './errors.js';
import { nodeModule } from './node.js';

function failed(url: URL, reason: unknown): OuroError {
  const cause = reason instanceof Error ? reason.message : String(reason);
  const message = `failed to load ${url.href}: ${cause}`;
  return new OuroError({ kind: 'engine', code: 'not_loaded', message });
}

async function request(url: URL): Promise<Response> {
  const response = await fetch(url).catch((error) => {
    throw failed(url, error);
  });
  if (!response.ok) {
    throw failed(url, `the server answered ${response.status}`);
  }
  return response;
}

/** Loads a file. */
export async function loadBytes(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const files = url.protocol === 'file:' ? nodeModule('fs/promises') : undefined;
  if (files) {
    const bytes = await files.readFile(url).catch((error) => {
      throw failed(url, error);
    });
    return new Uint8Array(bytes);
  }
  return new Uint8Array(await (await request(url)).arrayBuffer());
}

/** Loads and compiles a module. */
export async function loadModule(url: URL): Promise<WebAssembly.Module> {
  if (url.protocol === 'file:' && nodeModule('fs/promises')) {
    return WebAssembly.compile(await loadBytes(url));
  }
  const response = await request(url);
  // Streaming needs the right MIME type, which some servers do not send.
  if (response.headers.get('Content-Type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
