import { useEffect, useRef, useState } from 'preact/hooks';
import { tokenNeeded } from './api/client';
import { AnalysisPage } from './pages/analysis';
import { EditorPage } from './pages/editor';
import { GamePage } from './pages/game';
import { GamesPage } from './pages/games';
import { HomePage } from './pages/home';
import { LearnPage } from './pages/learn';
import { LoginPage } from './pages/login';
import { StatisticsPage } from './pages/statistics';
import { followLinks, place } from './router';
import { theme, toggleTheme } from './theme';
import { notice, spoken } from './ui/announce';
import { soundOn, toggleSound } from './ui/sound';
import { loadLevels } from './ui/store';

const MENU: [string, string][] = [
  ['/', 'Play'],
  ['/analysis', 'Analyse'],
  ['/learn', 'Learn'],
  ['/games', 'Games'],
  ['/statistics', 'Statistics'],
];

function view(path: string) {
  const [, page = '', rest = ''] = path.split('/');
  switch (page) {
    case '':
      return <HomePage />;
    case 'game':
      return <GamePage key={rest} id={rest} />;
    case 'analysis':
      return <AnalysisPage key={place.value.query.toString()} />;
    case 'editor':
      return <EditorPage />;
    case 'learn':
      return <LearnPage />;
    case 'games':
      return <GamesPage />;
    case 'statistics':
      return <StatisticsPage />;
    default:
      return (
        <section class="text">
          <h1>There is nothing here</h1>
          <p>
            <a href="/">Play a game instead</a>
          </p>
        </section>
      );
  }
}

export function App() {
  const { path } = place.value;
  const [shown, setShown] = useState(theme());
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    void loadLevels();
    document.addEventListener('click', followLinks);
    return () => document.removeEventListener('click', followLinks);
  }, []);
  // Whoever comes to another view begins at its top
  useEffect(() => {
    if (!first.current) main.current?.focus();
    first.current = false;
  }, [path]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href="/">
          <img src="/icon.svg" alt="" width="32" height="32" />
          <span>Ouro</span>
        </a>
        <nav aria-label="Main">
          {MENU.map(([address, name]) => (
            <a key={address} href={address} aria-current={path === address ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <div class="switches">
          <button
            type="button"
            class="icon"
            aria-pressed={soundOn.value}
            aria-label="Sound"
            title={soundOn.value ? 'Sound is on' : 'Sound is off'}
            onClick={toggleSound}
          >
            {soundOn.value ? '♪' : '♪̸'}
          </button>
          <button
            type="button"
            class="icon"
            aria-label={shown === 'dark' ? 'Use light colours' : 'Use dark colours'}
            title={shown === 'dark' ? 'Light' : 'Dark'}
            onClick={() => setShown(toggleTheme())}
          >
            {shown === 'dark' ? '☀' : '☾'}
          </button>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {tokenNeeded.value ? <LoginPage /> : view(path)}
      </main>
      <div class="spoken" aria-live="polite" role="status">
        {spoken.value}
      </div>
      <div class="notices" aria-live="assertive" role="alert">
        {notice.value && (
          <div class="notice" key={notice.value.number}>
            {notice.value.text}
          </div>
        )}
      </div>
    </>
  );
}
