import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Route, route } from '../app/router';
import { t } from '../i18n';
import { errorText } from '../i18n/errors';
import { type AnalysisState, fromAddress } from './address';
import { AnalysisBoard } from './analysisBoard';
import { loadGame } from './loadGame';

type Opened =
  | { readonly state: AnalysisState; readonly review: boolean }
  | { readonly problem: string };

function open({ query }: Route): Opened {
  try {
    return { state: fromAddress(query, location.hash), review: false };
  } catch (error) {
    return { problem: errorText(error) };
  }
}

/** Games and positions are analysed here. The address has the whole state. */
export function AnalysisPage() {
  const current = route.value;
  const game = current.query.get('game');
  const opened = useMemo(() => (game ? undefined : open(current)), [current, game]);
  const [loaded, setLoaded] = useState<{ game: string; result: Opened }>();
  useEffect(() => {
    if (!game) return;
    let wanted = true;
    const show = (result: Opened) => wanted && setLoaded({ game, result });
    loadGame(game).then(
      (state) => show({ state, review: true }),
      (error) => show({ problem: errorText(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [game]);
  const shown = opened ?? (loaded?.game === game ? loaded?.result : undefined);
  if (!shown) return <div class="analysis" aria-busy="true" />;
  if ('problem' in shown) {
    return (
      <section class="page narrow" role="alert">
        <h1>{t('analysis.failed')}</h1>
        <p>{shown.problem}</p>
        <p>
          <a class="button" href="/analysis">
            {t('analysis.startOver')}
          </a>
        </p>
      </section>
    );
  }
  return <AnalysisBoard initial={shown.state} startWithReview={shown.review} />;
}
