import { useEffect, useState } from 'preact/hooks';
import { answer, api, type GameSummary, type Status, type VariantName, words } from '../api/client';
import { sentence, tell } from '../ui/announce';
import { levels } from '../ui/store';
import { playerName, sideName, VARIANTS } from '../ui/words';

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function state(game: GameSummary): string {
  if (game.status === 'waiting') return 'waits for the other player';
  if (game.status === 'playing') return 'goes on';
  return game.result === '*' ? 'called off' : (game.result ?? '');
}

/** The reader's games, the newest first. */
export function GamesPage() {
  const [games, setGames] = useState<GameSummary[]>();
  const [next, setNext] = useState<string>();
  const [variant, setVariant] = useState<VariantName | ''>('');
  const [status, setStatus] = useState<Status | ''>('');

  const load = async (after?: string) => {
    try {
      const query = {
        ...(variant ? { variant } : {}),
        ...(status ? { status } : {}),
        ...(after ? { after } : {}),
      };
      const list = await answer(api.GET('/api/v1/games', { params: { query } }));
      setGames((before) => (after ? [...(before ?? []), ...list.games] : list.games));
      setNext(list.next ?? undefined);
    } catch (error) {
      setGames([]);
      tell(sentence(words(error)));
    }
  };
  // The list is loaded anew for another filter
  useEffect(() => void load(), [variant, status]);

  const remove = async (game: GameSummary) => {
    if (!confirm('Delete this game for good?')) return;
    try {
      await answer(api.DELETE('/api/v1/games/{id}', { params: { path: { id: game.id } } }));
      setGames((before) => before?.filter(({ id }) => id !== game.id));
    } catch (error) {
      tell(sentence(words(error)));
    }
  };

  return (
    <section class="text wide">
      <h1>Your games</h1>
      <div class="row filters">
        <label class="field inline">
          <span>Game</span>
          <select
            value={variant}
            onChange={(event) => setVariant(event.currentTarget.value as VariantName | '')}
          >
            <option value="">both</option>
            <option value="selfcapture">self-capture chess</option>
            <option value="chess">chess</option>
          </select>
        </label>
        <label class="field inline">
          <span>State</span>
          <select
            value={status}
            onChange={(event) => setStatus(event.currentTarget.value as Status | '')}
          >
            <option value="">all</option>
            <option value="playing">going on</option>
            <option value="waiting">waiting</option>
            <option value="finished">finished</option>
          </select>
        </label>
      </div>
      {games?.length === 0 && (
        <p>
          There is nothing here yet. <a href="/">Play a game</a>; it is kept by itself.
        </p>
      )}
      <ul class="games">
        {games?.map((game) => (
          <li key={game.id} class="card">
            <a href={`/game/${game.id}`}>
              <strong>{VARIANTS[game.variant as VariantName]}</strong>
              <span>
                {playerName(game.white, levels.value)} – {playerName(game.black, levels.value)}
              </span>
            </a>
            <span>
              {game.you.length === 1 && game.you[0] ? `you play ${sideName(game.you[0])}` : ''}
            </span>
            <span>{state(game)}</span>
            <time class="quiet" dateTime={new Date(game.updated_at).toISOString()}>
              {when.format(game.updated_at)}
            </time>
            <button
              type="button"
              class="link"
              onClick={() => remove(game)}
              aria-label={`Delete the game of ${when.format(game.created_at)}`}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
      {next && (
        <button type="button" onClick={() => load(next)}>
          Show more
        </button>
      )}
    </section>
  );
}
