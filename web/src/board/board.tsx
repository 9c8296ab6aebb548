import type { DrawShape } from '@lichess-org/chessground/draw';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { illegalText } from '../i18n/rules';
import type { Color, Move, Position, Square } from '../rules';
import { animationDuration, coordinates } from '../settings/settings';
import { clearToast, speak, toast } from '../ui/toast';
import { BoardController, type Squares } from './controller';
import { placeOf } from './geometry';
import { leadsTo, movesBetween } from './moves';
import { type Premove, premoveMove } from './premove';
import { Promotion } from './promotion';
import { SelfCaptureMoment } from './selfCaptureMoment';
import { SquareNote } from './squareNote';
import './board.css';

export interface BoardProps {
  label: string;
  position: Position;
  lastMove?: Move | undefined;
  orientation: Color;
  /** The side whose pieces the user can move. */
  movable: Color | 'both' | undefined;
  /** Whether the user can premove while the opponent is to move. */
  premoves?: boolean;
  /** Arrows and circles of the page, such as those of an engine. */
  shapes?: DrawShape[];
  /** Arrows and circles of the user. Without it, they last until the position changes. */
  userShapes?: DrawShape[] | undefined;
  onUserShapes?(shapes: DrawShape[]): void;
  /** Plays a legal move. The board goes back to `position` if that does not change. */
  onMove(move: Move): void;
}

const NO_SHAPES: DrawShape[] = [];

/** A board on which the legal moves of a position can be played. */
export function Board(props: BoardProps) {
  const { position, lastMove, orientation, movable, premoves = false } = props;
  const { shapes = NO_SHAPES, userShapes } = props;
  const element = useRef<HTMLDivElement>(null);
  const controller = useRef<BoardController | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  /** The move that the user has made last. The page answers it with another position, or refuses it. */
  const [made, setMade] = useState<Move>();
  const [promotion, setPromotion] = useState<Squares>();
  const [armed, setArmed] = useState<Squares>();
  const [premove, setPremove] = useState<Premove>();
  const [cursor, setCursor] = useState<Square>();
  const moment = useSelfCapture(position, lastMove);

  const play = (move: Move) => {
    clearToast();
    setMade({ ...move });
    latest.current.onMove(move);
  };

  const state = () => {
    const { position, lastMove, orientation, movable, premoves = false } = latest.current;
    const { shapes = NO_SHAPES, userShapes } = latest.current;
    return { position, lastMove, orientation, movable, premoves, shapes, userShapes };
  };

  // Layout effects: the board is never behind the rest of the page.
  useLayoutEffect(() => {
    if (!element.current) return;
    const options = { duration: animationDuration.value, coordinates: coordinates.value };
    const board = new BoardController(element.current, state(), options, {
      move: play,
      promotion: setPromotion,
      illegal: ({ from, to }) => {
        const reason = latest.current.position.whyIllegal(from, to);
        if (reason) toast(illegalText(reason));
      },
      armed: (target) => {
        setArmed(target);
        if (target) speak(againText(target.to));
      },
      premove: (set) => {
        setPremove(set);
        if (set) speak(t('board.premove', { from: set.from, to: set.to }));
      },
      cursor: (square) => {
        setCursor(square);
        if (square) speak(squareText(latest.current.position, square));
      },
      selected: (square) => speak(t('board.selected', { square })),
      userShapes: (drawn) => latest.current.onUserShapes?.(drawn),
    });
    controller.current = board;
    return () => board.destroy();
  }, [coordinates.value, animationDuration.value]);

  useLayoutEffect(() => {
    controller.current?.show(state());
  }, [position, lastMove, orientation, movable, premoves, shapes, userShapes, made, promotion]);

  useLayoutEffect(() => setPromotion(undefined), [position.fen]);

  const before = useRef(position);
  useLayoutEffect(() => {
    const previous = before.current;
    before.current = position;
    const waits = movable !== undefined && movable !== position.turn && premoves;
    if (!premove || (waits && previous.fen === position.fen)) return;
    const replied = lastMove && leadsTo(previous, lastMove, position);
    const move = movable === position.turn && replied && premoveMove(premove, position);
    controller.current?.cancelPremove();
    setPremove(undefined);
    if (move) play(move);
  }, [position.fen, movable, premoves]);

  const squareStyle = cursor && placeOf(cursor, orientation);
  return (
    <div class="board-area">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move a cursor over the board */}
      <div class="board" ref={element} tabIndex={0} role="application" aria-label={props.label} />
      {moment && (
        <SelfCaptureMoment
          key={position.fen}
          move={moment}
          orientation={orientation}
          animated={animationDuration.value > 0}
        />
      )}
      {squareStyle && <span class="board-cursor" style={squareStyle} aria-hidden="true" />}
      {armed && (
        <SquareNote square={armed.to} orientation={orientation}>
          {againText(armed.to)}
        </SquareNote>
      )}
      {premove?.kind === 'recapture' && (
        <SquareNote square={premove.to} orientation={orientation}>
          {t('board.premoveRecapture')}{' '}
          <button
            type="button"
            class="text-button"
            onClick={() => setPremove({ ...premove, kind: 'selfCapture' })}
          >
            {t('board.premoveSelfCapture')}
          </button>
        </SquareNote>
      )}
      {promotion && (
        <Promotion
          choices={movesBetween(position, promotion.from, promotion.to)}
          orientation={orientation}
          onChoose={(move) => {
            setPromotion(undefined);
            play(move);
          }}
          onCancel={() => setPromotion(undefined)}
        />
      )}
    </div>
  );
}

/** Returns the self-capture that has just led to a position. */
function useSelfCapture(position: Position, lastMove: Move | undefined): Move | undefined {
  const previous = useRef<Position>(position);
  return useMemo(() => {
    const before = previous.current;
    previous.current = position;
    return lastMove?.selfCapture && leadsTo(before, lastMove, position) ? lastMove : undefined;
  }, [position.fen]);
}

function squareText(position: Position, square: Square): string {
  const letter = position.pieces.get(square);
  const piece = letter ? t(`board.piece.${letter}`) : t('board.empty');
  return t('board.square', { square, piece });
}

/** Returns how the player confirms a self-capture on a square: with a finger or with a mouse. */
function againText(square: Square): string {
  const isTouch = matchMedia('(pointer: coarse)').matches;
  return t(isTouch ? 'board.tapAgain' : 'board.clickAgain', { square });
}
