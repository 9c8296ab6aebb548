// The result of the daily puzzle, which can be shared without giving the solution away.
import { computed } from '@preact/signals';
import { t } from '../i18n';
import { persisted } from '../settings/persisted';
import type { Mark } from './solver';

const SQUARES: Record<Mark, string> = { right: '🟩', hint: '🟨', wrong: '🟥', shown: '⬜' };
const LETTERS: Record<Mark, string> = { right: 'r', hint: 'h', wrong: 'w', shown: 's' };
const MARKS = Object.keys(LETTERS) as Mark[];

export interface DailyResult {
  /** The day, as `2026-11-18`. */
  readonly date: string;
  readonly marks: readonly Mark[];
}

const stored = persisted('daily', '', (text) => text);

/** The last daily puzzle that was solved in this browser. */
export const lastDaily = computed<DailyResult | undefined>(() => {
  const [date, letters] = stored.value.split(' ');
  if (!date || !letters) return undefined;
  const marks = [...letters].flatMap(
    (letter) => MARKS.find((mark) => LETTERS[mark] === letter) ?? [],
  );
  return { date, marks };
});

/** Keeps the first result of a day. */
export function keepDaily({ date, marks }: DailyResult): void {
  if (lastDaily.value?.date === date) return;
  stored.value = `${date} ${marks.map((mark) => LETTERS[mark]).join('')}`;
}

/** Returns the result as squares, one for each move of the solver. */
export function dailySquares(marks: readonly Mark[]): string {
  return marks.map((mark) => SQUARES[mark]).join('');
}

/** Returns the text that is shared: day and squares. */
export function dailyText({ date, marks }: DailyResult): string {
  return `${t('puzzles.daily.shared', { date })}\n${dailySquares(marks)}`;
}
