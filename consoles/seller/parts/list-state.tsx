import type { ReactNode } from 'react';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

export interface ListStateProps<T> {
  list: { rows: readonly T[] | undefined; error: unknown; again(): void };
  /** Shown in place of an empty list. */
  none: ReactNode;
  children(rows: readonly T[]): ReactNode;
}

/** A list while loading, on an error, when empty, or with its rows. */
export function ListState<T>({ list: { rows, error, again }, none, children }: ListStateProps<T>) {
  if (rows === undefined)
    return error === null ? <Skeleton lines={6} /> : <ErrorState error={error} onRetry={again} />;
  return rows.length === 0 ? none : children(rows);
}
