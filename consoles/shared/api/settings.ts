import type { components } from '../../../server/kernel/http/api-types.ts';

/** An account of the demo installation; everybody may know its password. */
export interface DemoAccount {
  name: string;
  email: string;
  password: string;
}

/** What the service says of this installation to anybody. */
export interface ConsoleSettings {
  /** Of the console as it is served now; null before it was built. */
  version: string | null;
  demo: boolean;
  /** What the sign-in page of a demo installation offers; none elsewhere. */
  demoAccounts: readonly DemoAccount[];
  mapStyleUrl: string | null;
  /** A routing service is configured: the way along a route follows the streets. */
  streetRoutes: boolean;
  /** Characters that a new password has at least. */
  passwordMinLength: number;
}

/** Throws when the service does not answer. */
export async function readSettings(surface: components['parameters']['Surface']): Promise<ConsoleSettings> {
  const response = await fetch(`/${surface}/settings.json`, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`settings: HTTP ${response.status}`);
  return (await response.json()) as ConsoleSettings;
}
