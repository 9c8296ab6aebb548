// The settings and the position of a session, which a new search worker needs.

import { commandWord, parseOption } from './commands.js';

/** The network of a variant. Chess960 uses that of chess. */
export type NetworkName = 'chess' | 'selfcapture';

interface Entry {
  /** What the command sets. */
  readonly key: string;
  readonly value: string;
  readonly line: string;
}

/** The options that decide how a position is read. */
const VARIANT_OPTIONS = new Set(['option uci_variant', 'option uci_chess960']);

/** Returns what a command changes in the state of a session. */
function entry(line: string): Entry | undefined {
  const word = commandWord(line);
  if (word === 'setoption') {
    const { name, value } = parseOption(line);
    return { key: `option ${name}`, value, line };
  }
  return word === 'position' || word === 'flip' || word === 'debug'
    ? { key: word, value: line, line }
    : undefined;
}

/** The commands that lead a new session to the present state, in their order. */
export class SessionState {
  #entries: Entry[] = [];
  #network: NetworkName = 'chess';

  /** The network of the variant. */
  get network(): NetworkName {
    return this.#network;
  }

  /** Returns the commands. */
  lines(): string[] {
    return this.#entries.map(({ line }) => line);
  }

  /** Adds a command that has been executed. Most commands change nothing that lasts. */
  add(line: string): void {
    const added = entry(line);
    if (!added) {
      return;
    }
    const { key, value } = added;
    const variant = value.toLowerCase();
    if (key === 'option uci_variant' && (variant === 'chess' || variant === 'selfcapture')) {
      this.#network = variant;
    }
    if (key === 'position') {
      const latest = new Map(this.#entries.map((known) => [known.key, known]));
      this.#entries = this.#entries.filter(
        (known) =>
          known.key !== 'position' && known.key !== 'flip' && latest.get(known.key) === known,
      );
    } else if (key !== 'flip') {
      if (this.#entries.findLast((known) => known.key === key)?.value === value) {
        // It keeps its place: the position was read with it.
        return;
      }
      // A position is read again in the variant that it was sent in.
      const kept =
        VARIANT_OPTIONS.has(key) && this.#entries.some((known) => known.key === 'position');
      this.#entries = kept ? this.#entries : this.#entries.filter((known) => known.key !== key);
    }
    this.#entries.push(added);
  }
}
