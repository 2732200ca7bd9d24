import { useRouteError } from 'react-router';
import { ErrorState } from '../../shared/ui/error-state.tsx';

/** Shown in place of a screen that failed: a reload may be all it needs. */
export function ScreenError() {
  const error = useRouteError();
  return (
    <main>
      <ErrorState error={error} onRetry={() => location.reload()} />
    </main>
  );
}
