import type { DrawShape } from '@lichess-org/chessground/draw';
import { useState } from 'preact/hooks';
import type { LegalMoves, Line, MoveInfo, Side } from '../api/client';
import { firstToMove } from '../game/record';
import { why } from '../ui/why';
import { other } from '../ui/words';
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
  const [sent, setSent] = useState<{ uci: string; line: string }>();
  const again = () => setAttempt((number) => number + 1);
  const here = JSON.stringify(line);
  // The move that was made here and is not confirmed yet.
  const unconfirmed = sent?.line === here ? sent.uci : undefined;
  const waiting = unconfirmed !== undefined || !position;
  const side = firstToMove(props.fen);
  const turn = unconfirmed ? other(side) : side;
  const move = async (uci: string) => {
    setSent({ uci, line: here });
    const accepted = await play(uci);
    setSent(undefined);
    if (!accepted) again();
  };
  return (
    <Board
      label={props.label}
      fen={props.fen}
      orientation={props.orientation}
      turn={turn}
      check={position?.check ?? false}
      lastMove={squaresOf(last)}
      lastSelfCapture={last?.self_capture ?? false}
      legal={position?.moves ?? NO_MOVES}
      movable={waiting || !position.outcome ? turn : undefined}
      premoves={false}
      waiting={waiting}
      context={
        unconfirmed ? JSON.stringify({ ...line, moves: [...line.moves, unconfirmed] }) : here
      }
      arrows={props.arrows ?? NO_ARROWS}
      attempt={attempt}
      move={(uci) => void move(uci)}
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
