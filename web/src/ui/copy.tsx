import { Check, Copy as CopyIcon } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { Icon } from './icon';
import { speak, toast } from './toast';

const CONFIRMED_FOR_MS = 2_000;

/** Copies a text. Returns whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers allow it only on secure connections: show the text, so that it can be copied by hand.
    toast(text);
    return false;
  }
}

/** A button that copies a text and confirms it in place. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(true);
    speak(t('ui.copied'));
  };
  return (
    <button type="button" class="button" onClick={copy}>
      <Icon of={copied ? Check : CopyIcon} />
      {copied ? t('ui.copied') : label}
    </button>
  );
}
