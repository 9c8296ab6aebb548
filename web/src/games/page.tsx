import { useState } from 'preact/hooks';
import { answer, api, type GameSummary, type Status } from '../api/client';
import { t } from '../i18n';
import type { Variant } from '../rules';
import { Button } from '../ui/button';
import { Select } from '../ui/choice';
import { showError } from '../ui/showError';
import { type ListPage, usePages } from '../ui/usePages';
import { GameRow } from './gameRow';
import './games.css';

const VARIANTS = ['all', 'selfcapture', 'chess'] as const;
const STATUSES = ['all', 'playing', 'waiting', 'finished'] as const;

interface Filter {
  variant: Variant | 'all';
  status: Status | 'all';
}

async function loadGames(filter: Filter, after?: string): Promise<ListPage<GameSummary>> {
  const query = {
    ...(filter.variant !== 'all' && { variant: filter.variant }),
    ...(filter.status !== 'all' && { status: filter.status }),
    ...(after && { after }),
  };
  const list = await answer(api.GET('/api/v1/games', { params: { query } }));
  return { items: list.games, next: list.next ?? undefined };
}

/** The reader's games, the newest first. */
export function GamesPage() {
  const [filter, setFilter] = useState<Filter>({ variant: 'all', status: 'all' });
  const { items, more, change } = usePages(filter, loadGames);

  const remove = async ({ id }: GameSummary) => {
    try {
      await answer(api.DELETE('/api/v1/games/{id}', { params: { path: { id } } }));
      change((games) => games.filter((game) => game.id !== id));
    } catch (error) {
      showError(error);
    }
  };

  return (
    <section class="page">
      <div class="page-head">
        <h1>{t('games.heading')}</h1>
        <div class="filters">
          <Select
            label={t('games.variant')}
            value={filter.variant}
            options={VARIANTS.map((value) => ({
              value,
              label: t(value === 'all' ? 'games.variant.all' : `variant.${value}`),
            }))}
            onChange={(variant) => setFilter({ ...filter, variant })}
          />
          <Select
            label={t('games.status')}
            value={filter.status}
            options={STATUSES.map((value) => ({ value, label: t(`games.status.${value}`) }))}
            onChange={(status) => setFilter({ ...filter, status })}
          />
        </div>
      </div>
      {!items && <p class="muted">{t('games.loading')}</p>}
      {items?.length === 0 && (
        <p>
          {t('games.empty')} <a href="/">{t('games.play')}</a>
        </p>
      )}
      {items && items.length > 0 && (
        <ul class="games">
          {items.map((game) => (
            <GameRow key={game.id} game={game} onDelete={() => remove(game)} />
          ))}
        </ul>
      )}
      {more && <Button onClick={more}>{t('games.more')}</Button>}
    </section>
  );
}
