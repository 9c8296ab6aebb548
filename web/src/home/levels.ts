// The playing strengths of the engine.
import { signal } from '@preact/signals';
import { answer, api, type LevelInfo } from '../api/client';

/** The levels; empty until they are loaded. */
export const levels = signal<LevelInfo[]>([]);

/** Loads the levels. Without them only their ratings are missing. */
export async function loadLevels(): Promise<void> {
  if (levels.value.length > 0) return;
  levels.value = await answer(api.GET('/api/v1/levels')).catch(() => []);
}
