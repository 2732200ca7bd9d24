import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../shared/api/client.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { keys } from '../../data/keys.ts';
import { ToOrderTable } from '../figures/offer-tables.tsx';

/** Sales of so many days say what runs out. */
const DAYS = 30;

/** What to order next, by what was sold in 30 days. */
export function OrderNextPage() {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: keys.trends(DAYS),
    queryFn: () => dataOf(api.GET('/seller/trends', { params: { query: { days: DAYS } } })),
  });
  if (data !== undefined) return <ToOrderTable offers={data.toOrder} />;
  return error === null ? (
    <Skeleton lines={10} />
  ) : (
    <ErrorState error={error} onRetry={() => void refetch()} />
  );
}
