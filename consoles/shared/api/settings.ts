import type { components } from '../../../server/kernel/http/api-types.ts';

/** An account of the demo installation, with its public password. */
export interface DemoAccount {
  name: string;
  email: string;
  password: string;
}

/** Public settings of this installation. */
export interface ConsoleSettings {
  /** Of the console being served; null before it was built. */
  version: string | null;
  demo: boolean;
  /** Offered on a demo installation's sign-in page; empty elsewhere. */
  demoAccounts: readonly DemoAccount[];
  mapStyleUrl: string | null;
  /** A routing service is configured, so routes follow the streets. */
  streetRoutes: boolean;
  /** Minimum length of a new password, in characters. */
  passwordMinLength: number;
}

/** Throws when the service does not answer. */
export async function readSettings(surface: components['parameters']['Surface']): Promise<ConsoleSettings> {
  const response = await fetch(`/${surface}/settings.json`, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`settings: HTTP ${response.status}`);
  return (await response.json()) as ConsoleSettings;
}
