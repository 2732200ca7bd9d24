/** What GET /ready says: whether the API serves, and whether it sees a worker. */
export interface Readiness {
  readonly api: boolean;
  readonly worker: boolean;
}

/** Asks a service at `base` ("http://127.0.0.1:3000"). One that does not answer is not ready. */
export async function askReadiness(base: string): Promise<Readiness> {
  try {
    const response = await fetch(`${base}/ready`, { signal: AbortSignal.timeout(5_000) });
    const body = (await response.json()) as { checks?: { worker?: string } };
    return { api: response.status === 200, worker: body.checks?.worker === 'up' };
  } catch {
    return { api: false, worker: false };
  }
}
