import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { NoAnswerError, ProblemError } from '../api/problem.ts';

/** Queries for a console that asks by them, one cache for each sign-in. Not every console does, and it has its weight. */
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
        // Asked without a network too: what cannot be had is said, and not waited for without an end.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** A refusal stays one; silence and an overloaded service may not. */
function mayPass(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof ProblemError && error.status >= 500);
}
