// The settings dialog.
import type { settings as en } from '../en/settings';
import type { Message } from '../format';

export const settings: Readonly<Record<keyof typeof en, Message>> = {
  'settings.heading': 'Ajustes',
  'settings.displayName': 'Nombre visible',
  'settings.displayNamePlaceholder': 'Anónimo',
  'settings.language': 'Idioma',
  'settings.theme': 'Fondo',
  'settings.theme.system': 'Sistema',
  'settings.theme.light': 'Claro',
  'settings.theme.dark': 'Oscuro',
  'settings.board': 'Tablero',
  'settings.board.green': 'Verde',
  'settings.board.brown': 'Marrón',
  'settings.board.blue': 'Azul',
  'settings.board.grey': 'Gris',
  'settings.pieces': 'Juego de piezas',
  'settings.pieces.classic': 'Clásico',
  'settings.pieces.outline': 'Contorno',
  'settings.pieces.solid': 'Sólido',
  'settings.coordinates': 'Coordenadas del tablero',
  'settings.sound': 'Sonido',
  'settings.notation': 'Notación de las jugadas',
  'settings.notation.symbol': 'Símbolo de la pieza',
  'settings.notation.letter': 'Letra (K, Q, R, B, N)',
  'settings.animation': 'Animación de las piezas',
  'settings.animation.none': 'Ninguna',
  'settings.animation.fast': 'Rápida',
  'settings.animation.normal': 'Normal',
  'settings.animation.slow': 'Lenta',
  'settings.engine': 'Motor de análisis',
  'settings.engine.browser': 'Navegador',
  'settings.engine.server': 'Servidor',
  'settings.engineHint':
    'El motor del navegador no necesita conexión. El del servidor gasta menos batería.',
};
