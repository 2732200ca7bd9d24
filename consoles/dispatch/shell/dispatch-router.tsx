import { createBrowserRouter, Navigate } from 'react-router';
import { ScreenError } from '../../shared/app/screen-error.tsx';
import { BoardScreen } from '../screens/board/board-screen.tsx';
import { Layout } from './layout.tsx';
import { Opening } from './opening.tsx';

/** The board is in the first bundle; other screens are loaded when opened. */
export function dispatchRouter() {
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
              { index: true, element: <BoardScreen /> },
              {
                path: 'alerts',
                lazy: async () => ({
                  Component: (await import('../screens/alerts/alerts-screen.tsx')).AlertsScreen,
                }),
              },
              {
                path: 'shifts',
                lazy: async () => ({
                  Component: (await import('../screens/shifts/shifts-screen.tsx')).ShiftsScreen,
                }),
              },
              {
                path: 'cash',
                lazy: async () => ({
                  Component: (await import('../screens/cash/cash-screen.tsx')).CashScreen,
                }),
              },
              {
                path: 'drivers',
                lazy: async () => ({
                  Component: (await import('../screens/drivers/drivers-screen.tsx')).DriversScreen,
                }),
              },
              {
                path: 'zones',
                lazy: async () => ({
                  Component: (await import('../screens/zones/zones-screen.tsx')).ZonesScreen,
                }),
              },
              {
                path: 'day',
                lazy: async () => ({ Component: (await import('../screens/day/day-screen.tsx')).DayScreen }),
              },
              {
                path: 'account/:section?',
                lazy: async () => ({
                  Component: (await import('../screens/account/account-screen.tsx')).AccountScreen,
                }),
              },
              { path: '*', element: <Navigate to="/" replace /> },
            ],
          },
        ],
      },
    ],
    { basename: import.meta.env.BASE_URL },
  );
}
