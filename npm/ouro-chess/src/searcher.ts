// The protocol worker's view of the search worker: requests one at a time, signals, and restarts.

import type { Port } from './ports.js';
import { PONDER_HIT, type SearchRequest, type SearchResponse, STOP } from './search.js';

/** Returns memory that both workers see, where the page may have it. */
function sharedSignals(): SharedArrayBuffer | undefined {
  const isolated = (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated;
  return typeof SharedArrayBuffer === 'function' && isolated !== false
    ? new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
    : undefined;
}

interface Pending {
  resolve(): void;
  reject(error: Error): void;
}

/** A running search worker. */
export class Searcher {
  readonly #port: Port;
  readonly #signals: SharedArrayBuffer | undefined;
  #pending: Pending | undefined;
  /** Why the worker takes no more requests. */
  #ended: string | undefined;

  /** Starts the worker. `onLine` receives its output. */
  constructor(port: Port, onLine: (line: string) => void) {
    this.#port = port;
    this.#signals = sharedSignals();
    port.listen(
      (message) => {
        if (this.#ended !== undefined) {
          // A terminated worker may have sent messages that arrive only now.
          return;
        }
        const response = message as SearchResponse;
        if (response.type === 'line') {
          onLine(response.line);
        } else if (response.type === 'done') {
          this.#settle((pending) => pending.resolve());
        } else {
          this.#fail(response.message);
        }
      },
      (reason) => {
        this.#ended ??= reason;
        this.#fail(reason);
      },
    );
  }

  /** Whether a running search can be signalled. Otherwise it can only be terminated. */
  get canSignal(): boolean {
    return this.#signals !== undefined;
  }

  /** Loads the compiled module. */
  start(module: WebAssembly.Module): Promise<void> {
    return this.#request({ type: 'start', module, signals: this.#signals });
  }

  /** Passes a network on. */
  addNetwork(bytes: Uint8Array): Promise<void> {
    return this.#request({ type: 'network', bytes });
  }

  /** Executes a UCI command to its end, which a search reaches late. */
  execute(line: string): Promise<void> {
    if (this.#signals) {
      Atomics.store(new Int32Array(this.#signals), 0, 0);
    }
    return this.#request({ type: 'line', line });
  }

  stop(): void {
    this.#signal(STOP);
  }

  ponderHit(): void {
    this.#signal(PONDER_HIT);
  }

  /** Ends the worker. The command that it executes counts as executed. */
  terminate(): void {
    this.#ended ??= 'the search worker was terminated';
    this.#port.terminate();
    this.#settle((pending) => pending.resolve());
  }

  #signal(bit: number): void {
    if (this.#signals) {
      Atomics.or(new Int32Array(this.#signals), 0, bit);
    }
  }

  #request(request: SearchRequest): Promise<void> {
    if (this.#ended !== undefined) {
      return Promise.reject(new Error(this.#ended));
    }
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#port.post(request);
    });
  }

  #fail(message: string): void {
    this.#settle((pending) => pending.reject(new Error(message)));
  }

  #settle(settle: (pending: Pending) => void): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending) {
      settle(pending);
    }
  }
}
