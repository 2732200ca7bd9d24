import pino from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { type Database, openDatabase } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { EXPORTS } from '../../server/marketplace/seller-imports/export-files.ts';
import { findImport, type SellerImport } from '../../server/marketplace/seller-imports/import-store.ts';
import { SHEETS } from '../../server/marketplace/seller-imports/kinds.ts';
import { runImports } from '../../server/marketplace/seller-imports/run-imports.ts';
import type { Kind } from '../../server/marketplace/seller-imports/sheet.ts';
import { keepFile, readSentFile, startApplying } from '../../server/marketplace/seller-imports/take-file.ts';
import { readBenchOptions } from './bench-options.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { type Line, machine, printReport, tellProgress } from './report.ts';

/** Seconds for 10,000 rows, from the sent file to the last applied row. */
const BAR = 60;
const VARIANTS = 4;

interface Stage {
  database: Database;
  sellerId: string;
  accountId: string;
}

/** How long a seller's files take: new products, offers and stock, all prices changed, and the exports sent back. */
export async function benchImports(args: readonly string[]): Promise<void> {
  const { rows } = readBenchOptions('imports', { rows: { type: 'string', default: '10000' } }, args);
  const postgres = await startDurablePostgres();
  const database = openDatabase(postgres.url, { name: 'wasl-bench', max: 10 });
  try {
    const stage = await setUp(database);
    const lines = await measure(stage, Number(rows));
    printReport([`${machine()}, ${postgres.description}`, `${rows} rows in each file, one worker`], lines);
  } finally {
    await database.destroy();
    await postgres.stop();
  }
}

async function setUp(database: Database): Promise<Stage> {
  const [accountId, sellerId] = [uuidv7(), uuidv7()];
  await database('accounts').insert({
    ...{ id: accountId, email: 'bench@wasl.example', display_name: 'Bench', locale: 'en' },
  });
  const plan = await database('commission_plans').where({ is_default: true }).first('id');
  await database('sellers').insert({
    ...{ id: sellerId, legal_name: 'Bench', display_name_en: 'Bench', display_name_ar: 'قياس' },
    ...{ status: 'ACTIVE', owner_account_id: accountId, commission_plan_id: plan.id },
  });
  await database('warehouses').insert({
    ...{ id: uuidv7(), seller_id: sellerId, name: 'Store', zone_number: 57, street_number: 1 },
    ...{ building_number: 1, latitude: 25.2, longitude: 51.45 },
  });
  await database('categories').insert({ id: uuidv7(), slug: 'food', name_en: 'Food', name_ar: 'أغذية' });
  return { database, sellerId, accountId };
}

async function measure(stage: Stage, rows: number): Promise<Line[]> {
  const skus = Array.from({ length: rows }, (_, index) => `B-${index}`);
  const list = (head: string, line: (sku: string, index: number) => string) =>
    `${head}\n${skus.map(line).join('\n')}\n`;
  const products = list(
    'category,titleEn,titleAr,descriptionEn,descriptionAr,sku,option1,value1,option1En,option1Ar,value1En,value1Ar',
    (sku, index) => {
      const product = Math.floor(index / VARIANTS);
      const size = `${index % VARIANTS}`;
      return `food,Product ${product},منتج ${product},Soft and sweet,طري وحلو,${sku},size,${size},Size,المقاس,${size},${size}`;
    },
  );
  const lines = [
    await timed(stage, 'PRODUCTS', `new products, ${VARIANTS} variants each`, products, rows),
    await timed(
      stage,
      'OFFERS',
      'new offers',
      list('sku,price', (sku) => `${sku},10`),
      rows,
    ),
    await timed(
      stage,
      'STOCK',
      'first counts',
      list('sku,onHand', (sku) => `${sku},25`),
      rows,
    ),
    await timed(
      stage,
      'OFFERS',
      'changed prices',
      list('sku,price', (sku) => `${sku},11.50`),
      rows,
    ),
    await timed(
      stage,
      'STOCK',
      'changed counts',
      list('sku,onHand', (sku) => `${sku},24`),
      rows,
    ),
  ];
  for (const kind of ['PRODUCTS', 'OFFERS', 'STOCK'] as const) {
    const { csv } = await EXPORTS[kind](stage.database, stage.sellerId, null);
    lines.push(await timed(stage, kind, `export of ${kind} sent back: nothing changes`, csv, 0));
  }
  return lines;
}

async function timed(stage: Stage, kind: Kind, what: string, csv: string, changing: number): Promise<Line> {
  const begun = performance.now();
  const { database, sellerId, accountId } = stage;
  const deps = {
    ...{ database, log: pino({ level: 'error' }) },
    ...{ clock: { now: () => new Date() }, ids: { next: () => uuidv7() } },
  };
  const file = await readSentFile(csv, SHEETS[kind], 'en');
  const id = await inTransaction(database, (trx) => keepFile(trx, deps, { sellerId, accountId, kind, file }));
  const seen = async (): Promise<SellerImport> => {
    const found = await findImport(database, sellerId, id);
    if (found === null) throw new Error('the import is gone');
    return found;
  };
  while ((await seen()).status === 'CHECKING') await runImports(deps);
  const checked = (performance.now() - begun) / 1_000;
  const found = await seen();
  if (found.toApply !== changing) throw new Error(`${found.toApply} of ${changing} rows would change`);
  await inTransaction(database, (trx) => startApplying(trx, sellerId, id));
  while ((await seen()).status === 'APPLYING') await runImports(deps);
  const seconds = (performance.now() - begun) / 1_000;
  const done = await seen();
  if (done.applied !== changing) throw new Error(`${done.applied} of ${changing} rows were applied`);
  const value = `${seconds.toFixed(1)} s, ${checked.toFixed(1)} s of it read and checked`;
  const line = { what, bar: `<= ${BAR} s`, value, ok: seconds <= BAR };
  tellProgress(line);
  return line;
}
