import { useEffect, useRef, useState } from 'preact/hooks';
import { tokenNeeded } from '../api/client';
import { t } from '../i18n';
import { rulesReady } from '../rules';
import { Toasts } from '../ui/toasts';
import { Header } from './header';
import { type PageComponent, pageOf } from './pages';
import { followLinks, route } from './router';

/** Shows a page as soon as its chunk and the rules are loaded. */
function LazyPage({ path }: { path: string }) {
  const { name, page, id } = pageOf(path);
  const [loaded, setLoaded] = useState<{ name: string; component: PageComponent }>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let current = true;
    Promise.all([page.load(), rulesReady]).then(
      ([component]) => current && setLoaded({ name, component }),
      (error: unknown) =>
        current && setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      current = false;
    };
  }, [name, page]);
  if (problem) return <FailedPage problem={problem} />;
  if (loaded?.name !== name) return null;
  const Page = loaded.component;
  return <Page key={id} id={id} />;
}

function FailedPage({ problem }: { problem: string }) {
  return (
    <section class="page narrow" role="alert">
      <h1>{t('failed.heading')}</h1>
      <p>{problem}</p>
      <p>
        <button type="button" class="button primary" onClick={() => location.reload()}>
          {t('failed.reload')}
        </button>
      </p>
    </section>
  );
}

/** The frame of all pages: header, page, notices. */
export function App() {
  const { path } = route.value;
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    document.addEventListener('click', followLinks);
    return () => document.removeEventListener('click', followLinks);
  }, []);
  // Keyboards and screen readers start at the top of a new page.
  useEffect(() => {
    if (!first.current) main.current?.focus();
    first.current = false;
  }, [path]);
  return (
    <>
      <a class="skip" href="#main">
        {t('app.skip')}
      </a>
      <Header path={path} />
      <main id="main" ref={main} tabIndex={-1} data-page={pageOf(path).name}>
        <LazyPage path={tokenNeeded.value ? '/login' : path} />
      </main>
      <Toasts />
    </>
  );
}
