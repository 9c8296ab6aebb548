import {
  ChartNoAxesColumn,
  CircleX,
  Download,
  EllipsisVertical,
  Flag,
  Gauge,
  Handshake,
  Lightbulb,
  RefreshCw,
  Share2,
  Undo2,
} from 'lucide';
import { navigate } from '../app/router';
import { t } from '../i18n';
import { Button, IconButton } from '../ui/button';
import { copyText } from '../ui/copy';
import { Menu, type MenuItem } from '../ui/menu';
import { toast } from '../ui/toast';
import { ConfirmButton } from './confirmButton';
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
        <ConfirmButton
          icon={Handshake}
          label={t(second ? 'game.agreeDraw' : 'game.offerDraw')}
          disabled={isWaiting || plies < 2}
          onConfirm={() => void store.act({ action: 'offer_draw' })}
        />
      )}
      {canAbort ? (
        <ConfirmButton
          icon={CircleX}
          label={t('game.abort')}
          onConfirm={() => void store.act({ action: 'abort' })}
        />
      ) : (
        <ConfirmButton
          icon={Flag}
          label={t('game.resign')}
          onConfirm={() => void store.act({ action: 'resign' })}
        />
      )}
    </>
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
      <Button onClick={() => navigate(`/analysis?game=${store.id}`)}>{t('game.review')}</Button>
      <Button onClick={() => navigate(`/?variant=${view.variant}`)}>{t('game.newGame')}</Button>
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
      onSelect: () => void copyLink(`${location.origin}/game/${id}`),
    },
  );
  return <Menu label={t('game.menu')} icon={EllipsisVertical} items={items} />;
}

async function copyLink(link: string): Promise<void> {
  if (await copyText(link)) toast(t('game.linkCopied'));
}
