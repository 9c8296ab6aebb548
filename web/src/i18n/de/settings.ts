// The settings dialog.
import type { settings as en } from '../en/settings';
import type { Message } from '../format';

export const settings: Readonly<Record<keyof typeof en, Message>> = {
  'settings.heading': 'Einstellungen',
  'settings.displayName': 'Anzeigename',
  'settings.displayNamePlaceholder': 'Anonym',
  'settings.language': 'Sprache',
  'settings.theme': 'Hintergrund',
  'settings.theme.system': 'System',
  'settings.theme.light': 'Hell',
  'settings.theme.dark': 'Dunkel',
  'settings.board': 'Brett',
  'settings.board.green': 'Grün',
  'settings.board.brown': 'Braun',
  'settings.board.blue': 'Blau',
  'settings.board.grey': 'Grau',
  'settings.pieces': 'Figurensatz',
  'settings.pieces.classic': 'Klassisch',
  'settings.pieces.outline': 'Umriss',
  'settings.pieces.solid': 'Gefüllt',
  'settings.coordinates': 'Brettkoordinaten',
  'settings.sound': 'Ton',
  'settings.notation': 'Zugnotation',
  'settings.notation.symbol': 'Figurensymbol',
  'settings.notation.letter': 'Buchstabe (K, Q, R, B, N)',
  'settings.animation': 'Figurenanimation',
  'settings.animation.none': 'Keine',
  'settings.animation.fast': 'Schnell',
  'settings.animation.normal': 'Normal',
  'settings.animation.slow': 'Langsam',
  'settings.engine': 'Analyse-Engine',
  'settings.engine.browser': 'Browser',
  'settings.engine.server': 'Server',
  'settings.engineHint':
    'Die Engine im Browser braucht keine Verbindung. Die Engine auf dem Server schont den Akku.',
};
