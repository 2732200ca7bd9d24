import { createBrowserRouter, Navigate } from 'react-router';
import { OrdersScreen } from '../screens/orders/orders-screen.tsx';
import { Layout } from './layout.tsx';
import { Opening, ScreenFault } from './screen-fault.tsx';

/** The orders are there at once; other screens are fetched when somebody goes to them. */
export function sellerRouter() {
  return createBrowserRouter(
    [
      {
        element: <Layout />,
        errorElement: <ScreenFault />,
        hydrateFallbackElement: <Opening />,
        children: [
          { index: true, element: <OrdersScreen /> },
          {
            path: 'account/:section?',
            lazy: async () => ({
              Component: (await import('../screens/account/account-screen.tsx')).AccountScreen,
            }),
          },
          {
            path: 'print',
            lazy: async () => ({
              Component: (await import('../screens/print/print-screen.tsx')).PrintScreen,
            }),
          },
          {
            path: 'figures',
            lazy: async () => ({
              Component: (await import('../screens/figures/figures-screen.tsx')).FiguresScreen,
            }),
          },
          { path: '*', element: <Navigate to="/" replace /> },
        ],
      },
    ],
    { basename: '/seller' },
  );
}
