import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

export interface UnreadProps {
  query: { data: unknown; error: Error | null; refetch(): unknown };
  /** Lines of the skeleton: about as many as the content will have. */
  lines: number;
}

/** Shown until data has been read: a skeleton, or why it could not be read. Nothing once there is data. */
export function Unread({ query: { data, error, refetch }, lines }: UnreadProps) {
  if (data !== undefined) return null;
  return error === null ? (
    <Skeleton lines={lines} />
  ) : (
    <ErrorState error={error} onRetry={() => void refetch()} />
  );
}
