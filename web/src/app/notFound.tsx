import { t } from '../i18n';

/** The page of an address that does not exist. */
export function NotFoundPage() {
  return (
    <section class="page narrow">
      <h1>{t('notFound.heading')}</h1>
      <p>
        <a href="/">{t('notFound.home')}</a>
      </p>
    </section>
  );
}
