import { WaslError } from '../../../actors/errors.ts';
import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { countLevels, type LevelCount } from './count-levels.ts';
import { levelKey } from './level-key.ts';
import { fault, type StockCsv, type StockCsvRow, type StockCsvViolation } from './parse-stock-csv.ts';
import { findImport, insertImport, readOffersBySku, readPresentLevels } from './stock-import-store.ts';
import { warehouseFinder } from './warehouse-finder.ts';
import { readWarehouseNames, type WarehouseName } from './warehouse-store.ts';

/** Only this many errors are reported. */
const MAX_FAULTS = 100;

export interface StockImport {
  /** Null for a trial. */
  id: string | null;
  rows: number;
  /** Levels whose stock changes. */
  changed: number;
  reservationsLost: number;
  /** Only for a trial: a file with errors is never applied. */
  faults: StockCsvViolation[];
}

interface Importing {
  sellerId: string;
  accountId: string;
}

/**
 * Applies a file of counted stock, all or nothing, and returns the import's id. Sets each count unconditionally, or
 * against the counted version if the file names it; unchanged levels are skipped. Throws inventory.IMPORT_FAULTY
 * listing each error with its line.
 */
export async function importStock(
  trx: Transaction,
  deps: { clock: Clock; ids: Ids },
  { sellerId, accountId }: Importing,
  file: StockCsv,
): Promise<string> {
  const { levels, faults } = await readLevels(trx, sellerId, file);
  if (faults.length > 0) throw faulty(faults);
  const id = deps.ids.next();
  const counting = { accountId, reason: null, importId: id, skipUnchanged: true };
  const found = await countLevels(trx, deps, levels, counting);
  const stale = levels.filter((level) => found.get(levelKey(level))?.status === 'STALE').map(overtaken);
  if (stale.length > 0) throw faulty(stale);
  const outcomes = [...found.values()];
  const counted = outcomes.flatMap((outcome) => (outcome.status === 'COUNTED' ? [outcome] : []));
  await insertImport(trx, {
    ...{ id, sellerId, accountId, rows: levels.length, changed: counted.length },
    reservationsLost: counted.reduce((sum, { lost }) => sum + lost.length, 0),
    at: deps.clock.now(),
  });
  return id;
}

/** What `importStock` would do with the file now. Does not predict revoked reservations. */
export async function tryImport(trx: Transaction, sellerId: string, file: StockCsv): Promise<StockImport> {
  const { rows, levels, faults } = await readLevels(trx, sellerId, file);
  const offerIds = [...new Set(levels.map(({ offerId }) => offerId))];
  const present = await readPresentLevels(trx, sellerId, offerIds);
  const now = new Map(present.map((level) => [levelKey(level), level]));
  const changed = levels.filter((level) => now.get(levelKey(level))?.onHand !== level.onHand).length;
  const stale = levels.filter(
    (level) => level.version !== null && level.version !== (now.get(levelKey(level))?.version ?? 0),
  );
  const told = [...faults, ...stale.map(overtaken)].sort((a, b) => a.line - b.line);
  return { id: null, rows, changed, reservationsLost: 0, faults: told.slice(0, MAX_FAULTS) };
}

/** Throws common.NOT_FOUND. */
export async function readImport(database: Database, sellerId: string, id: string): Promise<StockImport> {
  const found = await findImport(database, sellerId, id);
  if (found === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such import.' });
  return { id, ...found, faults: [] };
}

interface CountedLevel extends LevelCount {
  line: number;
}

function overtaken({ line }: CountedLevel): StockCsvViolation {
  return fault(
    line,
    'version',
    'stale',
    'Its stock has changed since. Count it again with the current version, or without one.',
  );
}

/** The levels named in a file, and its errors. */
async function readLevels(
  trx: Transaction,
  sellerId: string,
  { rows, faults }: StockCsv,
): Promise<{ rows: number; levels: CountedLevel[]; faults: StockCsvViolation[] }> {
  const skus = [...new Set(rows.map(({ sku }) => sku))];
  const offers = await readOffersBySku(trx, sellerId, skus);
  const findPlace = warehouseFinder(await readWarehouseNames(trx, sellerId));
  const seen = new Map<string, number>();
  const read = rows.map((row) => {
    const offerId = offers.get(row.sku);
    const place = placeOfRow(findPlace, row);
    const own = [
      ...(offerId === undefined
        ? [
            fault(
              row.line,
              'sku',
              'unknown',
              `You have no offer with the SKU ${row.sku}. Create the offer first.`,
            ),
          ]
        : []),
      ...('code' in place ? [place] : []),
    ];
    if (offerId === undefined || 'code' in place) return { level: null, faults: own };
    const { line, onHand, version } = row;
    const level = { offerId, warehouseId: place.id, onHand, version, line };
    const before = seen.get(levelKey(level));
    seen.set(levelKey(level), row.line);
    return before === undefined
      ? { level, faults: own }
      : {
          level: null,
          faults: [
            fault(
              row.line,
              'sku',
              'duplicate',
              `Line ${before} counts the same stock. Keep only one of the lines.`,
            ),
          ],
        };
  });
  return {
    rows: rows.length,
    levels: read.flatMap(({ level }) => level ?? []),
    faults: [...faults, ...read.flatMap((each) => each.faults)].sort((a, b) => a.line - b.line),
  };
}

/** The warehouse named in a line, or the error. */
function placeOfRow(
  find: ReturnType<typeof warehouseFinder>,
  { line, warehouse }: StockCsvRow,
): WarehouseName | StockCsvViolation {
  const found = find(warehouse);
  if (found === 'unknown')
    return fault(
      line,
      'warehouse',
      found,
      `None of your warehouses is named ${warehouse}. Enter its name or id.`,
    );
  if (found === 'ambiguous')
    return fault(line, 'warehouse', found, 'Several warehouses match. Enter the id of one.');
  return found;
}

function faulty(faults: readonly StockCsvViolation[]): WaslError {
  return new WaslError('inventory.IMPORT_FAULTY', {
    detail: `Nothing was imported: ${faults.length} error(s) in the file. Correct the listed lines and send it again.`,
    extension: { faults: faults.slice(0, MAX_FAULTS), faultCount: faults.length },
  });
}
