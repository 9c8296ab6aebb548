// The engine as promises and async iterators, on top of UCI.

import { OuroError } from './errors.js';
import { type Analysis, type Line, parseInfo } from './info.js';
import { browserPort, nodePort, type Port } from './ports.js';
import type { AssetsMessage } from './protocol.js';
import { checkSupport } from './support.js';
import type { Variant } from './types.js';

export { OuroError } from './errors.js';
export type { Analysis, Line, Score } from './info.js';

export interface EngineOptions {
  /** The size of the hash table in MiB, from 1 to 1024; 16 by default. */
  readonly hash?: number;
  /** Starts the worker, for example `() => new Worker('/ouro.js')`; by default the module worker. */
  readonly worker?: () => Worker;
  /** The address of `engine.wasm`; by default it is beside the worker. */
  readonly wasmUrl?: string | URL;
  /** The addresses of the networks; by default they are beside the worker. */
  readonly networkUrls?: { readonly chess?: string | URL; readonly selfcapture?: string | URL };
}

/** What is searched, as plain data. */
export interface SearchLine {
  readonly variant?: Variant;
  /** The start position; that of chess by default. */
  readonly fen?: string;
  /** The moves played since, in UCI notation. */
  readonly moves?: readonly string[];
}

/** What is searched: a `Game`, a `Position`, or plain data. */
export type SearchInput = SearchLine | { line(): SearchLine };

/** What limits a search. */
export interface Limits {
  readonly depth?: number;
  readonly nodes?: number;
  /** Milliseconds for the move. */
  readonly movetime?: number;
}

export interface AnalyseOptions extends Limits {
  /** The number of variations; 1 by default. */
  readonly multipv?: number;
  /** Ends the analysis. */
  readonly signal?: AbortSignal;
}

export interface BestMoveOptions {
  /** The strength from 1 to 10; full strength by default. */
  readonly level?: number;
  /** What limits the search; a second by default. A level limits itself. */
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
}

/** The result of a search. */
export interface BestMove {
  /** The move in UCI notation; `undefined` if the game is over. */
  readonly move: string | undefined;
  /** The expected reply. */
  readonly ponder: string | undefined;
  /** The last report; `undefined` if there was none. */
  readonly analysis: Analysis | undefined;
}

/** Milliseconds for a move without limits. */
const DEFAULT_MOVETIME = 1_000;

function argumentError(message: string): OuroError {
  return new OuroError({ kind: 'argument', code: 'bad_argument', message });
}

/** Waits for a promise. If a signal aborts first, it throws the reason of the signal. */
function unlessAborted(promise: Promise<void>, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      signals.forEach((signal) => {
        signal.removeEventListener('abort', settle);
      });
      const aborted = signals.find((signal) => signal.aborted);
      if (aborted) {
        reject(aborted.reason);
      } else {
        resolve();
      }
    };
    signals.forEach((signal) => {
      signal.addEventListener('abort', settle);
    });
    if (signals.some((signal) => signal.aborted)) {
      settle();
    }
    promise.then(settle, reject);
  });
}

/** Returns the words of a `go` command for limits. */
function limitWords(limits: Limits): string {
  const names = ['depth', 'nodes', 'movetime'] as const;
  const words = names.flatMap((name) => {
    const value = limits[name];
    if (value === undefined) {
      return [];
    }
    if (!Number.isInteger(value) || value < 1) {
      throw argumentError(`${name} must be a whole number from 1, not ${value}`);
    }
    return [`${name} ${value}`];
  });
  return words.join(' ');
}

function plainLine(input: SearchInput): SearchLine {
  return 'line' in input ? input.line() : input;
}

/** Returns the `position` command. */
function positionCommand({ fen, moves = [] }: SearchLine): string {
  const start = fen === undefined ? 'startpos' : `fen ${fen}`;
  const command =
    moves.length > 0 ? `position ${start} moves ${moves.join(' ')}` : `position ${start}`;
  if (/[\r\n]/.test(command)) {
    throw argumentError('a position has no line breaks');
  }
  return command;
}

/** A running search: reports as they arrive, then the best move. */
class Search {
  readonly #lines: Line[] = [];
  /** The newest report, until it is delivered. Older ones are of no use to a slow reader. */
  #next: Analysis | undefined;
  #wake: (() => void) | undefined;
  #last: Analysis | undefined;
  /** The words of the `bestmove` line. */
  #best: readonly string[] | undefined;
  /** What the engine has said since the last report. */
  #message: string | undefined;
  /** Why the search has no end. */
  #failure: OuroError | undefined;

  /** Whether nothing more will arrive. */
  get ended(): boolean {
    return this.#best !== undefined || this.#failure !== undefined;
  }

  receive(text: string): void {
    const info = parseInfo(text);
    if (info) {
      const { line, ...counters } = info;
      this.#lines[line.multipv - 1] = line;
      this.#last = { ...counters, lines: this.#lines.filter((known) => known.pv.length > 0) };
      this.#next = this.#last;
      this.#message = undefined;
    } else if (text.startsWith('info string ')) {
      this.#message ??= text.slice('info string '.length);
    } else if (text.startsWith('bestmove')) {
      this.#best = text.split(/\s+/).slice(1);
    }
    this.#wake?.();
  }

  /** Ends the search because the engine has failed or is closed. */
  fail(failure: OuroError): void {
    this.#failure = failure;
    this.#wake?.();
  }

  /** Iterates over the reports until the best move arrives. */
  async *reports(): AsyncGenerator<Analysis, void> {
    for (;;) {
      if (this.#failure) {
        throw this.#failure;
      }
      const next = this.#next;
      this.#next = undefined;
      if (next) {
        yield next;
      } else if (this.#best) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  /** Waits for the best move. */
  async end(): Promise<BestMove> {
    for await (const _ of this.reports()) {
      // Only the end counts.
    }
    const [move, , ponder] = this.#best ?? [];
    if (move !== '0000') {
      return { move, ponder, analysis: this.#last };
    }
    // The report of a finished game comes after all messages; a search that fails ends with a message.
    if (this.#message !== undefined) {
      throw new OuroError({ kind: 'engine', code: 'not_searched', message: this.#message });
    }
    return { move: undefined, ponder: undefined, analysis: this.#last };
  }
}

/** An engine in a worker. Searches run one after the other. */
export class Engine {
  readonly #port: Port;
  /** The last search that was asked for. */
  #turn: Promise<void> = Promise.resolve();
  #search: Search | undefined;
  /** Receives the lines of the engine until `readyok`. */
  #onLine: ((line: string) => void) | undefined;
  /** Aborted with the error when the engine fails or is closed. */
  readonly #failure = new AbortController();
  readonly #options = new Map<string, string>();

  private constructor(port: Port) {
    this.#port = port;
    port.listen(
      (message) => this.#receive(String(message)),
      (reason) => this.#fail(`the engine failed: ${reason}`),
    );
  }

  /** Starts an engine. Networks are loaded when they are first needed. */
  static async start(options: EngineOptions = {}): Promise<Engine> {
    checkSupport();
    const { hash = 16 } = options;
    if (!Number.isInteger(hash) || hash < 1 || hash > 1024) {
      throw argumentError(`hash must be a whole number from 1 to 1024, not ${hash}`);
    }
    const port = options.worker
      ? browserPort(options.worker())
      : (nodePort('./worker.js', import.meta.url) ??
        browserPort(new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })));
    const engine = new Engine(port);
    const base = globalThis.location?.href;
    const address = (url: string | URL) => new URL(url, base).href;
    const { wasmUrl, networkUrls = {} } = options;
    const { chess, selfcapture } = networkUrls;
    const assets: AssetsMessage = {
      ...(wasmUrl && { wasmUrl: address(wasmUrl) }),
      networkUrls: {
        ...(chess && { chess: address(chess) }),
        ...(selfcapture && { selfcapture: address(selfcapture) }),
      },
    };
    port.post(assets);
    engine.#setOption('Hash', String(hash));
    engine.#setOption('UCI_ShowWDL', 'true');
    return engine;
  }

  /** Analyses a position until a limit is reached, the signal aborts it or the loop ends. */
  async *analyse(input: SearchInput, options: AnalyseOptions = {}): AsyncGenerator<Analysis, void> {
    const { multipv = 1, signal, ...limits } = options;
    if (!Number.isInteger(multipv) || multipv < 1 || multipv > 256) {
      throw argumentError(`multipv must be a whole number from 1 to 256, not ${multipv}`);
    }
    const words = limitWords(limits) || 'infinite';
    const line = plainLine(input);
    const position = positionCommand(line);
    const stop = () => this.#post('stop');
    let release: (() => void) | undefined;
    let search: Search | undefined;
    try {
      release = await this.#acquire(signal);
      this.#setOption('MultiPV', String(multipv));
      this.#setOption('Level', '0');
      search = this.#begin(line.variant ?? 'chess', position, `go ${words}`);
      signal?.addEventListener('abort', stop);
      yield* search.reports();
      await search.end();
    } catch (error) {
      // An analysis that is aborted before its turn ends like one that is aborted later.
      if (!signal?.aborted || error !== signal.reason) {
        throw error;
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      if (search && !search.ended) {
        stop();
        await search.end();
      }
      release?.();
    }
  }

  /** Returns the best move of a position. */
  async bestMove(input: SearchInput, options: BestMoveOptions = {}): Promise<BestMove> {
    const { level, limits = {}, signal } = options;
    if (level !== undefined && (!Number.isInteger(level) || level < 1 || level > 10)) {
      throw argumentError(`level must be a whole number from 1 to 10, not ${level}`);
    }
    const words = limitWords(limits) || `movetime ${DEFAULT_MOVETIME}`;
    const line = plainLine(input);
    const position = positionCommand(line);
    const release = await this.#acquire(signal);
    const stop = () => this.#post('stop');
    try {
      this.#setOption('MultiPV', '1');
      this.#setOption('Level', String(level ?? 0));
      const search = this.#begin(line.variant ?? 'chess', position, `go ${words}`);
      signal?.addEventListener('abort', stop);
      const result = await search.end();
      signal?.throwIfAborted();
      return result;
    } finally {
      signal?.removeEventListener('abort', stop);
      release();
    }
  }

  /** Forgets everything about earlier games. */
  async newGame(): Promise<void> {
    const release = await this.#acquire();
    this.#post('ucinewgame');
    release();
  }

  /** Loads the network of a variant ahead of the first search. It throws if that fails. */
  async prepare(variant: Variant = 'chess'): Promise<void> {
    const release = await this.#acquire();
    try {
      this.#setVariant(variant);
      let message: string | undefined;
      const ready = new Promise<void>((resolve) => {
        this.#onLine = (line) => {
          if (line === 'readyok') {
            resolve();
          } else if (line.startsWith('info string ')) {
            message ??= line.slice('info string '.length);
          }
        };
      });
      this.#post('isready');
      await unlessAborted(ready, [this.#failure.signal]);
      if (message !== undefined) {
        throw new OuroError({ kind: 'engine', code: 'not_loaded', message });
      }
    } finally {
      this.#onLine = undefined;
      release();
    }
  }

  /** Ends the engine and its workers. */
  close(): void {
    this.#post('quit');
    this.#fail('the engine is closed');
    this.#port.terminate();
  }

  /**
   * Waits until all earlier searches have ended. Returns the function that lets the next one begin. It throws if
   * the signal aborts or the engine fails before.
   */
  async #acquire(signal?: AbortSignal): Promise<() => void> {
    const before = this.#turn;
    let release = () => {};
    this.#turn = new Promise((resolve) => {
      release = resolve;
    });
    try {
      await unlessAborted(before, [this.#failure.signal, ...(signal ? [signal] : [])]);
    } catch (error) {
      // The next one still has to wait for the earlier searches.
      void before.then(release);
      throw error;
    }
    return release;
  }

  #begin(variant: Variant, position: string, go: string): Search {
    this.#setVariant(variant);
    const search = new Search();
    this.#search = search;
    this.#post(position);
    this.#post(go);
    return search;
  }

  #setVariant(variant: Variant): void {
    // Self-capture Chess960 does not exist, so Chess960 is switched off first.
    if (variant !== 'chess960') {
      this.#setOption('UCI_Chess960', 'false');
    }
    this.#setOption('UCI_Variant', variant === 'selfcapture' ? 'selfcapture' : 'chess');
    if (variant === 'chess960') {
      this.#setOption('UCI_Chess960', 'true');
    }
  }

  /** Sets an option unless it has the value already. */
  #setOption(name: string, value: string): void {
    if (this.#options.get(name) !== value) {
      this.#options.set(name, value);
      this.#post(`setoption name ${name} value ${value}`);
    }
  }

  #post(line: string): void {
    this.#port.post(line);
  }

  #receive(line: string): void {
    this.#onLine?.(line);
    this.#search?.receive(line);
  }

  #fail(message: string): void {
    if (this.#failure.signal.aborted) {
      return;
    }
    const failure = new OuroError({ kind: 'engine', code: 'failed', message });
    this.#failure.abort(failure);
    if (this.#search && !this.#search.ended) {
      this.#search.fail(failure);
    }
  }
}
