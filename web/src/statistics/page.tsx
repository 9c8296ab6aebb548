import { useEffect, useState } from 'preact/hooks';
import { answer, api, type SelfCaptureStatistics } from '../api/client';
import { isKey, number, t } from '../i18n';
import { Segmented } from '../ui/choice';
import { Figure } from '../ui/figure';
import { showError } from '../ui/showError';
import './statistics.css';

const SCOPES = ['mine', 'all'] as const;
type Scope = (typeof SCOPES)[number];

/** How often, by which piece, of which piece and when own pieces were captured. */
export function StatisticsPage() {
  const [scope, setScope] = useState<Scope>('mine');
  const [found, setFound] = useState<SelfCaptureStatistics>();
  useEffect(() => {
    let current = true;
    answer(api.GET('/api/v1/stats/self-captures', { params: { query: { scope } } })).then(
      (statistics) => current && setFound(statistics),
      (error) => current && showError(error),
    );
    return () => {
      current = false;
    };
  }, [scope]);
  return (
    <section class="page statistics">
      <div class="page-head">
        <h1>{t('statistics.heading')}</h1>
        <Segmented
          label={t('statistics.scope')}
          value={scope}
          options={SCOPES.map((value) => ({ value, label: t(`statistics.scope.${value}`) }))}
          onChange={(value) => setScope(value)}
        />
      </div>
      {found && <Figures found={found} scope={scope} />}
    </section>
  );
}

function Figures({ found, scope }: { found: SelfCaptureStatistics; scope: Scope }) {
  const total = found.by_people + found.by_engine;
  return (
    <>
      <dl class="figures">
        <Figure label={t('statistics.games')} value={number(found.games)} />
        <Figure label={t('statistics.gamesWith')} value={number(found.games_with)} />
        <Figure label={t('statistics.total')} value={number(total)} />
        {scope === 'all' && (
          <>
            <Figure label={t('statistics.byPeople')} value={number(found.by_people)} />
            <Figure label={t('statistics.byEngine')} value={number(found.by_engine)} />
          </>
        )}
      </dl>
      {total === 0 && <p>{t('statistics.empty')}</p>}
      <div class="charts">
        <Bars
          title={t('statistics.pieces')}
          counts={found.pieces}
          nameKey={(name) => `piece.${name}`}
        />
        <Bars
          title={t('statistics.victims')}
          counts={found.victims}
          nameKey={(name) => `piece.${name}`}
        />
        <Bars
          title={t('statistics.phases')}
          counts={found.phases}
          nameKey={(name) => `statistics.phase.${name}`}
        />
      </div>
    </>
  );
}

interface BarsProps {
  title: string;
  counts: Record<string, number>;
  /** Returns where the name of a bar is in the catalogue. */
  nameKey(name: string): string;
}

function Bars({ title, counts, nameKey }: BarsProps) {
  const entries = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (entries.length === 0) return null;
  const most = Math.max(...entries.map(([, count]) => count));
  return (
    <div class="panel bars">
      <h2>{title}</h2>
      <dl>
        {entries.map(([name, count]) => {
          const key = nameKey(name);
          return (
            <div key={name}>
              <dt>{isKey(key) ? t(key) : name}</dt>
              <dd class="numeric">
                <span class="bar" style={{ width: `${(count / most) * 100}%` }} />
                {number(count)}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
