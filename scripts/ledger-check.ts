// `npm run ledger:check`: verifies the ledger and compares it with drivers, collections and settlements.
import { openDatabase } from '../db/database.ts';
import { checkLedger } from '../server/dispatch/cash/cash.ts';

import { DATA_DIR_OPTION, readCommandLine, runCommand } from './shared/command-line.ts';
import { withDatabase } from './supervisor/with-database.ts';

const USAGE = `Usage: npm run ledger:check [-- --data-dir DIR]

Adds up the books of an installation and compares them with drivers, collections and settlements. The exit code is 1
when something does not add up. DATABASE_URL names another database; DIR is .data unless given.`;

await runCommand(async () => {
  const { values } = readCommandLine({ usage: USAGE, options: DATA_DIR_OPTION });
  return withDatabase(values['data-dir'], check);
});

async function check(databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl, { name: 'wasl-ledger-check', max: 1 });
  try {
    const { balanced, entries, sum, accounts, faults } = await checkLedger(database);
    console.log(`${entries} entries, sum ${sum} QAR`);
    for (const { account, balance } of accounts.filter((one) => !one.account.includes(':')))
      console.log(`${account}: ${balance} QAR`);
    for (const { kind, subject, difference } of faults)
      console.error(`${kind} ${subject}: ${difference} QAR too much or, if negative, too little`);
    console.log(balanced ? 'The books add up.' : 'The books do NOT add up.');
    return balanced ? 0 : 1;
  } finally {
    await database.destroy();
  }
}
