// Clocks between two messages of the server, whose clocks count.
import { useEffect, useState } from 'preact/hooks';
import type { GameView, Side } from '../api/client';

/** What a side has left, so many milliseconds after the server has said so. */
export function left(game: GameView, side: Side, elapsed: number): number | undefined {
  if (!game.clock) return undefined;
  const said = side === 'white' ? game.clock.white_ms : game.clock.black_ms;
  return Math.max(0, said - (game.clock.running === side ? elapsed : 0));
}

/** Milliseconds since a game has come from the server, while a clock runs. */
export function useElapsed(game: GameView | undefined): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    setElapsed(0);
    if (!game?.clock?.running || game.outcome) return;
    const begun = performance.now();
    const timer = setInterval(() => setElapsed(performance.now() - begun), 100);
    return () => clearInterval(timer);
  }, [game]);
  return elapsed;
}
