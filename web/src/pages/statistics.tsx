import { useEffect, useState } from 'preact/hooks';
import { answer, api, type SelfCaptureStatistics, words } from '../api/client';
import { sentence, tell } from '../ui/announce';

type Scope = 'mine' | 'all';

function Bars({ title, counts }: { title: string; counts: Record<string, number> }) {
  const entries = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const most = Math.max(1, ...entries.map(([, count]) => count));
  if (entries.length === 0) return null;
  return (
    <div class="card bars">
      <h2>{title}</h2>
      <dl>
        {entries.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span class="bar" style={{ width: `${(count / most) * 70}%` }} /> {count}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** How often, by whom, of what and when own pieces were taken. */
export function StatisticsPage() {
  const [scope, setScope] = useState<Scope>('mine');
  const [found, setFound] = useState<SelfCaptureStatistics>();
  useEffect(() => {
    answer(api.GET('/api/v1/stats/self-captures', { params: { query: { scope } } }))
      .then(setFound)
      .catch((error) => tell(sentence(words(error))));
  }, [scope]);
  const total = found ? found.by_people + found.by_engine : 0;
  return (
    <section class="text wide">
      <h1>Self-captures</h1>
      <fieldset class="plain">
        <legend class="spoken">Whose</legend>
        <div class="choices">
          {(['mine', 'all'] as const).map((value) => (
            <label key={value} class="choice">
              <input
                type="radio"
                name="scope"
                checked={scope === value}
                onChange={() => setScope(value)}
              />
              <span>
                <strong>{value === 'mine' ? 'Mine' : 'Everybody’s'}</strong>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {found && (
        <>
          <p>
            {found.games === 0
              ? 'No games of self-capture chess yet.'
              : `${found.games_with} of ${found.games} games of self-capture chess had one; ${total} in all` +
                (scope === 'all'
                  ? `, ${found.by_people} by people and ${found.by_engine} by the engine.`
                  : '.')}
          </p>
          <div class="grid">
            <Bars title="What took" counts={found.pieces} />
            <Bars title="What was taken" counts={found.victims} />
            <Bars title="When" counts={found.phases} />
          </div>
        </>
      )}
    </section>
  );
}
