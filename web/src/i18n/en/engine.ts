// The engine and its evaluation.
export const engine = {
  'engine.heading': 'Engine',
  'engine.evaluation': 'Evaluation',
  'engine.unknown': 'unknown',
  'engine.inBrowser': 'in your browser',
  'engine.onServer': 'on the server',
  'engine.thinking': 'Engine is thinking…',
  'engine.depth': 'Depth {depth}',
  'engine.nodes': '{nodes} nodes',
  'engine.lines': 'Engine lines',
  'engine.chances': 'White wins {win}%, draw {draw}%, Black wins {loss}%',
  'engine.browserFailed': 'The engine does not run in this browser. The server analyses instead.',
  'engine.serverFailed':
    'The server is busy or cannot be reached. The engine runs in your browser instead.',
  'engine.failed': 'The engine could not be started. Reload the page to try again.',
} as const;
