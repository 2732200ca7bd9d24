import type { Database } from '../../db/database.ts';
import type { Config } from '../kernel/process/config.ts';
import { demoAccountExists } from './account-store.ts';

/** Demo accounts have published passwords: an installation that holds any comes up in demo mode only. */
export async function refuseDemoAccounts(database: Database, config: Pick<Config, 'demo'>): Promise<void> {
  if (config.demo) return;
  if (await demoAccountExists(database)) {
    throw new Error(
      'This database holds demo accounts with published passwords. Start it in demo mode (DEMO=1, loopback only) or use a database of its own.',
    );
  }
}
