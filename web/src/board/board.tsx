import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { speak } from '../ui/announce';
import { sideName } from '../ui/words';
import { BoardController, type BoardState } from './controller';
import { between } from './moves';
import type { Armed } from './ownTarget';
import { fires, type Premove } from './premove';
import { Promotion } from './promotion';

interface Props extends BoardState {
  /** Changes when the board is to be shown anew, though the position is the same. */
  attempt: number;
  label: string;
  move(uci: string): void;
  refused(from: string, to: string): void;
}

/** A board on which the moves that the service allows can be played. */
export function Board(props: Props) {
  const element = useRef<HTMLDivElement>(null);
  const controller = useRef<BoardController | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const [promotion, setPromotion] = useState<Armed>();
  const [armed, setArmed] = useState<Armed>();
  const [premove, setPremove] = useState<Premove>();

  // Effects of the layout, all of them: the board changes together with the rest of the page, so that no hand
  // is quick enough to move on a board that is still the one before.
  useLayoutEffect(() => {
    if (!element.current) return;
    const board = new BoardController(element.current, latest.current, {
      move: (uci) => latest.current.move(uci),
      promote: (from, to) => setPromotion({ from, to }),
      refused: (from, to) => latest.current.refused(from, to),
      armed: (target) => {
        setArmed(target);
        if (target) speak(`${target.to}: press again to take your own piece`);
      },
      premove: setPremove,
      cursor: speak,
    });
    controller.current = board;
    return () => board.destroy();
  }, []);

  const { fen, orientation, turn, movable, legal, arrows, attempt, premoves } = props;
  // These are what the board shows
  useLayoutEffect(() => {
    setPromotion(undefined);
    controller.current?.show(latest.current);
  }, [fen, orientation, turn, movable, legal, arrows, attempt, premoves]);

  // A premove is played, or forgotten, when it is one's turn.
  useLayoutEffect(() => {
    if (!premove || turn !== movable) return;
    controller.current?.cancelPremove();
    setPremove(undefined);
    const move = fires(premove, legal);
    if (move) latest.current.move(move.uci);
  }, [premove, turn, movable, legal]);

  const side = movable ?? turn;
  return (
    <div class="board-area">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk over the board */}
      <div class="board" ref={element} tabIndex={0} role="application" aria-label={props.label} />
      {promotion && (
        <Promotion
          side={side}
          choices={between(legal, promotion.from, promotion.to)}
          choose={(uci) => {
            setPromotion(undefined);
            props.move(uci);
          }}
          cancel={() => {
            setPromotion(undefined);
            controller.current?.show(latest.current);
          }}
        />
      )}
      <div class="board-notes">
        {armed && <span class="chip own">Click {armed.to} again to take your own piece</span>}
        {premove && (
          <span class="chip">
            {premoveText(premove)}
            {premove.kind === 'recapture' && (
              <button
                type="button"
                class="link"
                onClick={() => setPremove({ ...premove, kind: 'selfcapture' })}
              >
                Take my own piece instead
              </button>
            )}
            <button type="button" class="link" onClick={() => controller.current?.cancelPremove()}>
              Cancel
            </button>
          </span>
        )}
        {!armed && !premove && movable && turn !== movable && (
          <span class="quiet">{sideName(turn)} to move</span>
        )}
      </div>
    </div>
  );
}

function premoveText(premove: Premove): string {
  switch (premove.kind) {
    case 'free':
      return `Premove ${premove.from}–${premove.to}`;
    case 'recapture':
      return `Premove: recapture on ${premove.to}, if your piece there is taken`;
    case 'selfcapture':
      return `Premove: take your own piece on ${premove.to}`;
  }
}
