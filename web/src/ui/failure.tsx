import { t } from '../i18n';
import { errorText } from '../i18n/errors';
import { Button } from './button';

interface Props {
  error: unknown;
  onRetry(): void;
}

/** What went wrong, and a button that tries again. */
export function Failure({ error, onRetry }: Props) {
  return (
    <div class="failure" role="alert">
      <p>{errorText(error)}</p>
      <Button onClick={onRetry}>{t('failed.reload')}</Button>
    </div>
  );
}
