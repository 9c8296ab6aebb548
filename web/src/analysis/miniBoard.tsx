import { Chessground } from '@lichess-org/chessground/chessground';
import type { Key } from '@lichess-org/chessground/types';
import { useLayoutEffect, useRef } from 'preact/hooks';
import '../board/board.css';
import type { Color, Move, Position } from '../rules';

interface Props {
  position: Position;
  lastMove: Move;
  orientation: Color;
}

/** A small board to look at. */
export function MiniBoard({ position, lastMove, orientation }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const { fen, check, turn } = position;
  const { from, to } = lastMove;
  useLayoutEffect(() => {
    if (!element.current) return;
    const ground = Chessground(element.current, {
      fen,
      orientation,
      turnColor: turn,
      check,
      lastMove: [from as Key, to as Key],
      viewOnly: true,
      coordinates: false,
      animation: { enabled: false },
      drawable: { enabled: false, visible: false },
    });
    return () => ground.destroy();
  }, [fen, orientation, turn, check, from, to]);
  return <div class="mini-board board" ref={element} aria-hidden="true" />;
}
