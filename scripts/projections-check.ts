// `npm run projections:check`: compares the projections with the states they mirror, and finds broken references.
import { openDatabase } from '../db/database.ts';
import { readOrphans } from '../db/stores/reference-store.ts';
import { checkProjections } from '../server/kernel/actors/check-projections.ts';
import { DATA_DIR_OPTION, readCommandLine, runCommand } from './shared/command-line.ts';
import { withDatabase } from './supervisor/with-database.ts';

const USAGE = `Usage: npm run projections:check [-- --data-dir DIR]

Compares the projections of an installation with the states they mirror, and looks for rows that refer to others
which are not there, where no foreign key does. The exit code is 1 when something is wrong.
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
    const orphans = await readOrphans(database);
    for (const { table, column, parent, rows: count } of orphans) {
      console.error(`${table}: ${count} rows have a ${column} that is not in ${parent}`);
    }
    return faults.length > 0 || orphans.length > 0 ? 1 : 0;
  } finally {
    await database.destroy();
  }
}
