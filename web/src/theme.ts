// Light or dark: what the reader has chosen, or what the system prefers. Loaded before anything is drawn.
export type Theme = 'light' | 'dark';

const KEY = 'ouro.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

export function theme(): Theme {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return dark.matches ? 'dark' : 'light';
}

function show(): void {
  document.documentElement.dataset.theme = theme();
}

export function toggleTheme(): Theme {
  localStorage.setItem(KEY, theme() === 'dark' ? 'light' : 'dark');
  show();
  return theme();
}

dark.addEventListener('change', show);
show();
