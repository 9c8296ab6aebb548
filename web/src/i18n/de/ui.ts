// Controls.
import type { ui as en } from '../en/ui';
import type { Message } from '../format';

export const ui: Readonly<Record<keyof typeof en, Message>> = {
  'ui.close': 'Schließen',
  'ui.cancel': 'Abbrechen',
  'ui.copied': 'Kopiert',
  'ui.share': 'Teilen',
};
