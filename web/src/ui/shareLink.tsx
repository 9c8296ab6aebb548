import { Share2 } from 'lucide';
import { t } from '../i18n';
import { Button } from './button';
import { CopyButton } from './copy';
import { hasShareSheet, share } from './share';

interface Props {
  /** What the link leads to. */
  title: string;
  url: string;
  /** The name of the button where links are copied. */
  copyLabel: string;
}

/** A button that opens the dialog of the system for sharing a link, or copies it where there is none. */
export function ShareLink({ title, url, copyLabel }: Props) {
  if (!hasShareSheet({ title, url })) return <CopyButton text={url} label={copyLabel} />;
  return (
    <Button icon={Share2} onClick={() => void share({ title, url })}>
      {t('ui.share')}
    </Button>
  );
}
