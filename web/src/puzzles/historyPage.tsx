import { Check, Download, RotateCcw, X } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { dateTime, number, percent, t } from '../i18n';
import { errorText } from '../i18n/errors';
import { Button } from '../ui/button';
import { Segmented } from '../ui/choice';
import { Figure } from '../ui/figure';
import { Icon } from '../ui/icon';
import { showError } from '../ui/showError';
import { RatingGraph } from './ratingGraph';
import { EXPORT_PATH, loadAttempts, loadProfile, type PastAttempt, type Profile } from './service';
import './historyPage.css';

const FILTERS = ['all', 'failed'] as const;
type Filter = (typeof FILTERS)[number];

/** The solver's rating over time, and all attempts. */
export function HistoryPage() {
  const [profile, setProfile] = useState<Profile>();
  const [problem, setProblem] = useState<unknown>();
  const load = () => {
    setProblem(undefined);
    loadProfile().then(setProfile, setProblem);
  };
  useEffect(load, []);
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
      {problem !== undefined && (
        <div role="alert">
          <p>{errorText(problem)}</p>
          <Button onClick={load}>{t('failed.reload')}</Button>
        </div>
      )}
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

interface Loaded {
  attempts: readonly PastAttempt[];
  next: string | undefined;
}

function Attempts() {
  const [filter, setFilter] = useState<Filter>('all');
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let current = true;
    loadAttempts(filter === 'failed').then(
      (page) => current && setLoaded(page),
      (error) => current && showError(error),
    );
    return () => {
      current = false;
    };
  }, [filter]);
  const more = async (after: string) => {
    try {
      const page = await loadAttempts(filter === 'failed', after);
      setLoaded((before) => ({
        ...page,
        attempts: [...(before?.attempts ?? []), ...page.attempts],
      }));
    } catch (error) {
      showError(error);
    }
  };
  const next = loaded?.next;
  return (
    <>
      <Segmented
        label={t('puzzles.filter')}
        value={filter}
        options={FILTERS.map((value) => ({ value, label: t(`puzzles.filter.${value}`) }))}
        onChange={(value) => setFilter(value)}
      />
      {loaded?.attempts.length === 0 && (
        <p>
          {t('puzzles.noAttempts')} <a href="/puzzles">{t('puzzles.training')}</a>
        </p>
      )}
      {loaded && loaded.attempts.length > 0 && (
        <ul class="attempts">
          {loaded.attempts.map((attempt) => (
            <AttemptRow key={`${attempt.puzzle} ${attempt.at}`} attempt={attempt} />
          ))}
        </ul>
      )}
      {next && <Button onClick={() => void more(next)}>{t('games.more')}</Button>}
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
