// Messages between workers, the same in browsers and in Node.js.

import { nodeModule } from './node.js';

/** One end of a connection to a worker. */
export interface Port {
  post(message: unknown): void;
  /** Sets the functions that receive messages and the failure of the worker. */
  listen(onMessage: (message: unknown) => void, onFailure: (reason: string) => void): void;
  terminate(): void;
}

/** Wraps a worker of the browser. */
export function browserPort(worker: Worker): Port {
  return {
    post: (message) => worker.postMessage(message),
    listen: (onMessage, onFailure) => {
      worker.onmessage = (event) => onMessage(event.data);
      worker.onerror = (event) => {
        event.preventDefault();
        onFailure(event.message || 'the worker could not be loaded');
      };
    },
    terminate: () => worker.terminate(),
  };
}

/**
 * Starts a worker of Node.js; returns `undefined` in a browser. The address is put together here, because
 * bundlers would copy the file of a literal one.
 */
export function nodePort(file: string, base: string): Port | undefined {
  const threads = nodeModule('worker_threads');
  if (!threads) {
    return undefined;
  }
  const worker = new threads.Worker(new URL(file, base));
  return {
    post: (message) => worker.postMessage(message),
    listen: (onMessage, onFailure) => {
      worker.on('message', onMessage);
      worker.on('error', (error) => onFailure(error instanceof Error ? error.message : `${error}`));
    },
    terminate: () => void worker.terminate(),
  };
}

/** What a worker script does with its own end. */
export interface OwnPort {
  post(message: unknown): void;
  listen(onMessage: (message: unknown) => void): void;
  close(): void;
}

interface WorkerScope {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
}

/** Returns the end of the worker that runs this script. */
export function ownPort(): OwnPort {
  const parent = nodeModule('worker_threads')?.parentPort;
  if (parent) {
    return {
      post: (message) => parent.postMessage(message),
      listen: (onMessage) => void parent.on('message', onMessage),
      close: () => parent.close(),
    };
  }
  const scope = globalThis as unknown as WorkerScope;
  return {
    post: (message) => scope.postMessage(message),
    listen: (onMessage) => {
      scope.onmessage = (event) => onMessage(event.data);
    },
    close: () => scope.close(),
  };
}
