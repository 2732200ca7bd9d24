import type { ComponentType, ReactNode } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import { ScreenError } from '../../shared/app/screen-error.tsx';
import { ForPermission } from '../parts/for-permission.tsx';
import { OrdersScreen } from '../screens/orders/orders-screen.tsx';
import { Layout } from './layout.tsx';
import { Opening } from './opening.tsx';
import { SCREENS, type Screen } from './screens.ts';

/** The orders are in the first bundle; other screens are loaded when opened. */
export function sellerRouter() {
  return createBrowserRouter(
    [
      {
        element: <Layout />,
        errorElement: (
          <main>
            <ScreenError />
          </main>
        ),
        hydrateFallbackElement: <Opening />,
        // One that fails is replaced alone; the frame around it stays.
        children: [
          {
            errorElement: <ScreenError />,
            children: [
              ...SCREENS.map(routeOf),
              {
                path: 'account/:section?',
                lazy: async () => ({
                  Component: (await import('../screens/account/account-screen.tsx')).AccountScreen,
                }),
              },
              {
                path: 'print',
                lazy: async () => {
                  const { PrintScreen } = await import('../screens/print/print-screen.tsx');
                  return { element: <ForPermission needs={['ORDERS']}>{<PrintScreen />}</ForPermission> };
                },
              },
              { path: '*', element: <Navigate to="/" replace /> },
            ],
          },
        ],
      },
    ],
    { basename: '/seller' },
  );
}

/** A screen that was split has routes of its own below its path. */
function routeOf({ path, needs, load }: Screen) {
  const allowed = (screen: ReactNode) => <ForPermission needs={needs}>{screen}</ForPermission>;
  if (load === undefined) return { index: true as const, element: allowed(<OrdersScreen />) };
  const lazy = async () => {
    const Screen: ComponentType = await load();
    return { element: allowed(<Screen />) };
  };
  return { path: `${path.slice(1)}/*`, lazy };
}
