import { Eye, Microscope, Play, Users } from 'lucide';
import { useState } from 'preact/hooks';
import { navigate, route } from '../app/router';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { showError } from '../ui/showError';
import { DailyCard } from './dailyCard';
import { MateOrNot } from './mateOrNot';
import { type Choice, DEFAULT_CHOICE, startGame } from './newGame';
import { Options } from './options';
import { RunningGame } from './runningGame';
import './home.css';

/** The choice that the address asks for, as links from the editor do. */
function initialChoice(query: URLSearchParams): Choice {
  return {
    ...DEFAULT_CHOICE,
    variant: query.get('variant') === 'chess' ? 'chess' : 'selfcapture',
    fen: query.get('fen') ?? '',
  };
}

/** The home page: the rule on a board, and one click to a game. */
export function HomePage() {
  const [choice, setChoice] = useState(() => initialChoice(route.value.query));
  const [isChoosing, setChoosing] = useState(choice.fen !== '');
  const [busy, setBusy] = useState(false);
  const start = async (opponent: Choice['opponent']) => {
    setBusy(true);
    try {
      await startGame({ ...choice, opponent });
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  return (
    <div class="home">
      <h1 class="home-headline">
        {t('home.headline')} <span>{t('home.butNever')}</span>
      </h1>
      <MateOrNot />
      <section class="home-play panel">
        {!isChoosing && (
          <>
            <button
              type="button"
              class="button primary large"
              disabled={busy}
              onClick={() => start('engine')}
            >
              <Icon of={Play} />
              {t('home.play')}{' '}
              <span class="play-level">{t('home.playLevel', { level: choice.level })}</span>
            </button>
            <Button icon={Users} disabled={busy} onClick={() => start('link')}>
              {t('home.friend')}
            </Button>
            <div class="home-more">
              <Button icon={Eye} disabled={busy} onClick={() => start('watch')}>
                {t('home.watch')}
              </Button>
              <Button icon={Microscope} onClick={() => navigate('/analysis')}>
                {t('home.analyse')}
              </Button>
            </div>
          </>
        )}
        <details
          class="disclosure"
          open={isChoosing}
          onToggle={(event) => setChoosing(event.currentTarget.open)}
        >
          <summary>{t('home.options')}</summary>
          <Options
            choice={choice}
            busy={busy}
            onChange={(change) => setChoice((before) => ({ ...before, ...change }))}
            onStart={() => start(choice.opponent)}
          />
        </details>
        <RunningGame />
      </section>
      <section class="home-about">
        <DailyCard />
        <div class="home-rule">
          <p>{t('home.rule')}</p>
          <p>
            <a href="/learn">{t('home.learn')}</a>
          </p>
        </div>
        <figure>
          <blockquote>{t('home.quote')}</blockquote>
          <figcaption class="muted">{t('home.quoteSource')}</figcaption>
        </figure>
        <p class="muted">{t('home.otherName')}</p>
      </section>
    </div>
  );
}
