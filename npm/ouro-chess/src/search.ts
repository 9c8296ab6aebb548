// The search worker: it owns the engine and is blocked while it searches.

import initModule, { identification, UciSession } from './generated/engine.js';
import type { OwnPort } from './ports.js';

/** Messages to the search worker. Each is answered with `done`. */
export type SearchRequest =
  | { type: 'start'; module: WebAssembly.Module; signals: SharedArrayBuffer | undefined }
  | { type: 'network'; bytes: Uint8Array }
  /** `uci` is the only line that needs no network. */
  | { type: 'line'; line: string };

/** Messages of the search worker. */
export type SearchResponse =
  | { type: 'line'; line: string }
  | { type: 'done' }
  | { type: 'failed'; message: string };

/** The bits of the shared signals. */
export const STOP = 1;
export const PONDER_HIT = 2;

/** Serves the requests of the protocol worker. */
export function serveSearches(port: OwnPort): void {
  let session: UciSession | undefined;
  let poll: (() => number) | undefined;
  const respond = (response: SearchResponse) => port.post(response);
  const onLine = (line: string) => respond({ type: 'line', line });

  async function handle(request: SearchRequest): Promise<void> {
    switch (request.type) {
      case 'start': {
        await initModule({ module_or_path: request.module });
        if (request.signals) {
          const signals = new Int32Array(request.signals);
          poll = () => Atomics.load(signals, 0);
        }
        break;
      }
      case 'network':
        if (session) {
          session.addNetwork(request.bytes);
        } else {
          session = new UciSession(request.bytes, onLine, poll);
        }
        break;
      case 'line':
        if (session) {
          session.line(request.line);
        } else {
          identification().forEach(onLine);
        }
    }
  }

  port.listen((request) => {
    handle(request as SearchRequest).then(
      () => respond({ type: 'done' }),
      (error) => respond({ type: 'failed', message: error?.message ?? String(error) }),
    );
  });
}
