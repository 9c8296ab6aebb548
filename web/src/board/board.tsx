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
  /** Changes when moves made in advance are no longer meant: another position was opened, or a move before
   * them has failed. */
  context: string;
  label: string;
  move(uci: string): void;
  refused(from: string, to: string): void;
}

/** A move made before the server had answered, and the context in which it was made. */
interface Early {
  from: string;
  to: string;
  context: string;
}

/** A board on which the moves that the service allows can be played. */
export function Board(props: Props) {
  const element = useRef<HTMLDivElement>(null);
  const controller = useRef<BoardController | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const [promotion, setPromotion] = useState<Armed>();
  const [armed, setArmed] = useState<Armed>();
  const [premove, setPremove] = useState<Premove & { context: string }>();
  const [early, setEarly] = useState<Early>();

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
      premove: (set) => {
        setPremove(set && { ...set, context: latest.current.context });
        setEarly(undefined);
      },
      early: (from, to) => {
        setEarly({ from, to, context: latest.current.context });
        speak(`${from} to ${to} waits for the server`);
      },
      cursor: speak,
    });
    controller.current = board;
    return () => board.destroy();
  }, []);

  const { fen, orientation, turn, movable, legal, arrows, attempt, premoves } = props;
  const { waiting, context } = props;
  // These are what the board shows
  useLayoutEffect(() => {
    setPromotion(undefined);
    controller.current?.show(latest.current);
  }, [fen, orientation, turn, movable, legal, arrows, attempt, premoves, waiting]);

  // A premove is played, or forgotten, when it is one's turn.
  useLayoutEffect(() => {
    const meant = premove?.context === context;
    if (!premove || (meant && (waiting || turn !== movable))) return;
    controller.current?.cancelPremove();
    setPremove(undefined);
    const move = meant && fires(premove, legal);
    if (move) latest.current.move(move.uci);
  }, [premove, turn, movable, legal, waiting, context]);

  // An early move is played, or refused, when the server has answered.
  useLayoutEffect(() => {
    const meant = early?.context === context;
    if (!early || (meant && waiting)) return;
    controller.current?.cancelPremove();
    setEarly(undefined);
    if (meant) controller.current?.playEarly(early.from, early.to);
  }, [early, waiting, context]);

  const side = movable ?? turn;
  return (
    <div class="board-area" aria-busy={waiting}>
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
        {early && (
          <span class="chip">
            {early.from}–{early.to} waits for the server
            <button type="button" class="link" onClick={() => controller.current?.cancelPremove()}>
              Cancel
            </button>
          </span>
        )}
        {!armed && !premove && !early && movable && turn !== movable && (
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
