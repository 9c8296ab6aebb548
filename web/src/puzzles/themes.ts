// The themes of puzzles in groups, as the page lists them.
import { isKey, t } from '../i18n';

export const THEME_GROUPS = {
  selfCapture: [
    'selfCapture',
    'lineOpening',
    'kingEscape',
    'kingWalk',
    'clearance',
    'selfPromotion',
    'selfCaptureCheck',
    'quietThreat',
    'defensiveMove',
    'refutation',
  ],
  phase: [
    'opening',
    'middlegame',
    'endgame',
    'pawnEndgame',
    'knightEndgame',
    'bishopEndgame',
    'rookEndgame',
    'queenEndgame',
    'queenRookEndgame',
  ],
  motif: [
    'advancedPawn',
    'discoveredAttack',
    'doubleCheck',
    'fork',
    'hangingPiece',
    'quietMove',
    'sacrifice',
  ],
  mate: [
    'mate',
    'mateIn1',
    'mateIn2',
    'mateIn3',
    'mateIn4',
    'mateIn5',
    'backRankMate',
    'smotheredMate',
  ],
  special: ['castling', 'enPassant', 'promotion', 'underPromotion'],
  goal: ['equality', 'advantage', 'crushing'],
  length: ['oneMove', 'short', 'long', 'veryLong'],
} as const;

export type ThemeGroup = keyof typeof THEME_GROUPS;
export const GROUPS = Object.keys(THEME_GROUPS) as ThemeGroup[];

/** Whether a theme is about self-captures. */
export function isSelfCaptureTheme(code: string): boolean {
  return (THEME_GROUPS.selfCapture as readonly string[]).includes(code);
}

/** Returns the name of a theme; its code if the catalogue does not know it. */
export function themeName(code: string): string {
  const key = `puzzleTheme.${code}`;
  return isKey(key) ? t(key) : code;
}

/** Returns what the puzzles of a theme have in common. */
export function themeDescription(code: string): string {
  const key = `puzzleTheme.${code}.text`;
  return isKey(key) ? t(key) : '';
}
