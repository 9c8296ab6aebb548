// Texts of the app in the chosen language. Only its catalogue is loaded.
import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { en } from './en';
import type { puzzlePages } from './en/puzzlePages';
import { format, type Message, type Params } from './format';

export const LANGUAGES = ['en', 'de', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
export type MessageKey = keyof typeof en | keyof typeof puzzlePages;
type Texts = Readonly<Record<string, Message>>;

/** The names of the languages in themselves. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
};

const LOADERS: Record<Language, () => Promise<Texts>> = {
  en: () => import('./en').then((module) => module.en),
  de: () => import('./de').then((module) => module.de),
  es: () => import('./es').then((module) => module.es),
};

/** Texts that only some pages need, and that are loaded with them. */
const PARTS = {
  puzzles: {
    en: () => import('./en/puzzlePages').then((module) => module.puzzlePages),
    de: () => import('./de/puzzlePages').then((module) => module.puzzlePages),
    es: () => import('./es/puzzlePages').then((module) => module.puzzlePages),
  },
} satisfies Record<string, Record<Language, () => Promise<Texts>>>;
export type Part = keyof typeof PARTS;

const currentLanguage = signal<Language>('en');
const catalogue = signal<Texts | undefined>(undefined);
const parts = new Set<Part>();

/** The language of the texts on the screen. */
export const language: ReadonlySignal<Language> = currentLanguage;

/** Loads a language and shows all texts in it. */
export async function loadLanguage(wanted: Language): Promise<void> {
  const loaders = [LOADERS[wanted], ...[...parts].map((part) => PARTS[part][wanted])];
  const loaded = await Promise.all(loaders.map((load) => load()));
  batch(() => {
    currentLanguage.value = wanted;
    catalogue.value = Object.assign({}, ...loaded);
  });
  document.documentElement.lang = wanted;
}

/** Loads texts that only some pages need, in the language of the others. */
export async function loadPart(part: Part): Promise<void> {
  if (parts.has(part)) return;
  const wanted = currentLanguage.peek();
  const texts = await PARTS[part][wanted]();
  parts.add(part);
  if (wanted === currentLanguage.peek()) catalogue.value = { ...catalogue.peek(), ...texts };
  else await loadLanguage(currentLanguage.peek());
}

/** Returns the first supported language of a list of preferences such as `['de-AT', 'en']`. */
export function preferredLanguage(preferences: readonly string[]): Language {
  for (const preference of preferences) {
    const code = preference.toLowerCase().split('-')[0];
    const found = LANGUAGES.find((supported) => supported === code);
    if (found) return found;
  }
  return 'en';
}

/** Returns a text with its parameters filled in. `count` selects between singular and plural. */
export function t(key: MessageKey, params: Params = {}): string {
  const message = catalogue.value?.[key];
  return message === undefined ? '' : format(message, params, currentLanguage.value);
}

/** Whether a text is the key of a message. */
export function isKey(text: string): text is MessageKey {
  return catalogue.value !== undefined && Object.hasOwn(catalogue.value, text);
}

/** Formats a number with the separators of the language. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(currentLanguage.value, options).format(value);
}

/** Formats a large number shortly, such as `3.1M` in English and `3,1 Mio.` in German. */
export function shortNumber(value: number): string {
  return number(value, { notation: 'compact' });
}

/** Formats a share between 0 and 1 as a percentage, such as `14 %`. */
export function percent(share: number, fractionDigits = 0): string {
  return number(share, {
    style: 'percent',
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
}

/** Formats a time in milliseconds since 1970 as a date with the time of day. */
export function dateTime(milliseconds: number): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(currentLanguage.value, options).format(milliseconds);
}
