import { t } from '../i18n';
import { dailySquares } from './daily';
import type { Mark } from './solver';

/** The result of the daily puzzle: a square for each move of the solver. */
export function DailySquares({ marks }: { marks: readonly Mark[] }) {
  return (
    <span class="daily-squares">
      {t('home.dailyResult')}
      <span role="img" aria-label={dailySquares(marks)}>
        {marks.map((mark, i) => (
          <span key={i} class={mark} />
        ))}
      </span>
    </span>
  );
}
