// Attempts on their way to the service. They are stored until it has confirmed them, so that none is lost.
import { type ReadonlySignal, signal } from '@preact/signals';
import { RequestError } from '../api/client';
import { nextDelay, pause } from '../game/connection';
import type { Attempt, Score } from './puzzle';

/** One entry for each attempt, so that several tabs do not overwrite each other's. */
const PREFIX = 'ouro.attempt.';

/** Refusals that a later attempt may not meet. */
const TEMPORARY = new Set([401, 408, 425, 429]);

type Send = (attempt: Attempt) => Promise<Score>;

/** Storage that lasts until the page is closed, for browsers that refuse the lasting one. */
function memory(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

function lasting(): Storage {
  try {
    localStorage.setItem(`${PREFIX}test`, '');
    localStorage.removeItem(`${PREFIX}test`);
    return localStorage;
  } catch {
    return memory();
  }
}

function isAttempt(value: unknown): value is Attempt {
  const { key, id, moves, hints } = (value ?? {}) as Partial<Attempt>;
  const isNamed = typeof key === 'string' && typeof id === 'string';
  return isNamed && Array.isArray(moves) && typeof hints === 'number';
}

/** Returns a name for an attempt; later ones come later in order. */
function newKey(): string {
  const random = crypto.getRandomValues(new Uint32Array(2));
  return [Date.now(), ...random].map((part) => part.toString(36).padStart(7, '0')).join('-');
}

export class Outbox {
  private readonly failed = signal(false);
  /** Whether an attempt has to be sent again. */
  readonly isRetrying: ReadonlySignal<boolean> = this.failed;
  private readonly life = new AbortController();
  private isSending = false;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly send: Send,
    /** An attempt has arrived, perhaps one of an earlier visit. */
    private readonly delivered: (attempt: Attempt, score: Score) => void,
    private readonly storage: Storage = lasting(),
  ) {
    void this.deliver();
  }

  dispose(): void {
    this.life.abort();
  }

  /** Stores an attempt and sends it. */
  add(attempt: Omit<Attempt, 'key'>): void {
    const key = newKey();
    this.storage.setItem(PREFIX + key, JSON.stringify({ ...attempt, key }));
    void this.deliver();
  }

  /** Resolves when everything has arrived, or when the service cannot be reached. */
  async settled(): Promise<void> {
    if (!this.isSending || this.failed.value) return;
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The keys of what is stored, the oldest first. */
  private keys(): string[] {
    const all = Array.from({ length: this.storage.length }, (_, i) => this.storage.key(i) ?? '');
    return all.filter((key) => key.startsWith(PREFIX)).sort();
  }

  private read(key: string): Attempt | undefined {
    try {
      const value: unknown = JSON.parse(this.storage.getItem(key) ?? '');
      return isAttempt(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  /** Sends what is stored, and again after failures, until nothing is left. */
  private async deliver(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    let delay = 0;
    for (let key = this.keys()[0]; key && !this.life.signal.aborted; key = this.keys()[0]) {
      const isDone = await this.sendStored(key);
      this.failed.value = !isDone;
      if (isDone) {
        this.storage.removeItem(key);
        delay = 0;
      } else {
        this.settle();
        delay = nextDelay(delay);
        await pause(delay, this.life.signal);
      }
    }
    this.isSending = false;
    this.settle();
  }

  /** Sends a stored attempt. Returns whether nothing is left to be done about it. */
  private async sendStored(key: string): Promise<boolean> {
    const attempt = this.read(key);
    if (!attempt) return true;
    try {
      const score = await this.send(attempt);
      this.delivered(attempt, score);
      return true;
    } catch (error) {
      return isFinal(error);
    }
  }

  private settle(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/** Whether the service will never take an attempt, such as one at a puzzle that no longer exists. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof RequestError) || error.status === undefined) return false;
  return error.isRefusal && !TEMPORARY.has(error.status);
}
