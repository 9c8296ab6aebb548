import { t } from '../i18n';
import type { Color, Role } from '../rules';
import { SelfCaptureMark } from '../ui/icon';
import { Clock } from './clock';
import { sideName } from './names';
import { capturesOf } from './plies';
import { type GameStore, otherColor } from './store';

interface Props {
  store: GameStore;
  color: Color;
  place: 'top' | 'bottom';
}

/** A player: name, captured pieces and clock. */
export function PlayerBar({ store, color, place }: Props) {
  const view = store.view.value;
  const plies = store.shownPlies.value.slice(0, store.current.value + 1);
  const { opponent, own } = capturesOf(plies, color);
  const isToMove = store.turn.value === color && view?.status === 'playing' && !store.isOver.value;
  const isYou = view?.you.length === 1 && view.you[0] === color;
  return (
    <div class={`player-bar ${place}${isToMove ? ' to-move' : ''}`}>
      <span class={`side ${color}`} aria-hidden="true" />
      <span class={isYou ? 'name you' : 'name'}>{sideName(store, color)}</span>
      <span class="captures">
        <Pieces label="game.captured" color={otherColor(color)} pieces={opponent} />
        {own.length > 0 && (
          <span class="own-captures">
            <SelfCaptureMark label={t('selfCapture.mark')} />
            <Pieces label="game.ownCaptured" color={color} pieces={own} />
          </span>
        )}
      </span>
      {view?.clock && <Clock clock={view.clock} color={color} isOver={store.isOver.value} />}
    </div>
  );
}

interface PiecesProps {
  label: 'game.captured' | 'game.ownCaptured';
  color: Color;
  pieces: readonly Role[];
}

function Pieces({ label, color, pieces }: PiecesProps) {
  if (pieces.length === 0) return null;
  const names = pieces.map((piece) => t(`piece.${piece}`)).join(', ');
  return (
    <span class="captured-pieces" role="img" aria-label={t(label, { pieces: names })}>
      {pieces.map((piece, i) => (
        <span key={i} class={`piece ${color} ${piece}`} />
      ))}
    </span>
  );
}
