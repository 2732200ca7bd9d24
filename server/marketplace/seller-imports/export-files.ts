import type { Database } from '../../../db/database.ts';
import { freeText } from '../../kernel/http/csv.ts';
import {
  readCategorySlugs,
  readSellerOffers,
  readSellerProducts,
  type WholeProduct,
} from '../catalogue/catalogue.ts';
import { type LevelKey, readStock } from '../inventory/inventory.ts';
import { OPTION_COLUMNS, optionsText, PRODUCT_COLUMNS, VARIANT_COLUMNS } from './product-columns.ts';
import { MAX_ROWS } from './read-file.ts';
import { sheetCsv } from './render-import.ts';
import type { Kind } from './sheet.ts';

/** Rows read at a time. A file has at most as many rows as an import accepts, with whole products only. */
const PAGE_ROWS = 500;

export interface ExportedFile {
  csv: string;
  /** Where the next file starts; null if this is the last one. */
  next: (string | number)[] | null;
}

export type Export = (
  database: Database,
  sellerId: string,
  after: readonly (string | number)[] | null,
) => Promise<ExportedFile>;

/** Exports a seller's data as files that imports accept; importing them unchanged changes nothing. */
export const EXPORTS: Readonly<Record<Kind, Export>> = {
  PRODUCTS: exportProducts,
  OFFERS: exportOffers,
  STOCK: exportStock,
};

async function exportOffers(...[database, sellerId, after]: Parameters<Export>): Promise<ExportedFile> {
  const header = ['offerId', 'sku', 'titleEn', 'titleAr', 'variant', 'price', 'active', 'lowStockThreshold'];
  const found = await pages(after, async (behind) => {
    const before = behind === null ? null : String(behind[0]);
    const rows = await readSellerOffers(database, { sellerId, lowStock: false, before, count: PAGE_ROWS });
    return rows.map((row) => ({
      key: [row.id],
      cells: [
        [
          ...[row.id, freeText(row.sku), freeText(row.titleEn), freeText(row.titleAr)],
          ...[freeText(optionsText(row.options)), row.price, String(row.active)],
          ...[String(row.lowStockThreshold ?? ''), String(row.available), String(row.version)],
        ],
      ],
    }));
  });
  return { csv: sheetCsv([[...header, 'available', 'version'], ...found.cells]), next: found.next };
}

async function exportStock(...[database, sellerId, after]: Parameters<Export>): Promise<ExportedFile> {
  const header = [
    'offerId',
    'sku',
    'warehouse',
    'warehouseName',
    'onHand',
    'version',
    'reserved',
    'available',
  ];
  const found = await pages(after, async (behind) => {
    const key: LevelKey | null =
      behind === null ? null : { offerId: String(behind[0]), warehouseId: String(behind[1]) };
    const filter = { sellerId, offerId: null, warehouseId: null, after: key, count: PAGE_ROWS };
    return (await readStock(database, filter)).map((row) => ({
      key: [row.offerId, row.warehouseId],
      cells: [
        [
          ...[row.offerId, freeText(row.sku), row.warehouseId, freeText(row.warehouseName)],
          ...[row.onHand, row.version, row.reserved, row.onHand - row.reserved].map(String),
        ],
      ],
    }));
  });
  return { csv: sheetCsv([header, ...found.cells]), next: found.next };
}

async function exportProducts(...[database, sellerId, after]: Parameters<Export>): Promise<ExportedFile> {
  const slugs = await readCategorySlugs(database);
  const found = await pages(after, async (behind) => {
    const before = behind === null ? null : String(behind[0]);
    const products = await readSellerProducts(database, sellerId, before, PAGE_ROWS);
    return products.map((whole) => ({ key: [whole.product.id], cells: productCells(whole, slugs) }));
  });
  // As many option columns as are used, and two if none are.
  const base = 1 + PRODUCT_COLUMNS.length + VARIANT_COLUMNS.length;
  const perOption = Object.keys(OPTION_COLUMNS[0] ?? {}).length;
  const used = Math.max(2, ...found.cells.map((cells) => Math.ceil((cells.length - base) / perOption)));
  const header = [
    ...['productId', ...PRODUCT_COLUMNS, ...VARIANT_COLUMNS],
    ...OPTION_COLUMNS.slice(0, used).flatMap((columns) => Object.values(columns)),
  ];
  const rows = found.cells.map((cells) => [...cells, ...Array(header.length - cells.length).fill('')]);
  return { csv: sheetCsv([header, ...rows]), next: found.next };
}

/** In column order, with as many options as the variant has. */
function productCells({ product, variants }: WholeProduct, slugs: ReadonlyMap<string, string>): string[][] {
  return variants.map((variant) => [
    ...[product.id, slugs.get(product.categoryId) ?? product.categoryId],
    ...[product.titleEn, product.titleAr, product.descriptionEn, product.descriptionAr].map(freeText),
    ...[String(product.digital), String(product.active), String(product.version)],
    ...[variant.id, freeText(variant.sku), freeText(variant.nameEn), freeText(variant.nameAr)],
    ...Object.entries(variant.options).flatMap(([key, value]) => {
      const texts = Object.hasOwn(variant.optionTexts, key) ? variant.optionTexts[key] : undefined;
      const { name, value: called } = texts ?? { name: { en: '', ar: '' }, value: { en: '', ar: '' } };
      return [key, value, name.en, name.ar, called.en, called.ar].map(freeText);
    }),
  ]);
}

interface Exported {
  key: (string | number)[];
  cells: string[][];
}

/** Reads pages until a file is full or everything is included. */
async function pages(
  after: readonly (string | number)[] | null,
  read: (behind: readonly (string | number)[] | null) => Promise<Exported[]>,
): Promise<{ cells: string[][]; next: (string | number)[] | null }> {
  const cells: string[][] = [];
  let behind = after;
  for (;;) {
    const page = await read(behind);
    for (const each of page) {
      if (cells.length > 0 && cells.length + each.cells.length > MAX_ROWS)
        return { cells, next: [...(behind ?? [])] };
      cells.push(...each.cells);
      behind = each.key;
    }
    if (page.length < PAGE_ROWS) return { cells, next: null };
  }
}
