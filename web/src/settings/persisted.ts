// Signals whose values survive a reload.
import { effect, type Signal, signal } from '@preact/signals';

/** Storage is missing or full in some private windows. Settings then last until the page is closed. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The setting lasts until the page is closed.
  }
}

/** Returns a signal that is stored as `ouro.<name>`. `parse` returns `undefined` for a value that is not valid. */
export function persisted<T extends string | boolean>(
  name: string,
  fallback: T,
  parse: (text: string) => T | undefined,
): Signal<T> {
  const key = `ouro.${name}`;
  const stored = read(key);
  const setting = signal<T>((stored === null ? undefined : parse(stored)) ?? fallback);
  let first = true;
  effect(() => {
    const value = String(setting.value);
    // A default is not stored, so that a better one reaches everybody who has not chosen.
    if (!first) write(key, value);
    first = false;
  });
  return setting;
}

/** Returns a stored signal that is one of a few names. */
export function oneOf<const T extends string>(
  name: string,
  values: readonly T[],
  fallback: T,
): Signal<T> {
  return persisted<T>(name, fallback, (text) => values.find((value) => value === text));
}

/** Returns a stored signal that is on or off. */
export function onOff(name: string, fallback: boolean): Signal<boolean> {
  return persisted<boolean>(name, fallback, (text) =>
    text === 'true' || text === 'on'
      ? true
      : text === 'false' || text === 'off'
        ? false
        : undefined,
  );
}
