// Which lessons are completed, stored in this browser.
import { persisted } from '../settings/persisted';
import { LESSONS, type Lesson } from './lessons';

const stored = persisted('lessons', '', (text) => text);

/** Returns the ids of the completed lessons. */
export function completedLessons(): readonly Lesson['id'][] {
  const ids = stored.value.split(' ');
  return LESSONS.map(({ id }) => id).filter((id) => ids.includes(id));
}

export function completeLesson(id: Lesson['id']): void {
  const ids = completedLessons();
  if (!ids.includes(id)) stored.value = [...ids, id].join(' ');
}
