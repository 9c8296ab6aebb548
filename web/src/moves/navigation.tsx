import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, RefreshCw } from 'lucide';
import { t } from '../i18n';
import { IconButton } from '../ui/button';
import type { MoveKeys } from './useMoveKeys';
import './moves.css';

interface Props extends MoveKeys {
  canBack: boolean;
  canForward: boolean;
}

/** Buttons that walk through moves. */
export function MoveNavigation(props: Props) {
  const { start, back, forward, end, flip, canBack, canForward } = props;
  return (
    <div class="move-navigation" role="group" aria-label={t('moves.navigation')}>
      <IconButton
        class="to-end"
        icon={ChevronFirst}
        label={t('moves.start')}
        disabled={!canBack}
        onClick={start}
      />
      <IconButton icon={ChevronLeft} label={t('moves.back')} disabled={!canBack} onClick={back} />
      <IconButton
        icon={ChevronRight}
        label={t('moves.forward')}
        disabled={!canForward}
        onClick={forward}
      />
      <IconButton
        class="to-end"
        icon={ChevronLast}
        label={t('moves.end')}
        disabled={!canForward}
        onClick={end}
      />
      {flip && <IconButton class="flip" icon={RefreshCw} label={t('moves.flip')} onClick={flip} />}
    </div>
  );
}
