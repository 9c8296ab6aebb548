// The module worker: UCI over postMessage.

import { networks } from './generated/networks.js';
import { browserPort, nodePort, ownPort } from './ports.js';
import { serveProtocol } from './protocol.js';

serveProtocol(
  ownPort(),
  () =>
    nodePort('./search-worker.js', import.meta.url) ??
    browserPort(new Worker(new URL('./search-worker.js', import.meta.url), { type: 'module' })),
  { wasm: new URL('./engine.wasm', import.meta.url), networks },
);
