import {
  ChartNoAxesColumn,
  CircleX,
  Download,
  EllipsisVertical,
  Flag,
  Gauge,
  Handshake,
  type IconNode,
  Lightbulb,
  Plus,
  RefreshCw,
  Share2,
  Undo2,
} from 'lucide';
import { navigate } from '../app/router';
import { t } from '../i18n';
import { Button, IconButton } from '../ui/button';
import { Menu, type MenuItem } from '../ui/menu';
import { share } from '../ui/share';
import type { Question } from './question';
import { type GameStore, otherColor } from './store';
import { WatchControls } from './watchControls';

interface Props {
  store: GameStore;
  isEvaluated: boolean;
  onEvaluate(isOn: boolean): void;
  onHint(): void;
}

/** What the player can do besides moving. */
export function Actions(props: Props) {
  const { store } = props;
  const view = store.view.value;
  if (!view) return null;
  return (
    <div class="game-actions" role="group" aria-label={t('game.actions')}>
      {view.outcome ? (
        <AfterGame store={store} />
      ) : store.isWatched.value ? (
        view.creator && <WatchControls store={store} />
      ) : (
        view.you.length > 0 && <PlayerActions {...props} />
      )}
      <GameMenu {...props} />
    </div>
  );
}

function PlayerActions({ store, onHint }: Props) {
  const view = store.view.value;
  if (!view) return null;
  const isWaiting = view.status === 'waiting';
  const plies = store.plies.value.length - 1;
  const [you, second] = view.you;
  const asksOpponent = !second && you && view[otherColor(you)].kind === 'human';
  const canAbort = plies < 2;
  const ownMoves = !second && store.turn.value === you ? plies - 1 : plies;
  return (
    <>
      <IconButton
        icon={Undo2}
        label={t(asksOpponent ? 'game.askTakeBack' : 'game.takeBack')}
        disabled={isWaiting || ownMoves < 1}
        onClick={() => void store.act({ action: 'take_back' })}
      />
      {store.mayGetHelp.value && (
        <IconButton
          icon={Lightbulb}
          label={t('game.hint')}
          disabled={!store.isYourTurn.value}
          onClick={onHint}
        />
      )}
      {view.claimable_draw && store.isYourTurn.value ? (
        <IconButton
          class="notable"
          icon={Handshake}
          label={t('game.claimDraw')}
          onClick={() => void store.act({ action: 'claim_draw' })}
        />
      ) : (
        <AskingButton
          store={store}
          icon={Handshake}
          action="offer_draw"
          label={t(second ? 'game.agreeDraw' : 'game.offerDraw')}
          text={t(second ? 'game.agreeDrawQuestion' : 'game.offerDrawQuestion')}
          disabled={isWaiting || plies < 2}
        />
      )}
      {canAbort ? (
        <AskingButton
          store={store}
          icon={CircleX}
          action="abort"
          label={t('game.abort')}
          text={t('game.abortQuestion')}
        />
      ) : (
        <AskingButton
          store={store}
          icon={Flag}
          action="resign"
          label={t('game.resign')}
          text={t('game.resignQuestion')}
        />
      )}
    </>
  );
}

interface AskingProps extends Question {
  store: GameStore;
  icon: IconNode;
  disabled?: boolean;
}

/** A button for an action that is confirmed in the note. */
function AskingButton({ store, icon, action, label, text, disabled = false }: AskingProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      pressed={store.question.value?.action === action}
      disabled={disabled}
      onClick={() => {
        store.question.value = { action, label, text };
      }}
    />
  );
}

function AfterGame({ store }: { store: GameStore }) {
  const view = store.view.value;
  if (!view) return null;
  const isOffered = view.rematch && !view.you.includes(view.rematch.by);
  const rematch = async () => {
    const id = await store.rematch();
    if (id) navigate(`/game/${id}`);
  };
  return (
    <>
      {(view.you.length > 0 || view.creator) && (
        <Button kind="primary" onClick={() => void rematch()}>
          {t(isOffered ? 'game.acceptRematch' : 'game.rematch')}
        </Button>
      )}
      {store.moves.value.length > 0 && (
        <Button onClick={() => navigate(`/analysis?game=${store.id}&review`)}>
          {t('game.review')}
        </Button>
      )}
      <Button
        class="new-game"
        icon={Plus}
        title={t('game.newGame')}
        onClick={() => navigate(`/?variant=${view.variant}`)}
      >
        <span>{t('game.newGame')}</span>
      </Button>
    </>
  );
}

/** Everything that is seldom needed. */
function GameMenu({ store, isEvaluated, onEvaluate }: Props) {
  const { id } = store;
  const items: MenuItem[] = [
    { label: t('moves.flip'), icon: RefreshCw, onSelect: () => store.flip() },
  ];
  if (store.mayGetHelp.value) {
    items.push(
      {
        label: t(isEvaluated ? 'game.hideEvaluation' : 'game.showEvaluation'),
        icon: Gauge,
        onSelect: () => onEvaluate(!isEvaluated),
      },
      { label: t('game.analyse'), icon: ChartNoAxesColumn, href: `/analysis?game=${id}` },
    );
  }
  items.push(
    { label: t('game.pgn'), icon: Download, href: `/api/v1/games/${id}/pgn` },
    {
      label: t('game.share'),
      icon: Share2,
      onSelect: () => void share({ title: t('title.game'), url: `${location.origin}/game/${id}` }),
    },
  );
  return <Menu label={t('game.menu')} icon={EllipsisVertical} items={items} />;
}
