// The module worker that searches. The protocol worker starts it.

import { ownPort } from './ports.js';
import { serveSearches } from './search.js';

serveSearches(ownPort());
