// Sharing: with the dialog of the system where there is one, otherwise by the clipboard.
import { t } from '../i18n';
import { copyText } from './copy';
import { toast } from './toast';

interface Shared {
  title: string;
  /** What is shared besides the link. */
  text?: string;
  url: string;
}

/** Whether the system has a dialog for sharing. Desktops have one, too, but copying is faster there. */
export function hasShareSheet(shared: Shared): boolean {
  return matchMedia('(pointer: coarse)').matches && navigator.canShare?.(shared) === true;
}

/** Shares a link, and a text if there is one. */
export async function share(shared: Shared): Promise<void> {
  if (hasShareSheet(shared)) {
    try {
      await navigator.share(shared);
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  const copied = [shared.text, shared.url].filter(Boolean).join('\n');
  if (await copyText(copied)) toast(t('ui.copied'));
}
