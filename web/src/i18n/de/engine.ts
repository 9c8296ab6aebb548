// The engine and its evaluation.
import type { engine as en } from '../en/engine';
import type { Message } from '../format';

export const engine: Readonly<Record<keyof typeof en, Message>> = {
  'engine.heading': 'Engine',
  'engine.evaluation': 'Bewertung',
  'engine.unknown': 'unbekannt',
  'engine.inBrowser': 'in deinem Browser',
  'engine.onServer': 'auf dem Server',
  'engine.thinking': 'Die Engine rechnet\u00a0…',
  'engine.depth': 'Tiefe {depth}',
  'engine.nodes': '{nodes} Knoten',
  'engine.lines': 'Engine-Varianten',
  'engine.chances': 'Weiß gewinnt {win}\u00a0%, Remis {draw}\u00a0%, Schwarz gewinnt {loss}\u00a0%',
  'engine.browserFailed':
    'Die Engine läuft in diesem Browser nicht. Stattdessen analysiert der Server.',
  'engine.serverFailed':
    'Der Server ist ausgelastet oder nicht erreichbar. Die Engine läuft stattdessen in deinem Browser.',
  'engine.failed': 'Die Engine konnte nicht gestartet werden. Lade die Seite neu.',
};
