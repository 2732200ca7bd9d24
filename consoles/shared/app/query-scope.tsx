import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { NoAnswerError, ProblemError } from '../api/problem.ts';

/**
 * Provides react-query, with a cache per sign-in. Apart, because not every console uses it and it adds to the bundle.
 */
export function QueryScope({ children }: { children: ReactNode }) {
  const [client] = useState(openClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function openClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        // Also query without a network: fail visibly instead of waiting without end.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Refusals are final; a missing answer or an overloaded service may pass. */
function mayPass(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof ProblemError && error.status >= 500);
}
