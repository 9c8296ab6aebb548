import { Menu as MenuIcon, Settings as SettingsIcon, X } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { type MessageKey, t } from '../i18n';
import { SettingsDialog } from '../settings/dialog';
import { IconButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { Logo } from './logo';
import './header.css';

const MENU: readonly (readonly [url: string, label: MessageKey])[] = [
  ['/', 'nav.play'],
  ['/puzzles', 'nav.puzzles'],
  ['/analysis', 'nav.analysis'],
  ['/editor', 'nav.editor'],
  ['/learn', 'nav.learn'],
  ['/games', 'nav.games'],
  ['/statistics', 'nav.statistics'],
];

const isCurrent = (url: string, path: string): boolean =>
  path === url || (url !== '/' && path.startsWith(`${url}/`));

/** The header of every page: the menu, which is behind a button on phones, and the settings. */
export function Header({ path }: { path: string }) {
  const [menuOpen, setMenuOpen] = useState(false);
  const [settingsOpen, setSettingsOpen] = useState(false);
  useEffect(() => setMenuOpen(false), [path]);
  return (
    <header class="header">
      <div class="header-row">
        <div class="menu-button">
          <button
            type="button"
            class="icon-button"
            aria-expanded={menuOpen}
            aria-controls="menu"
            aria-label={t('nav.menu')}
            onClick={() => setMenuOpen(!menuOpen)}
          >
            <Icon of={menuOpen ? X : MenuIcon} />
          </button>
        </div>
        <a class="brand" href="/">
          <Logo />
          <span>Ouro</span>
        </a>
        <nav id="menu" class={menuOpen ? 'open' : ''} aria-label={t('nav.label')}>
          {MENU.map(([url, label]) => (
            <a key={url} href={url} aria-current={isCurrent(url, path) ? 'page' : undefined}>
              {t(label)}
            </a>
          ))}
        </nav>
        <div class="header-actions">
          <IconButton
            icon={SettingsIcon}
            label={t('settings.heading')}
            onClick={() => setSettingsOpen(true)}
          />
        </div>
      </div>
      {settingsOpen && <SettingsDialog onClose={() => setSettingsOpen(false)} />}
    </header>
  );
}
