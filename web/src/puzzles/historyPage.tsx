import { Check, Download, RotateCcw, X } from 'lucide';
import { useState } from 'preact/hooks';
import { dateTime, number, percent, t } from '../i18n';
import { Button } from '../ui/button';
import { Segmented } from '../ui/choice';
import { Failure } from '../ui/failure';
import { Figure } from '../ui/figure';
import { Icon } from '../ui/icon';
import { useLoaded } from '../ui/useLoaded';
import { usePages } from '../ui/usePages';
import { RatingGraph } from './ratingGraph';
import { EXPORT_PATH, loadAttempts, loadProfile, type PastAttempt, type Profile } from './service';
import './historyPage.css';

const FILTERS = ['all', 'failed'] as const;
type Filter = (typeof FILTERS)[number];

const loadFiltered = (filter: Filter, after?: string) => loadAttempts(filter === 'failed', after);

/** The solver's rating over time, and all attempts. */
export function HistoryPage() {
  const { value: profile, problem, reload } = useLoaded(loadProfile);
  return (
    <section class="page puzzle-history">
      <div class="page-head">
        <h1>{t('title.puzzleHistory')}</h1>
        <div class="button-row">
          <a class="button" href="/puzzles/replay">
            <Icon of={RotateCcw} />
            {t('puzzles.replay')}
          </a>
          <a class="button" href={EXPORT_PATH} download="ouro-puzzles.csv">
            <Icon of={Download} />
            {t('puzzles.export')}
          </a>
        </div>
      </div>
      {problem !== undefined && <Failure error={problem} onRetry={reload} />}
      <Figures profile={profile} />
      {profile && profile.history.length > 1 && (
        <div class="panel rating-panel">
          <h2>{t('puzzles.ratingHistory')}</h2>
          <RatingGraph history={profile.history} />
        </div>
      )}
      <Attempts />
    </section>
  );
}

/** The figures of a solver. They have their place before they are there. */
function Figures({ profile }: { profile: Profile | undefined }) {
  const shown = (value: string | undefined) => value ?? '–';
  const rating =
    profile && `${number(profile.rating, { useGrouping: false })} ± ${number(profile.deviation)}`;
  const solved =
    profile && (profile.attempts === 0 ? '–' : percent(profile.solved / profile.attempts));
  return (
    <dl class="figures">
      <Figure label={t('puzzles.rating')} value={shown(rating)} />
      <Figure label={t('puzzles.attempts')} value={shown(profile && number(profile.attempts))} />
      <Figure label={t('puzzles.solvedShare')} value={shown(solved)} />
      <Figure label={t('puzzles.streak')} value={shown(profile && number(profile.streak))} />
      <Figure
        label={t('puzzles.bestStreak')}
        value={shown(profile && number(profile.bestStreak))}
      />
    </dl>
  );
}

function Attempts() {
  const [filter, setFilter] = useState<Filter>('all');
  const { items, more } = usePages(filter, loadFiltered);
  return (
    <>
      <Segmented
        label={t('puzzles.filter')}
        value={filter}
        options={FILTERS.map((value) => ({ value, label: t(`puzzles.filter.${value}`) }))}
        onChange={(value) => setFilter(value)}
      />
      {items?.length === 0 && (
        <p>
          {t('puzzles.noAttempts')} <a href="/puzzles">{t('puzzles.training')}</a>
        </p>
      )}
      {items && items.length > 0 && (
        <ul class="attempts">
          {items.map((attempt) => (
            <AttemptRow key={`${attempt.puzzle} ${attempt.at}`} attempt={attempt} />
          ))}
        </ul>
      )}
      {more && <Button onClick={more}>{t('games.more')}</Button>}
    </>
  );
}

function AttemptRow({ attempt }: { attempt: PastAttempt }) {
  const { puzzle, exists, solved, rated, at, rating } = attempt;
  const content = (
    <>
      <span class={solved ? 'right' : 'wrong'}>
        <Icon of={solved ? Check : X} />
        <span class="spoken">{t(solved ? 'puzzles.solvedOne' : 'puzzles.failedOne')}</span>
      </span>
      <span class="attempt-text">
        <strong>#{puzzle}</strong>
        <time class="muted" dateTime={new Date(at).toISOString()}>
          {dateTime(at)}
        </time>
      </span>
      <span class="numeric attempt-rating">
        {rated ? number(rating, { useGrouping: false }) : t('puzzles.unratedShort')}
      </span>
    </>
  );
  return (
    <li>
      {exists ? (
        <a class="attempt" href={`/puzzles/${puzzle}`}>
          {content}
        </a>
      ) : (
        <span class="attempt">{content}</span>
      )}
    </li>
  );
}
