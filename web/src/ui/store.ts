// What is the same everywhere in the page.
import { signal } from '@preact/signals';
import { answer, api, type LevelInfo } from '../api/client';

export const levels = signal<LevelInfo[]>([]);

/** Asks for the levels once; without them the page still works. */
export async function loadLevels(): Promise<void> {
  if (levels.value.length > 0) return;
  levels.value = await answer(api.GET('/api/v1/levels')).catch(() => []);
}
