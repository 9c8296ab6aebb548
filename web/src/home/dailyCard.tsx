import { ChevronRight, Puzzle as PuzzleIcon } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { lastDaily } from '../puzzles/daily';
import { DailySquares } from '../puzzles/dailySquares';
import type { Puzzle } from '../puzzles/puzzle';
import { loadDaily } from '../puzzles/service';
import { Icon } from '../ui/icon';

/** A link to the puzzle of the day, or to its result. */
export function DailyCard() {
  const [daily, setDaily] = useState<{ date: string; puzzle: Puzzle }>();
  useEffect(() => {
    let current = true;
    // The home page works without the puzzle.
    loadDaily().then(
      (found) => current && setDaily(found),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);
  const result = lastDaily.value;
  const isSolved = daily && result?.date === daily.date;
  return (
    <a class="daily-card panel" href="/puzzles/daily">
      <Icon of={PuzzleIcon} size={32} />
      <span>
        <strong>{t('home.daily')}</strong>
        <span class="muted">
          {isSolved ? (
            <DailySquares marks={result.marks} />
          ) : (
            daily && t('home.dailySolve', { color: t(`color.the.${daily.puzzle.color}`) })
          )}
        </span>
      </span>
      <Icon of={ChevronRight} />
    </a>
  );
}
