/** Wasl's logo: a line that arrives at its point. Drawn inline, so that it follows the theme; not mirrored. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--color-brand)" />
      <path
        d="M7 19.5c2.6 0 3.9-7 6.5-7s2.4 7 5 7 2.6-3.4 4-5"
        fill="none"
        stroke="var(--color-surface)"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <circle cx="24.2" cy="11.4" r="2.5" fill="var(--color-surface)" />
    </svg>
  );
}
