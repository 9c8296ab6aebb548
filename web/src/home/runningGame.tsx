import { ChevronRight } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { answer, api, type GameSummary } from '../api/client';
import { gameName } from '../games/names';
import { t } from '../i18n';
import { Icon } from '../ui/icon';

/** A link to the newest game that is not finished, if there is one. */
export function RunningGame() {
  const [game, setGame] = useState<GameSummary>();
  useEffect(() => {
    let current = true;
    const load = async () => {
      const query = { limit: 20 };
      const list = await answer(api.GET('/api/v1/games', { params: { query } }));
      const open = list.games.find(({ status, you }) => status !== 'finished' && you.length > 0);
      if (current) setGame(open);
    };
    // The home page works without the list.
    load().catch(() => undefined);
    return () => {
      current = false;
    };
  }, []);
  if (!game) return null;
  return (
    <a class="running-game" href={`/game/${game.id}`}>
      <span>
        <strong>{t('home.continue')}</strong>
        <span class="muted">{game.status === 'waiting' ? t('home.waiting') : gameName(game)}</span>
      </span>
      <Icon of={ChevronRight} />
    </a>
  );
}
