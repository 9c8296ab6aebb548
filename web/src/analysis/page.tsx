import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Route, route } from '../app/router';
import { prepareEngine } from '../engine/browserEngine';
import { t } from '../i18n';
import { errorText } from '../i18n/errors';
import { engineKind } from '../settings/settings';
import { type AnalysisState, fromAddress } from './address';
import { AnalysisBoard, type ReviewStart } from './analysisBoard';
import { loadGame } from './loadGame';
import { engineOn } from './store';

type Opened =
  | { readonly state: AnalysisState; readonly review: ReviewStart }
  | { readonly problem: string };

/** Starts the engine beside the loading of the rules, so that the first line appears sooner. */
function prepare(): void {
  if (!engineOn.peek() || engineKind.peek() !== 'browser') return;
  const chess = route.peek().query.get('variant')?.startsWith('chess');
  // An engine that fails is reported by the first analysis.
  prepareEngine(chess ? 'chess' : 'selfcapture').catch(() => {});
}
prepare();

function open({ query }: Route): Opened {
  try {
    return { state: fromAddress(query, location.hash), review: 'none' };
  } catch (error) {
    return { problem: errorText(error) };
  }
}

/** Games and positions are analysed here. The address has the whole state. */
export function AnalysisPage() {
  const current = route.value;
  const game = current.query.get('game');
  const wantsReview = current.query.has('review');
  const opened = useMemo(() => (game ? undefined : open(current)), [current, game]);
  const [loaded, setLoaded] = useState<{ game: string; result: Opened }>();
  useEffect(() => {
    if (!game) return;
    let wanted = true;
    const show = (result: Opened) => wanted && setLoaded({ game, result });
    loadGame(game).then(
      (state) => show({ state, review: wantsReview ? 'start' : 'open' }),
      (error) => show({ problem: errorText(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [game, wantsReview]);
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
  return <AnalysisBoard initial={shown.state} review={shown.review} />;
}
