import { Share2 } from 'lucide';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { share } from '../ui/share';
import { dailyText, keepDaily, lastDaily } from './daily';
import { DailySquares } from './dailySquares';
import type { Solver } from './solver';
import type { Trainer } from './trainer';

/** The result of the daily puzzle, which can be shared; nothing before it is solved. */
export function DailyShare({ trainer, solver }: { trainer: Trainer; solver: Solver }) {
  const shown = trainer.shown.value;
  const date = shown.state === 'puzzle' ? shown.date : undefined;
  const isOver = solver.isOver.value;
  useEffect(() => {
    if (date && isOver) keepDaily({ date, marks: solver.marks.value });
  }, [date, isOver]);
  const result = lastDaily.value;
  if (!date || result?.date !== date) return null;
  return (
    <div class="daily-result">
      <DailySquares marks={result.marks} />
      <Button
        icon={Share2}
        onClick={() =>
          void share({
            title: t('home.daily'),
            text: dailyText(result),
            url: `${location.origin}/puzzles/daily`,
          })
        }
      >
        {t('puzzles.daily.share')}
      </Button>
    </div>
  );
}
