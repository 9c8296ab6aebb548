import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GameView } from '../api/client';
import { t } from '../i18n';
import type { Color } from '../rules';

/** Below this, tenths of a second are shown. In milliseconds. */
const URGENT = 10_000;
const TICK = 100;

type Clocks = NonNullable<GameView['clock']>;

/** Returns the remaining time of a side, some milliseconds after the server has sent the clocks. */
export function remaining(clock: Clocks, color: Color, elapsed: number): number {
  const sent = color === 'white' ? clock.white_ms : clock.black_ms;
  return Math.max(0, sent - (clock.running === color ? elapsed : 0));
}

/** Returns a time as `5:00`, `1:02:03` or, if it is short, `0:09.8`. */
export function clockText(milliseconds: number): string {
  const tenths = Math.floor(Math.max(0, milliseconds) / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  const fraction = milliseconds < URGENT ? `.${tenths % 10}` : '';
  return `${minutes}:${two(seconds % 60)}${fraction}`;
}

interface Props {
  clock: Clocks;
  color: Color;
  isOver: boolean;
}

/** The clock of a side. Only its text changes as time passes. */
export function Clock({ clock, color, isOver }: Props) {
  const text = useSignal(clockText(remaining(clock, color, 0)));
  const isRunning = clock.running === color && !isOver;
  useEffect(() => {
    const received = performance.now();
    const update = () => {
      text.value = clockText(remaining(clock, color, performance.now() - received));
    };
    update();
    if (!isRunning) return;
    const timer = setInterval(update, TICK);
    return () => clearInterval(timer);
  }, [clock, color, isRunning, text]);
  const isUrgent = remaining(clock, color, 0) < 30_000;
  return (
    <span
      class={`clock${isRunning ? ' running' : ''}${isUrgent ? ' urgent' : ''}`}
      role="timer"
      aria-label={t(`game.clock.${color}`)}
    >
      {text}
    </span>
  );
}
