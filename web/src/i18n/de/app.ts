// The frame of the app: titles, menu, failures.
import type { app as en } from '../en/app';
import type { Message } from '../format';

export const app: Readonly<Record<keyof typeof en, Message>> = {
  'title.home': 'Ouro • Schach, bei dem du eigene Figuren schlagen darfst',
  'title.game': 'Partie',
  'title.analysis': 'Analysebrett',
  'title.editor': 'Stellungseditor',
  'title.learn': 'Selbstschlag-Schach lernen',
  'title.puzzles': 'Taktikaufgaben',
  'title.puzzleThemes': 'Aufgabenthemen',
  'title.puzzleHistory': 'Aufgabenverlauf',
  'title.mateOrNot': 'Matt oder nicht?',
  'title.games': 'Deine Partien',
  'title.statistics': 'Statistik der Selbstschläge',
  'title.login': 'Anmelden',
  'title.notFound': 'Seite nicht gefunden',
  'nav.label': 'Hauptmenü',
  'nav.menu': 'Menü',
  'nav.play': 'Spielen',
  'nav.puzzles': 'Aufgaben',
  'nav.analysis': 'Analyse',
  'nav.editor': 'Editor',
  'nav.learn': 'Lernen',
  'nav.games': 'Partien',
  'nav.statistics': 'Statistik',
  'app.skip': 'Zum Inhalt springen',
  'notFound.heading': 'Seite nicht gefunden',
  'notFound.home': 'Zurück zur Startseite',
  'failed.heading': 'Diese Seite konnte nicht geladen werden',
  'failed.reload': 'Erneut versuchen',
};
