import type { Database } from '../../db/database.ts';
import type { Config } from '../kernel/process/config.ts';
import { DEMO_PEOPLE, type DemoAccountsOf, type DemoPerson } from '../kernel/process/demo-people.ts';
import { demoAccountExists, demoEmails } from './account-store.ts';

/** Demo accounts have published passwords: an installation that holds any comes up in demo mode only. */
export async function refuseDemoAccounts(database: Database, config: Pick<Config, 'demo'>): Promise<void> {
  if (config.demo) return;
  if (await demoAccountExists(database)) {
    throw new Error(
      'This database holds demo accounts with published passwords. Start it in demo mode (DEMO=1, loopback only) or use a database of its own.',
    );
  }
}

/**
 * What sign-in pages offer: accounts of the demo whose passwords are published anyway, as far as they were made and are
 * still there. Nothing without demo mode, and nothing in production whatever else is configured.
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
