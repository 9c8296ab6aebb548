/** The logo: a ring that bites its own tail. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg class="logo" width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <path
        d="M32 7a25 25 0 1 1-20.5 10.7"
        fill="none"
        stroke="currentColor"
        stroke-width="9"
        stroke-linecap="round"
      />
      <path
        d="M8 22 12 7l13 8z"
        fill="currentColor"
        stroke="currentColor"
        stroke-width="3"
        stroke-linejoin="round"
      />
      <circle cx="15.5" cy="13.5" r="2" fill="var(--surface)" />
      <path
        d="M24 46h16c0-4-3-5-3.5-10h2v-3h-3a5.5 5.5 0 1 0-7 0h-3v3h2C27 41 24 42 24 46z"
        fill="currentColor"
      />
    </svg>
  );
}
