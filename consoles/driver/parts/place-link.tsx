import type { MouseEvent, ReactNode } from 'react';
import { go, type Place, pathOf } from './paths.ts';

export interface PlaceLinkProps {
  to: Place;
  children: ReactNode;
  className?: string | undefined;
  current?: boolean;
  label?: string;
}

/** A link within the app; a plain link when it is opened outside of it. */
export function PlaceLink({ to, children, className, current, label }: PlaceLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a
      href={pathOf(to)}
      onClick={follow}
      className={className}
      {...(current === true ? { 'aria-current': 'page' as const } : {})}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </a>
  );
}
