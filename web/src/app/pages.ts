// The pages and their addresses. Each page is a chunk of its own.
import type { ComponentType } from 'preact';
import { loadPart, type MessageKey } from '../i18n';

/** A page gets the part of the path after its name, such as the id of a game. */
export type PageComponent = ComponentType<{ id: string }>;

interface Page {
  title: MessageKey;
  load(): Promise<PageComponent>;
}

async function withPuzzleTexts(page: Promise<PageComponent>): Promise<PageComponent> {
  const [component] = await Promise.all([page, loadPart('puzzles')]);
  return component;
}

const PAGES: Record<string, Page> = {
  '': { title: 'title.home', load: () => import('../home/page').then((m) => m.HomePage) },
  game: { title: 'title.game', load: () => import('../game/gamePage').then((m) => m.GamePage) },
  analysis: {
    title: 'title.analysis',
    load: () => import('../analysis/page').then((m) => m.AnalysisPage),
  },
  editor: {
    title: 'title.editor',
    load: () => import('../editor/page').then((m) => m.EditorPage),
  },
  learn: { title: 'title.learn', load: () => import('../learn/page').then((m) => m.LearnPage) },
  puzzles: {
    title: 'title.puzzles',
    load: () => withPuzzleTexts(import('../puzzles/page').then((m) => m.PuzzlePage)),
  },
  'puzzles/themes': {
    title: 'title.puzzleThemes',
    load: () => withPuzzleTexts(import('../puzzles/themesPage').then((m) => m.ThemesPage)),
  },
  'puzzles/history': {
    title: 'title.puzzleHistory',
    load: () => withPuzzleTexts(import('../puzzles/historyPage').then((m) => m.HistoryPage)),
  },
  'puzzles/mate-or-not': {
    title: 'title.mateOrNot',
    load: () => withPuzzleTexts(import('../puzzles/mateOrNotPage').then((m) => m.MateOrNotPage)),
  },
  games: { title: 'title.games', load: () => import('../games/page').then((m) => m.GamesPage) },
  login: { title: 'title.login', load: () => import('../login/page').then((m) => m.LoginPage) },
  statistics: {
    title: 'title.statistics',
    load: () => import('../statistics/page').then((m) => m.StatisticsPage),
  },
};

const NOT_FOUND: Page = {
  title: 'title.notFound',
  load: () => import('./notFound').then((m) => m.NotFoundPage),
};

const parts = (path: string): string[] => path.split('/').slice(1);

/** Returns the page of a path, and the rest of the path. */
export function pageOf(path: string): { name: string; page: Page; id: string } {
  const [first = '', second = ''] = parts(path);
  for (const [name, id] of [
    [`${first}/${second}`, ''],
    [first, second],
  ] as const) {
    const page = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
    if (page) return { name, page, id };
  }
  return { name: 'notFound', page: NOT_FOUND, id: '' };
}

/** Returns the title of the page of a path. */
export function titleKey(path: string): MessageKey {
  return pageOf(path).page.title;
}
