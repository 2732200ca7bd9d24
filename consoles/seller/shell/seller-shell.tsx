import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { dataOf } from '../../shared/api/client.ts';
import { isProblemCode } from '../../shared/api/problem.ts';
import { useApi } from '../../shared/session/session-context.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { keys } from '../data/keys.ts';
import { OrdersProvider } from '../data/orders-context.tsx';
import { ShopProvider, type ShopView } from '../data/shop-context.tsx';
import { Closed } from './closed.tsx';
import { sellerRouter } from './seller-router.tsx';

/** Milliseconds between two looks whether an application was decided. */
const LOOK_AGAIN = 30_000;

/** The console of those who are signed in: for a shop that was approved. Each screen asks for its own permission. */
export function SellerShell() {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: keys.seller,
    queryFn: async (): Promise<ShopView> => {
      const [seller, rights] = await Promise.all([
        unlessNone(dataOf(api.GET('/seller'))),
        unlessNone(dataOf(api.GET('/seller/me'))),
      ]);
      return seller === null || rights === null ? { seller, rights: null } : { seller, rights };
    },
    refetchInterval: ({ state }) => (state.data?.seller?.status === 'APPLIED' ? LOOK_AGAIN : false),
  });
  const [router] = useState(sellerRouter);
  if (data === undefined) {
    return (
      <main>
        {error === null ? (
          <Skeleton lines={12} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </main>
    );
  }
  const { seller, rights } = data;
  if (rights === null || seller.status === 'APPLIED') return <Closed view={data} />;
  return (
    <ShopProvider value={data}>
      <OrdersProvider sellerId={seller.id} mayRead={rights.permissions.includes('ORDERS')}>
        <RouterProvider router={router} />
      </OrdersProvider>
    </ShopProvider>
  );
}

/** Null for an account without a shop. */
async function unlessNone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (refusal) {
    if (isProblemCode(refusal, 'seller.NO_SELLER')) return null;
    throw refusal;
  }
}
