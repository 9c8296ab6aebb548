// What a screen reader is told, and short notices for everybody.
import { signal } from '@preact/signals';

/** The text of the live region. */
export const spoken = signal('');
/** A notice on the screen, with a number so that the same words twice are two notices. */
export const notice = signal<{ text: string; number: number } | undefined>(undefined);

const SHOWN_FOR = 5_000;
let number = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export function speak(text: string): void {
  spoken.value = text;
}

export function tell(text: string): void {
  number += 1;
  notice.value = { text, number };
  clearTimeout(timer);
  timer = setTimeout(() => {
    notice.value = undefined;
  }, SHOWN_FOR);
}

/** A sentence with a capital letter and a full stop, out of the service's words. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const begun = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
