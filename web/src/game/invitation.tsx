import { useState } from 'preact/hooks';
import { navigate, replaceUrl, route } from '../app/router';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { ShareLink } from '../ui/shareLink';
import type { GameStore } from './store';

/** The invitation to a game that waits for a player: to send it, or to accept it. */
export function Invitation({ store }: { store: GameStore }) {
  const view = store.view.value;
  if (view?.status !== 'waiting' || view.outcome || view.rematch_of) return null;
  if (view.invitation) return <Sending id={store.id} invitation={view.invitation} />;
  const received = route.value.query.get('invite');
  if (!received || view.you.length > 0) return null;
  return <Accepting store={store} invitation={received} />;
}

/** The link to send, for the player who has created the game. */
function Sending({ id, invitation }: { id: string; invitation: string }) {
  const link = `${location.origin}/game/${id}?invite=${invitation}`;
  return (
    <section class="game-card">
      <h2>{t('game.invite')}</h2>
      <p>{t('game.inviteText')}</p>
      <input
        type="text"
        readOnly
        value={link}
        aria-label={t('game.inviteLink')}
        onFocus={(event) => event.currentTarget.select()}
      />
      <ShareLink title={t('game.invited')} url={link} copyLabel={t('game.copyLink')} />
    </section>
  );
}

function Accepting({ store, invitation }: { store: GameStore; invitation: string }) {
  const [isJoining, setJoining] = useState(false);
  const view = store.view.value;
  const join = async () => {
    setJoining(true);
    const joined = await store.join(invitation);
    setJoining(false);
    if (joined) replaceUrl(`/game/${store.id}`);
  };
  return (
    <section class="game-card">
      <h2>{t('game.invited')}</h2>
      <p>{view && t(`variant.${view.variant}`)}</p>
      <Button kind="primary" disabled={isJoining} onClick={() => void join()}>
        {t('game.join')}
      </Button>
      <Button kind="quiet" onClick={() => navigate('/')}>
        {t('game.decline')}
      </Button>
    </section>
  );
}
