// Controls.
import type { ui as en } from '../en/ui';
import type { Message } from '../format';

export const ui: Readonly<Record<keyof typeof en, Message>> = {
  'ui.close': 'Cerrar',
  'ui.cancel': 'Cancelar',
  'ui.copied': 'Copiado',
  'ui.share': 'Compartir',
};
