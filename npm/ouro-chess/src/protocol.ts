// The protocol worker: it never blocks, so it answers `isready`, `stop` and `quit` at any time.

import { loadBytes, loadModule } from './assets.js';
import {
  bestMoveLine,
  commandWord,
  holdsBestMove,
  isSearch,
  isTask,
  principalVariation,
  withoutPonder,
} from './commands.js';
import type { OwnPort, Port } from './ports.js';
import { Searcher } from './searcher.js';
import { type NetworkName, SessionState } from './session-state.js';
import { checkSupport } from './support.js';

/** Where the files of the engine are. */
export interface Assets {
  readonly wasm: URL;
  readonly networks: Readonly<Record<NetworkName, URL>>;
}

/** The message that replaces addresses; it must come before all commands. */
export interface AssetsMessage {
  readonly wasmUrl?: string;
  readonly networkUrls?: Partial<Readonly<Record<NetworkName, string>>>;
}

/** A command that waits for the search worker. */
interface Command {
  line: string;
  /** Whether `stop` came before the command was executed. */
  stopped: boolean;
}

/** A task that the search worker executes. */
interface Task {
  readonly line: string;
  /** Whether `bestmove` has to wait for `stop` or `ponderhit`. */
  holding: boolean;
  /** The line that waits. */
  held?: string;
  /** The last reported principal variation. */
  pv?: readonly string[];
  /** Whether the task ends as soon as there is a move. */
  stopping: boolean;
  /** Whether `bestmove` has been sent. The search worker reports the end of the task a little later. */
  answered: boolean;
}

/** Commands that interrupt a search, as in the engine without workers. */
const INTERRUPTING = new Set(['go', 'position', 'setoption', 'ucinewgame', 'flip', 'bench']);
/** Commands that need no network. */
const WITHOUT_NETWORK = new Set(['uci', 'setoption', 'debug', 'ucinewgame']);

class Protocol {
  readonly #port: OwnPort;
  readonly #spawn: () => Port;
  #assets: Assets;
  #searcher: Searcher | undefined;
  /** The search worker that is being started. */
  #starting: Searcher | undefined;
  #module: Promise<WebAssembly.Module> | undefined;
  readonly #networks = new Map<NetworkName, Uint8Array>();
  /** The networks that the search worker has. */
  #loaded = new Set<NetworkName>();
  #queue: Command[] = [];
  #pumping = false;
  /** The command that is executed, or whose network is being loaded. */
  #current: Command | undefined;
  #closed = false;
  #task: Task | undefined;
  /** Whether output is dropped, while a new search worker repeats commands. */
  #muted = false;
  /** Whether the engine has complained about the command that is executed. */
  #complained = false;
  /** The settings that came before the first network. */
  #early: string[] = [];
  readonly #state = new SessionState();

  constructor(port: OwnPort, spawn: () => Port, assets: Assets) {
    this.#port = port;
    this.#spawn = spawn;
    this.#assets = assets;
  }

  /** Receives a command, or the addresses of the files. */
  receive(message: unknown): void {
    if (typeof message === 'string') {
      // A page may send several lines at once.
      for (const line of message.split('\n').map((text) => text.trim())) {
        if (line !== '') {
          this.#command(line);
        }
      }
    } else if (typeof message === 'object' && message !== null) {
      this.#setAssets(message as AssetsMessage);
    }
  }

  #setAssets({ wasmUrl, networkUrls }: AssetsMessage): void {
    const { wasm, networks } = this.#assets;
    this.#assets = {
      wasm: wasmUrl ? new URL(wasmUrl) : wasm,
      networks: {
        chess: networkUrls?.chess ? new URL(networkUrls.chess) : networks.chess,
        selfcapture: networkUrls?.selfcapture
          ? new URL(networkUrls.selfcapture)
          : networks.selfcapture,
      },
    };
  }

  #command(line: string): void {
    const word = commandWord(line);
    if (word === 'quit') {
      this.#closed = true;
      this.#searcher?.terminate();
      this.#starting?.terminate();
      this.#queue = [];
      this.#port.close();
    } else if (word === 'stop') {
      this.#stop(() => true);
    } else if (word === 'ponderhit') {
      this.#ponderHit();
    } else {
      if (INTERRUPTING.has(word)) {
        this.#stop((command) => isSearch(command.line));
      }
      this.#queue.push({ line, stopped: false });
      if (this.#task) {
        this.#answerReady();
      }
      void this.#pump();
    }
  }

  /**
   * Answers `isready` while a task runs. Behind a command that interrupts searches it keeps its place: it then
   * also says that this command has been executed.
   */
  #answerReady(): void {
    const interruption = this.#queue.findIndex(({ line }) => INTERRUPTING.has(commandWord(line)));
    const end = interruption < 0 ? this.#queue.length : interruption;
    this.#queue = this.#queue.filter(({ line }, index) => {
      const answered = index < end && commandWord(line) === 'isready';
      if (answered) {
        this.#send('readyok');
      }
      return !answered;
    });
  }

  #send(line: string): void {
    this.#port.post(line);
  }

  /** Executes the waiting commands one after the other. */
  async #pump(): Promise<void> {
    if (this.#pumping) {
      return;
    }
    this.#pumping = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      this.#current = next;
      try {
        await this.#execute(next);
      } catch (error) {
        this.#failed(next.line, error instanceof Error ? error.message : String(error));
      }
    }
    this.#current = undefined;
    this.#pumping = false;
  }

  async #execute(command: Command): Promise<void> {
    const { line } = command;
    const word = commandWord(line);
    const hasSession = this.#loaded.size > 0;
    if (!hasSession && (word === 'setoption' || word === 'debug')) {
      // It is executed when the first network is loaded.
      this.#early.push(line);
      return;
    }
    if (!hasSession && word === 'ucinewgame') {
      // There is no game to forget.
      return;
    }
    const searcher = await this.#ready();
    if (!WITHOUT_NETWORK.has(word)) {
      const early = new SessionState();
      this.#early.forEach((setting) => {
        early.add(setting);
      });
      await this.#loadNetworks(searcher, [hasSession ? this.#state.network : early.network]);
      for (let next = this.#early.shift(); next !== undefined; next = this.#early.shift()) {
        await this.#perform(searcher, next);
      }
      // A rejected setting leaves the variant as it was.
      await this.#loadNetworks(
        searcher,
        word === 'bench' ? ['chess', 'selfcapture'] : [this.#state.network],
      );
    }
    if (isTask(command.line)) {
      await this.#run(searcher, command);
    } else {
      await this.#perform(searcher, line);
    }
  }

  /** Executes a command that does not take long, and remembers what it changes. */
  async #perform(searcher: Searcher, line: string): Promise<void> {
    this.#complained = false;
    await searcher.execute(line);
    // A position that is not valid replaces the last one too: then there is nothing to search.
    if (!this.#complained || commandWord(line) === 'position') {
      this.#state.add(line);
    }
  }

  /** Runs a search, perft or bench to its end or until it is stopped. */
  async #run(searcher: Searcher, { line, stopped }: Command): Promise<void> {
    const task: Task = { line, holding: holdsBestMove(line), stopping: false, answered: false };
    this.#task = task;
    this.#answerReady();
    try {
      const end = searcher.execute(line);
      if (stopped) {
        this.#stopTask(task);
      }
      await end;
      if (task.holding && task.held !== undefined) {
        await new Promise<void>((resolve) => {
          this.#release = resolve;
        });
      }
    } finally {
      this.#task = undefined;
    }
  }

  /** Ends the wait of a finished search. */
  #release: (() => void) | undefined;

  /** Passes on a line of the engine. */
  #output(line: string): void {
    if (this.#muted) {
      return;
    }
    this.#complained ||= line.startsWith('info string ');
    const task = this.#task;
    // Without a move there was no search, and nothing that `stop` could end.
    if (task?.holding && line.startsWith('bestmove') && line !== bestMoveLine([])) {
      task.held = line;
      return;
    }
    if (task && line.startsWith('bestmove')) {
      task.answered = true;
    }
    this.#send(line);
    const pv = task && principalVariation(line);
    if (pv) {
      task.pv = pv;
      if (task.stopping && !this.#searcher?.canSignal) {
        this.#terminate(task);
      }
    }
  }

  /** Stops running and queued commands. */
  #stop(wanted: (command: Command) => boolean): void {
    for (const command of this.#commands().filter(wanted)) {
      command.stopped = true;
      if (command === this.#current && this.#task) {
        this.#stopTask(this.#task);
      }
    }
  }

  /** Returns the commands that have not been executed to their end. */
  #commands(): Command[] {
    return this.#current ? [this.#current, ...this.#queue] : [...this.#queue];
  }

  #stopTask(task: Task): void {
    task.holding = false;
    if (task.answered) {
      return;
    }
    if (task.held !== undefined) {
      this.#sendHeld(task);
    } else if (this.#searcher?.canSignal) {
      this.#searcher.stop();
    } else if (task.pv || !isSearch(task.line)) {
      this.#terminate(task);
    } else {
      // The first iteration takes milliseconds; then there is a legal move to answer with.
      task.stopping = true;
    }
  }

  #ponderHit(): void {
    const latest = this.#commands().findLast((command) => isSearch(command.line));
    const task = latest === this.#current ? this.#task : undefined;
    if (!task) {
      // The search has not begun; it will have its time limits.
      if (latest) {
        latest.line = withoutPonder(latest.line);
      }
      return;
    }
    if (task.answered || !/\sponder(\s|$)/.test(task.line)) {
      return;
    }
    task.holding = /\sinfinite(\s|$)/.test(task.line);
    if (task.holding) {
      return;
    }
    if (task.held !== undefined) {
      this.#sendHeld(task);
    } else if (this.#searcher?.canSignal) {
      this.#searcher.ponderHit();
    } else {
      // The search begins again with its time limits.
      this.#queue.unshift({ line: withoutPonder(task.line), stopped: task.stopping });
      this.#restart();
    }
  }

  #sendHeld(task: Task): void {
    if (task.held !== undefined) {
      this.#send(task.held);
      task.answered = true;
      delete task.held;
    }
    this.#release?.();
    this.#release = undefined;
  }

  /** Answers with the last principal variation and replaces the search worker. */
  #terminate(task: Task): void {
    task.answered = true;
    this.#restart();
    this.#send(isSearch(task.line) ? bestMoveLine(task.pv ?? []) : 'info string stopped');
  }

  /** Ends the search worker. The next command starts another from the compiled module. */
  #restart(): void {
    const searcher = this.#searcher;
    this.#searcher = undefined;
    searcher?.terminate();
  }

  /** Returns a search worker in the present state. */
  async #ready(): Promise<Searcher> {
    if (this.#searcher) {
      return this.#searcher;
    }
    checkSupport();
    this.#module ??= loadModule(this.#assets.wasm);
    const module = await this.#module.catch((error) => {
      this.#module = undefined;
      throw error;
    });
    if (this.#closed) {
      throw new Error('the engine is closed');
    }
    const searcher = new Searcher(this.#spawn(), (line) => this.#output(line));
    const networks = [...this.#loaded];
    this.#starting = searcher;
    this.#loaded = new Set();
    this.#muted = networks.length > 0;
    try {
      await searcher.start(module);
      await this.#loadNetworks(searcher, networks);
      for (const line of this.#state.lines()) {
        await searcher.execute(line);
      }
    } catch (error) {
      searcher.terminate();
      this.#loaded = new Set(networks);
      throw error;
    } finally {
      this.#starting = undefined;
      this.#muted = false;
    }
    this.#searcher = searcher;
    return searcher;
  }

  async #loadNetworks(searcher: Searcher, names: readonly NetworkName[]): Promise<void> {
    for (const name of names) {
      if (!this.#loaded.has(name)) {
        const bytes = this.#networks.get(name) ?? (await loadBytes(this.#assets.networks[name]));
        this.#networks.set(name, bytes);
        await searcher.addNetwork(bytes);
        this.#loaded.add(name);
      }
    }
  }

  /** Reports that a command could not be executed, so that no page waits in vain. */
  #failed(line: string, message: string): void {
    if (this.#closed) {
      return;
    }
    this.#restart();
    this.#send(`info string ${message}`);
    if (isSearch(line)) {
      this.#send('bestmove 0000');
    } else if (commandWord(line) === 'isready') {
      this.#send('readyok');
    }
  }
}

/** Serves UCI on a port; `spawn` starts a search worker. */
export function serveProtocol(port: OwnPort, spawn: () => Port, assets: Assets): void {
  const protocol = new Protocol(port, spawn, assets);
  port.listen((message) => protocol.receive(message));
}
