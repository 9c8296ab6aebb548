import { useState } from 'preact/hooks';
import { speak, tell } from './announce';

/** Copies a text, and says so. */
export function Copy({ text, name }: { text: string; name: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      speak('Copied');
      setTimeout(() => setDone(false), 2_000);
    } catch {
      // Without a secure connection browsers do not allow it.
      tell(text);
    }
  };
  return (
    <button type="button" class="link" onClick={copy}>
      {done ? 'Copied' : name}
    </button>
  );
}
