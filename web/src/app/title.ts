// The title of the document: that of the route, unless the page has a better one.
import { computed, effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { titleKey } from './pages';
import { route } from './router';

const pageTitle = signal<string | undefined>(undefined);

const title = computed(() => {
  const own = pageTitle.value;
  if (own) return `${own} • Ouro`;
  const key = titleKey(route.value.path);
  return key === 'title.home' ? t(key) : `${t(key)} • Ouro`;
});

/** Keeps the title of the document up to date. */
export function followTitle(): void {
  effect(() => {
    document.title = title.value;
  });
}

/** Gives the page a title of its own while it is shown, such as "Your turn". */
export function useTitle(text: string | undefined): void {
  useEffect(() => {
    pageTitle.value = text;
    return () => {
      pageTitle.value = undefined;
    };
  }, [text]);
}
