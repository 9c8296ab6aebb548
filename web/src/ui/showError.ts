import { errorText } from '../i18n/errors';
import { toast } from './toast';

/** Shows what went wrong. A missing token is not shown: the login page takes over. */
export function showError(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'unauthorized') toast(errorText(error));
}
