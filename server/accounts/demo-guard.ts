import type { Database } from '../../db/database.ts';
import type { Config } from '../kernel/process/config.ts';
import { DEMO_PEOPLE, type DemoAccountsOf, type DemoPerson } from '../kernel/process/demo-people.ts';
import { demoAccountExists, demoEmails } from './account-store.ts';

/** Demo accounts have published passwords, so an installation that has any starts only in demo mode. */
export async function refuseDemoAccounts(database: Database, config: Pick<Config, 'demo'>): Promise<void> {
  if (config.demo) return;
  if (await demoAccountExists(database)) {
    throw new Error(
      'This database holds demo accounts with published passwords. Start it in demo mode (DEMO=1, loopback only) or use a separate database.',
    );
  }
}

/**
 * The demo accounts that sign-in pages offer, limited to those that exist. Empty without demo mode, and always empty in
 * production.
 */
export function demoAccounts(
  database: Database,
  { demo, mode }: Pick<Config, 'demo' | 'mode'>,
): DemoAccountsOf {
  return async (surface) => {
    if (!demo || mode === 'production') return [];
    const people: DemoPerson[] = Object.values(DEMO_PEOPLE).filter(({ opens }) => opens === surface);
    const emails = people.map(({ email }) => email);
    const known = new Set(await demoEmails(database, emails));
    return people
      .filter(({ email }) => known.has(email))
      .map(({ displayName: name, email, password }) => ({ name, email, password }));
  };
}
