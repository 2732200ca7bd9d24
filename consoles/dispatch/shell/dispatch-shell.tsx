import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { BoardProvider } from '../data/board-context.tsx';
import { dispatchRouter } from './dispatch-router.tsx';

/** The console once signed in: all screens share one board. */
export function DispatchShell() {
  const [router] = useState(dispatchRouter);
  return (
    <BoardProvider>
      <RouterProvider router={router} />
    </BoardProvider>
  );
}
