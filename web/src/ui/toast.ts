// Short notices on the screen, and what screen readers say.
import { type ReadonlySignal, signal } from '@preact/signals';

const SHOWN_FOR_MS = 5_000;

/** A notice. Its number distinguishes two notices with the same text. */
export interface Notice {
  readonly text: string;
  readonly number: number;
}

const currentNotice = signal<Notice | undefined>(undefined);
const currentSpeech = signal('');
let shown = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The notice on the screen. */
export const notice: ReadonlySignal<Notice | undefined> = currentNotice;
/** The text of the live region. */
export const spoken: ReadonlySignal<string> = currentSpeech;

/** Shows a notice for five seconds. Screen readers say it. */
export function toast(text: string): void {
  shown += 1;
  currentNotice.value = { text, number: shown };
  clearTimeout(timer);
  timer = setTimeout(() => {
    currentNotice.value = undefined;
  }, SHOWN_FOR_MS);
}

/** Removes the notice, because it is about something that is over. */
export function clearToast(): void {
  clearTimeout(timer);
  currentNotice.value = undefined;
}

/** Lets screen readers say a text that is visible elsewhere, such as a move. */
export function speak(text: string): void {
  currentSpeech.value = text;
}
