import { ArrowRight, Check, RotateCcw } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { Board } from '../board/board';
import { t } from '../i18n';
import { selfCaptureText } from '../i18n/rules';
import { type Move, Position } from '../rules';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { ESCAPES } from './positions';

/** A board that teaches the rule: what is checkmate in chess has a way out here. */
export function MateOrNot() {
  const [at, setAt] = useState(0);
  const [played, setPlayed] = useState<Move>();
  const start = useMemo(
    () => Position.fromFen(ESCAPES[at] ?? '', { variant: 'selfcapture' }),
    [at],
  );
  const position = useMemo(() => (played ? start.play(played) : start), [start, played]);
  const last = at === ESCAPES.length - 1;
  const show = (next: number) => {
    setPlayed(undefined);
    setAt(next);
  };
  return (
    <section class="mate-or-not" aria-label={t('home.mateOrNot')}>
      <Board
        label={t('home.board')}
        position={position}
        lastMove={played}
        orientation="white"
        movable={played ? undefined : 'white'}
        onMove={setPlayed}
      />
      <div class="mate-or-not-note" aria-live="polite">
        {!played && (
          <p>
            <strong>{t('home.mateOrNot')}</strong> {t('home.task')}
          </p>
        )}
        {played && (
          <>
            <p class="solved">
              <Icon of={Check} /> {last ? t('home.done') : selfCaptureText(played)}
            </p>
            {last ? (
              <Button icon={RotateCcw} kind="quiet" onClick={() => show(0)}>
                {t('home.again')}
              </Button>
            ) : (
              <Button icon={ArrowRight} onClick={() => show(at + 1)}>
                {t('home.next')}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}
