import type { DrawShape } from '@lichess-org/chessground/draw';
import { useState } from 'preact/hooks';
import type { LegalMoves, Line, MoveInfo, Side } from '../api/client';
import { why } from '../ui/why';
import { Board } from './board';
import { squaresOf } from './controller';

interface Props {
  label: string;
  /** The moves that led here, and the position that they led to. */
  line: Line;
  fen: string;
  last: { uci: string; self_capture: boolean } | undefined;
  /** What the service says about it, as soon as it does. */
  position: LegalMoves | undefined;
  orientation: Side;
  arrows?: DrawShape[];
  /** Plays a move; tells whether it was accepted. */
  play(uci: string): Promise<boolean>;
}

// Always the same, so that the board does not take it for something new.
const NO_MOVES: MoveInfo[] = [];
const NO_ARROWS: DrawShape[] = [];

/** A board on which both sides are played, outside of stored games. */
export function LineBoard(props: Props) {
  const { position, last, line, play } = props;
  const [attempt, setAttempt] = useState(0);
  const again = () => setAttempt((number) => number + 1);
  return (
    <Board
      label={props.label}
      fen={props.fen}
      orientation={props.orientation}
      turn={position?.turn ?? 'white'}
      check={position?.check ?? false}
      lastMove={squaresOf(last)}
      lastSelfCapture={last?.self_capture ?? false}
      legal={position?.moves ?? NO_MOVES}
      movable={position && !position.outcome ? position.turn : undefined}
      premoves={false}
      arrows={props.arrows ?? NO_ARROWS}
      attempt={attempt}
      move={(uci) => void play(uci).then((accepted) => accepted || again())}
      refused={(from, to) => {
        void why(line, from, to);
        again();
      }}
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
