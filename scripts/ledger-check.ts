// `npm run ledger:check`: adds up the books and compares them with drivers, collections and settlements; exit code 1
// when something does not add up.
import { openDatabase } from '../db/database.ts';
import { checkLedger } from '../server/dispatch/cash/cash.ts';

const url = process.env.DATABASE_URL;
if (url === undefined) throw new Error('DATABASE_URL is not set.');
const database = openDatabase(url, { name: 'wasl-ledger-check', max: 1 });
try {
  const { balanced, entries, sum, accounts, faults } = await checkLedger(database);
  console.log(`${entries} entries, sum ${sum} QAR`);
  for (const { account, balance } of accounts.filter((one) => !one.account.includes(':')))
    console.log(`${account}: ${balance} QAR`);
  for (const { kind, subject, difference } of faults)
    console.error(`${kind} ${subject}: ${difference} QAR too much or, if negative, too little`);
  console.log(balanced ? 'The books add up.' : 'The books do NOT add up.');
  if (!balanced) process.exitCode = 1;
} finally {
  await database.destroy();
}
