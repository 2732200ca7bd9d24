import { useRouteError } from 'react-router';
import { ErrorState } from '../../shared/ui/error-state.tsx';

/** In place of a screen that failed: reading it again may be all that is needed. */
export function ScreenError() {
  const error = useRouteError();
  return (
    <main>
      <ErrorState error={error} onRetry={() => location.reload()} />
    </main>
  );
}
