import { Check } from 'lucide';
import { t } from '../i18n';
import { Icon } from '../ui/icon';
import { LessonView } from './lesson';
import { LESSONS } from './lessons';
import { completedLessons } from './progress';
import './learn.css';

/** The rules of self-capture chess in lessons. `id` is the lesson; the first one if there is no such lesson. */
export function LearnPage({ id }: { id: string }) {
  const at = Math.max(
    0,
    LESSONS.findIndex((lesson) => lesson.id === id),
  );
  const lesson = LESSONS[at];
  const completed = completedLessons();
  return (
    <div class="learn">
      <div class="learn-head">
        <h1>{t('learn.heading')}</h1>
        <p class="muted numeric">
          {t('learn.progress', { done: completed.length, count: LESSONS.length })}
        </p>
      </div>
      <nav class="lesson-list" aria-label={t('learn.lessons')}>
        <ol>
          {LESSONS.map((entry, i) => (
            <li key={entry.id}>
              <a href={`/learn/${entry.id}`} aria-current={i === at ? 'step' : undefined}>
                <span class="lesson-number numeric">
                  {completed.includes(entry.id) ? <Icon of={Check} size={16} /> : i + 1}
                </span>
                <span class="lesson-title">{t(`learn.${entry.id}.title`)}</span>
                {completed.includes(entry.id) && <span class="spoken">{t('learn.completed')}</span>}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {lesson && <LessonView key={lesson.id} lesson={lesson} next={LESSONS[at + 1]} />}
    </div>
  );
}
