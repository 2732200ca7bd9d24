import { useRouteError } from 'react-router';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

/** While the screen that the page was opened on is fetched. */
export function Opening() {
  return (
    <main>
      <Skeleton lines={12} />
    </main>
  );
}

/** In place of a screen that failed: reading it again may be all that is needed. */
export function ScreenError() {
  const error = useRouteError();
  return (
    <main>
      <ErrorState error={error} onRetry={() => location.reload()} />
    </main>
  );
}
