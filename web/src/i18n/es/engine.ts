// The engine and its evaluation.
import type { engine as en } from '../en/engine';
import type { Message } from '../format';

export const engine: Readonly<Record<keyof typeof en, Message>> = {
  'engine.heading': 'Módulo',
  'engine.evaluation': 'Evaluación',
  'engine.unknown': 'desconocida',
  'engine.inBrowser': 'en tu navegador',
  'engine.onServer': 'en el servidor',
  'engine.thinking': 'El módulo está pensando…',
  'engine.depth': 'Profundidad {depth}',
  'engine.nodes': '{nodes} nodos',
  'engine.lines': 'Líneas del módulo',
  'engine.chances': 'Ganan blancas {win} %, tablas {draw} %, ganan negras {loss} %',
  'engine.browserFailed':
    'El módulo no funciona en este navegador. El servidor analiza en su lugar.',
  'engine.serverFailed':
    'El servidor está ocupado o no responde. El módulo funciona en tu navegador en su lugar.',
  'engine.failed': 'No se pudo iniciar el módulo. Recarga la página para intentarlo de nuevo.',
};
