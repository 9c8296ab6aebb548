import { ChevronRight } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { MiniBoard } from '../board/miniBoard';
import { t } from '../i18n';
import { lastDaily } from '../puzzles/daily';
import { DailySquares } from '../puzzles/dailySquares';
import type { Puzzle } from '../puzzles/puzzle';
import { loadDaily } from '../puzzles/service';
import { Position } from '../rules';
import { Icon } from '../ui/icon';

/** A link to the puzzle of the day. It has its place before the puzzle is there. */
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
  const puzzle = daily?.puzzle;
  const result = lastDaily.value;
  const isSolved = daily && result?.date === daily.date;
  return (
    <a class="daily-card panel" href="/puzzles/daily">
      <span class="daily-board">{puzzle && <PuzzleBoard puzzle={puzzle} />}</span>
      <span>
        <strong>{t('puzzles.daily')}</strong>
        <span class="muted">
          {isSolved ? (
            <DailySquares marks={result.marks} />
          ) : (
            puzzle && t('puzzles.daily.solve', { color: t(`color.the.${puzzle.color}`) })
          )}
        </span>
      </span>
      <Icon of={ChevronRight} />
    </a>
  );
}

/** The position that has to be solved. */
function PuzzleBoard({ puzzle: { fen, move, color } }: { puzzle: Puzzle }) {
  const before = Position.fromFen(fen, { variant: 'selfcapture' });
  const lastMove = before.parseMove(move);
  return <MiniBoard position={before.play(lastMove)} lastMove={lastMove} orientation={color} />;
}
