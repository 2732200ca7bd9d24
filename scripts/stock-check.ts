// `npm run stock:check`: adds up the movements and reservations of every stock level.
import { openDatabase } from '../db/database.ts';
import { checkStock } from '../server/marketplace/inventory/inventory.ts';

import { DATA_DIR_OPTION, readCommandLine, runCommand } from './shared/command-line.ts';
import { withDatabase } from './supervisor/with-database.ts';

const USAGE = `Usage: npm run stock:check [-- --data-dir DIR]

Adds up the movements and reservations of every stock level of an installation. The exit code is 1 when they are not
what the level says. DATABASE_URL names another database; DIR is .data unless given.`;

await runCommand(async () => {
  const { values } = readCommandLine({ usage: USAGE, options: DATA_DIR_OPTION });
  return withDatabase(values['data-dir'], check);
});

async function check(databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl, { name: 'wasl-stock-check', max: 1 });
  try {
    const faults = await checkStock(database);
    for (const { offerId, warehouseId, onHand, movedOnHand, reserved, movedReserved, held } of faults) {
      console.error(
        `offer ${offerId} in ${warehouseId}: ${onHand} on hand, moved ${movedOnHand}; ${reserved} reserved, moved ${movedReserved}, held ${held}`,
      );
    }
    console.log(faults.length === 0 ? 'The stock adds up.' : 'The stock does NOT add up.');
    return faults.length > 0 ? 1 : 0;
  } finally {
    await database.destroy();
  }
}
