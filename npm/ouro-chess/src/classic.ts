// The classic worker `ouro.js`: both workers in one script, for pages that call `new Worker('ouro.js')`.

import { networks } from './generated/networks.js';
import { browserPort, ownPort } from './ports.js';
import { serveProtocol } from './protocol.js';
import { serveSearches } from './search.js';

/** The fragment of the address with which the script starts itself as search worker. */
const SEARCH = '#search';

if (location.hash === SEARCH) {
  serveSearches(ownPort());
} else {
  const script = new URL(SEARCH, location.href);
  serveProtocol(ownPort(), () => browserPort(new Worker(script)), {
    wasm: new URL('./engine.wasm', location.href),
    networks,
  });
}
