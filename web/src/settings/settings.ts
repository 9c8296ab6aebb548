// The settings of this browser, stored in `localStorage`.
import { computed, effect, signal } from '@preact/signals';
import { LANGUAGES, type Language, loadLanguage, preferredLanguage } from '../i18n';
import { oneOf, onOff, persisted } from './persisted';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const BOARD_THEMES = ['green', 'brown', 'blue', 'grey'] as const;
export type BoardTheme = (typeof BOARD_THEMES)[number];
export const PIECE_SETS = ['classic', 'outline', 'solid'] as const;
export type PieceSet = (typeof PIECE_SETS)[number];
export const NOTATIONS = ['symbol', 'letter'] as const;
export type Notation = (typeof NOTATIONS)[number];
export const ANIMATIONS = ['none', 'fast', 'normal', 'slow'] as const;
export type Animation = (typeof ANIMATIONS)[number];
export const ENGINE_KINDS = ['browser', 'server'] as const;
export type EngineKind = (typeof ENGINE_KINDS)[number];

export const theme = oneOf('theme', THEMES, 'system');
export const boardTheme = oneOf('boardTheme', BOARD_THEMES, 'green');
export const pieceSet = oneOf('pieceSet', PIECE_SETS, 'classic');
export const coordinates = onOff('coordinates', true);
/** How moves name pieces: by figurines or by the letters of SAN. */
export const notation = oneOf('notation', NOTATIONS, 'symbol');
/** The speed of moving pieces. Systems that ask for reduced motion see none. */
export const animation = oneOf('animation', ANIMATIONS, 'normal');
export const sound = onOff('sound', true);
export const engineKind = oneOf('engine', ENGINE_KINDS, 'browser');

/** The longest name that a player can choose. */
export const MAX_NAME_LENGTH = 20;
/** The name that opponents see; empty if none was chosen. */
export const displayName = persisted('displayName', '', (text) => text.slice(0, MAX_NAME_LENGTH));

/** The chosen language; that of the browser by default. */
export const language = oneOf<Language>(
  'language',
  LANGUAGES,
  preferredLanguage(navigator.languages ?? []),
);

const systemDark = matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = signal(systemDark.matches);
systemDark.addEventListener('change', (event) => {
  systemIsDark.value = event.matches;
});

/** The colours in use. */
export const colorScheme = computed<'light' | 'dark'>(() =>
  theme.value === 'system' ? (systemIsDark.value ? 'dark' : 'light') : theme.value,
);

const systemStill = matchMedia('(prefers-reduced-motion: reduce)');
const systemIsStill = signal(systemStill.matches);
systemStill.addEventListener('change', (event) => {
  systemIsStill.value = event.matches;
});

const DURATIONS: Record<Animation, number> = { none: 0, fast: 120, normal: 200, slow: 400 };

/** How long a piece moves, in milliseconds; 0 for no animation. */
export const animationDuration = computed(() =>
  systemIsStill.value ? 0 : DURATIONS[animation.value],
);

/** Keeps the document up to date with the settings, and loads the language. Returns when its texts are there. */
export async function applySettings(): Promise<void> {
  effect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = colorScheme.value;
    dataset.board = boardTheme.value;
    dataset.pieces = pieceSet.value;
    dataset.notation = notation.value;
    // Before the first move needs it: the connection may be lost by then.
    if (notation.value === 'symbol') void document.fonts.load('1em Figurines', 'N');
  });
  await loadLanguage(language.value);
  effect(() => void loadLanguage(language.value));
}
