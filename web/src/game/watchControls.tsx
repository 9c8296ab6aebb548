import { Pause, Play } from 'lucide';
import { t } from '../i18n';
import { IconButton } from '../ui/button';
import type { GameStore } from './store';

/** The delay before each move in milliseconds. */
const PACES = [
  ['slow', 4_000],
  ['normal', 1_000],
  ['fast', 500],
  ['fastest', 0],
] as const;

/** Pause and pace of engines that play each other. */
export function WatchControls({ store }: { store: GameStore }) {
  const view = store.view.value;
  if (!view) return null;
  const nearest = PACES.find(([, delay]) => delay <= view.delay_ms) ?? PACES[3];
  return (
    <>
      <IconButton
        icon={view.paused ? Play : Pause}
        label={t(view.paused ? 'game.resume' : 'game.pause')}
        onClick={() => void store.act({ action: view.paused ? 'resume' : 'pause' })}
      />
      <select
        class="pace"
        aria-label={t('game.pace')}
        value={nearest[0]}
        onChange={(event) => {
          const chosen = PACES.find(([name]) => name === event.currentTarget.value);
          if (chosen) void store.act({ action: 'set_delay', delay_ms: chosen[1] });
        }}
      >
        {PACES.map(([name]) => (
          <option key={name} value={name}>
            {t(`game.pace.${name}`)}
          </option>
        ))}
      </select>
    </>
  );
}
