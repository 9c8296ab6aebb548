import { notice, spoken } from './toast';

/** The place of notices and the live region. */
export function Toasts() {
  return (
    <>
      <div class="spoken" aria-live="polite" role="status">
        {spoken.value}
      </div>
      <div class="notices" aria-live="assertive" role="alert">
        {notice.value && (
          <div class="notice" key={notice.value.number}>
            {notice.value.text}
          </div>
        )}
      </div>
    </>
  );
}
