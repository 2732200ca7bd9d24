import type { ReactNode, Ref } from 'react';

export interface ScrollBoxProps {
  label: string;
  className?: string | undefined;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A scroll container that can also be scrolled by keyboard. */
export function ScrollBox({ label, className, ref, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section ref={ref} className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
