import { useLocation, useNavigate, useRouteError } from 'react-router';
import { NoAnswerError } from '../api/problem.ts';
import { ErrorState } from '../ui/error-state.tsx';

/**
 * In place of a screen that failed, inside the console's frame: its other screens stay within reach. Without a network
 * a screen's code cannot be fetched; a reload would then lose what the console already shows, so the retry only opens
 * the screen again.
 */
export function ScreenError() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const retry = () => {
    if (navigator.onLine) location.reload();
    else void navigate(pathname + search, { replace: true });
  };
  return <ErrorState error={navigator.onLine ? error : new NoAnswerError(error)} onRetry={retry} />;
}
