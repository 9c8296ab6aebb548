// The engine and its evaluation.
import type { engine as en } from '../en/engine';
import type { Message } from '../format';

export const engine: Readonly<Record<keyof typeof en, Message>> = {
  'engine.heading': 'Motor',
  'engine.evaluation': 'Evaluación',
  'engine.unknown': 'desconocida',
  'engine.inBrowser': 'en tu navegador',
  'engine.onServer': 'en el servidor',
  'engine.thinking': 'El motor está pensando…',
  'engine.depth': 'Profundidad {depth}',
  'engine.nodes': '{nodes} nodos',
  'engine.lines': 'Líneas del motor',
  'engine.chances':
    'Ganan las blancas {win}\u00a0%, tablas {draw}\u00a0%, ganan las negras {loss}\u00a0%',
  'engine.browserFailed': 'El motor no funciona en este navegador. Analiza el servidor.',
  'engine.serverFailed':
    'El servidor está ocupado o no responde. El motor funciona ahora en tu navegador.',
  'engine.failed': 'No se pudo iniciar el motor. Recarga la página para intentarlo de nuevo.',
};
