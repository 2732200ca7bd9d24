import type { ReactNode } from 'react';

/** A part that scrolls by itself, with keys too. */
export function ScrollBox({
  label,
  className,
  children,
}: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
