import type { DrawShape } from '@lichess-org/chessground/draw';
import { useMemo } from 'preact/hooks';
import type { Line } from '../api/client';
import { type Color, Game } from '../rules';
import { Board } from './board';

interface Props {
  label: string;
  /** The moves that led to the position on the board. */
  line: Line;
  orientation: Color;
  arrows?: DrawShape[];
  play(uci: string): unknown;
  fen?: unknown;
  last?: unknown;
  position?: unknown;
}

/** A board on which both sides are played, outside of stored games. */
export function LineBoard({ label, line, orientation, arrows, play }: Props) {
  const key = JSON.stringify(line);
  const { position, lastMove } = useMemo(() => {
    const { variant, fen, moves } = JSON.parse(key) as Line;
    const game = new Game({ variant, lenient: true, ...(fen && { fen }) });
    for (const move of moves) game.play(move);
    return { position: game.position, lastMove: game.moves().at(-1) };
  }, [key]);
  return (
    <Board
      label={label}
      position={position}
      lastMove={lastMove}
      orientation={orientation}
      movable="both"
      {...(arrows && { shapes: arrows })}
      onMove={(move) => play(move.uci)}
    />
  );
}

/** As large as the board will be, so that nothing jumps when it comes. */
export function ComingBoard() {
  return (
    <div class="game" aria-busy="true">
      <div class="board-column">
        <div class="board-area">
          <div class="board" />
        </div>
      </div>
    </div>
  );
}
