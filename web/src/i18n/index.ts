// Texts of the app in the chosen language. Only its catalogue is loaded.
import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { en } from './en';
import { format, type Message, type Params } from './format';

export const LANGUAGES = ['en', 'de', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
export type MessageKey = keyof typeof en;
export type Catalogue = Readonly<Record<MessageKey, Message>>;

/** The names of the languages in themselves. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
};

const LOADERS: Record<Language, () => Promise<Catalogue>> = {
  en: () => import('./en').then((module) => module.en),
  de: () => import('./de').then((module) => module.de),
  es: () => import('./es').then((module) => module.es),
};

const currentLanguage = signal<Language>('en');
const catalogue = signal<Catalogue | undefined>(undefined);

/** The language of the texts on the screen. */
export const language: ReadonlySignal<Language> = currentLanguage;

/** Loads a language and shows all texts in it. */
export async function loadLanguage(wanted: Language): Promise<void> {
  const loaded = await LOADERS[wanted]();
  batch(() => {
    currentLanguage.value = wanted;
    catalogue.value = loaded;
  });
  document.documentElement.lang = wanted;
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
