// `npm run stock:check`: adds up the movements and reservations of every stock level; exit code 1 when they are not what
// the level says.
import { openDatabase } from '../db/database.ts';
import { checkStock } from '../server/marketplace/inventory/inventory.ts';

const url = process.env.DATABASE_URL;
if (url === undefined) throw new Error('DATABASE_URL is not set.');
const database = openDatabase(url, { name: 'wasl-stock-check', max: 1 });
try {
  const faults = await checkStock(database);
  for (const { offerId, warehouseId, onHand, movedOnHand, reserved, movedReserved, held } of faults) {
    console.error(
      `offer ${offerId} in ${warehouseId}: ${onHand} on hand, moved ${movedOnHand}; ${reserved} reserved, moved ${movedReserved}, held ${held}`,
    );
  }
  console.log(faults.length === 0 ? 'The stock adds up.' : 'The stock does NOT add up.');
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await database.destroy();
}
