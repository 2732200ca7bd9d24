// `npm run projections:check`: compares the projections with the states they mirror, and looks for what checkouts and orders refer to.
import { openDatabase } from '../db/database.ts';
import { checkProjections } from '../server/kernel/actors/check-projections.ts';
import { danglingReferences } from '../server/marketplace/orders/orders.ts';
import { DATA_DIR_OPTION, readCommandLine, runCommand } from './shared/command-line.ts';
import { withDatabase } from './supervisor/with-database.ts';

const USAGE = `Usage: npm run projections:check [-- --data-dir DIR]

Compares the projections of an installation with the states they mirror, and looks whether all that its checkouts and
orders refer to is there. The exit code is 1 when they differ or something is missing.
DATABASE_URL names another database; DIR is .data unless given.`;

await runCommand(async () => {
  const { values } = readCommandLine({ usage: USAGE, options: DATA_DIR_OPTION });
  return withDatabase(values['data-dir'], check);
});

async function check(databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl, { name: 'wasl-projections-check', max: 1 });
  try {
    const { actors, rows, faults } = await checkProjections(database);
    console.log(`${rows} rows of ${actors} actors compared`);
    for (const { table, id, column, row, state } of faults) {
      console.error(
        `${table} ${id}: ${column} is ${JSON.stringify(row)}, the state says ${JSON.stringify(state)}`,
      );
    }
    const dangling = await danglingReferences(database);
    for (const { table, id, column, refersTo } of dangling)
      console.error(`${table} ${id}: ${column} names ${refersTo}, which there is not`);
    return faults.length + dangling.length > 0 ? 1 : 0;
  } finally {
    await database.destroy();
  }
}
