// `npm run projections:check`: compares the projections with the states they mirror; exit code 1 when they differ.
import { openDatabase } from '../db/database.ts';
import { checkProjections } from '../server/kernel/actors/check-projections.ts';

const url = process.env.DATABASE_URL;
if (url === undefined) throw new Error('DATABASE_URL is not set.');
const database = openDatabase(url, { name: 'wasl-projections-check', max: 1 });
try {
  const { actors, rows, faults } = await checkProjections(database);
  console.log(`${rows} rows of ${actors} actors compared`);
  for (const { table, id, column, row, state } of faults) {
    console.error(
      `${table} ${id}: ${column} is ${JSON.stringify(row)}, the state says ${JSON.stringify(state)}`,
    );
  }
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await database.destroy();
}
