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
  /** The size of the hash table in MiB; 16 by default. */
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
  readonly #waiting: Analysis[] = [];
  #wake: (() => void) | undefined;
  last: Analysis | undefined;
  /** The words of the `bestmove` line. */
  best: readonly string[] | undefined;
  /** The message of the engine if it refuses to search. */
  message: string | undefined;

  receive(text: string): void {
    const info = parseInfo(text);
    if (info) {
      const { line, ...counters } = info;
      this.#lines[line.multipv - 1] = line;
      this.last = { ...counters, lines: this.#lines.filter((known) => known.pv.length > 0) };
      this.#waiting.push(this.last);
    } else if (text.startsWith('info string ')) {
      this.message ??= text.slice('info string '.length);
    } else if (text.startsWith('bestmove')) {
      this.best = text.split(/\s+/).slice(1);
    }
    this.#wake?.();
  }

  /** Ends the search because the worker has failed. */
  fail(message: string): void {
    this.message = message;
    this.best = [];
    this.#wake?.();
  }

  /** Iterates over the reports until the best move arrives. */
  async *reports(): AsyncGenerator<Analysis, void> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next) {
        yield next;
      } else if (this.best) {
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
    for await (const report of this.reports()) {
      this.last = report;
    }
    const [move, , ponder] = this.best ?? [];
    if (!this.last && this.message !== undefined) {
      throw new OuroError({ kind: 'engine', code: 'not_searched', message: this.message });
    }
    return { move: move === '0000' ? undefined : move, ponder, analysis: this.last };
  }
}

/** An engine in a worker. Searches run one after the other. */
export class Engine {
  readonly #port: Port;
  /** The last search that was asked for. */
  #turn: Promise<void> = Promise.resolve();
  #search: Search | undefined;
  #onReady: (() => void) | undefined;
  #failure: string | undefined;
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
    engine.#setOption('Hash', String(options.hash ?? 16));
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
    const release = await this.#acquire();
    const stop = () => this.#post('stop');
    let search: Search | undefined;
    try {
      if (signal?.aborted) {
        return;
      }
      this.#setOption('MultiPV', String(multipv));
      this.#setOption('Level', '0');
      search = this.#begin(line.variant ?? 'chess', position, `go ${words}`);
      signal?.addEventListener('abort', stop);
      yield* search.reports();
      await search.end();
    } finally {
      signal?.removeEventListener('abort', stop);
      if (search && !search.best) {
        stop();
        await search.end();
      }
      release();
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
    const release = await this.#acquire();
    const stop = () => this.#post('stop');
    try {
      signal?.throwIfAborted();
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

  /** Loads the network of a variant ahead of the first search. */
  async prepare(variant: Variant = 'chess'): Promise<void> {
    const release = await this.#acquire();
    try {
      this.#setVariant(variant);
      await new Promise<void>((resolve) => {
        this.#onReady = resolve;
        this.#post('isready');
      });
    } finally {
      release();
    }
  }

  /** Ends the engine and its workers. */
  close(): void {
    this.#post('quit');
    this.#fail('the engine is closed');
    this.#port.terminate();
  }

  /** Waits until all earlier searches have ended. Returns the function that lets the next one begin. */
  async #acquire(): Promise<() => void> {
    const before = this.#turn;
    let release = () => {};
    this.#turn = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    if (this.#failure !== undefined) {
      release();
      throw new OuroError({ kind: 'engine', code: 'failed', message: this.#failure });
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
    if (line === 'readyok') {
      this.#onReady?.();
    } else {
      this.#search?.receive(line);
    }
  }

  #fail(message: string): void {
    this.#failure ??= message;
    if (this.#search && !this.#search.best) {
      this.#search.fail(message);
    }
    this.#onReady?.();
  }
}
