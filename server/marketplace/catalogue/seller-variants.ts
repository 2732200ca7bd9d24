import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Product } from '../../../db/models/product.ts';
import type { Variant } from '../../../db/models/variant.ts';
import { sqlState, violatedConstraint } from '../../../db/unit-of-work.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { OPTION_NAME, textsOf } from './localized-options.ts';
import { lockForEdit, lockOwnProduct, type ProductEdit, writeProduct } from './own-product.ts';
import {
  findForeignSkus,
  findVariant,
  insertFreeVariants,
  insertVariant,
  type NewVariantRow,
  parkVariants,
  patchVariant,
  readVariantPositions,
  readVariants,
  writeVariants,
} from './product-store.ts';

type Schemas = components['schemas'];
type NewVariant = Schemas['CreateVariantRequest'];
type VariantChange = Schemas['UpdateVariantRequest'];
type Title = Schemas['LocalizedText'];

/** Variants per product. */
export const MAX_VARIANTS = 100;

/**
 * Inserts the variants of new products. Throws common.VALIDATION_FAILED for SKUs or options repeated within a product
 * or for texts of options that do not exist, and catalogue.SKU_TAKEN.
 */
export async function insertVariants(
  trx: Transaction,
  ids: Ids,
  products: readonly { id: string; title: Title; variants: readonly NewVariant[] }[],
): Promise<void> {
  for (const { variants } of products) {
    refuseRepeated(variants);
    refuseInvalidOptions(variants.map((variant, index) => ({ ...variant, pointer: `/variants/${index}` })));
  }
  const rows = products.flatMap(({ variants, ...product }) =>
    variants.map((variant, position) => newRow(ids.next(), product, variant, position)),
  );
  const free = await insertFreeVariants(trx, rows);
  if (free.size === rows.length) return;
  const taken = rows.flatMap(({ sku, position }) => (free.has(sku) ? [] : [`/variants/${position}/sku`]));
  throw skuTaken(...taken);
}

/**
 * Adds a variant to an own product and returns its id. Throws what `lockOwnProduct` throws,
 * catalogue.TOO_MANY_VARIANTS, catalogue.SKU_TAKEN, and catalogue.VARIANT_EXISTS if another variant has the same
 * options.
 */
export async function addVariant(
  trx: Transaction,
  { ids }: { ids: Ids },
  { sellerId, productId }: { sellerId: string; productId: string },
  variant: NewVariant,
): Promise<string> {
  const product = await lockOwnProduct(trx, sellerId, productId);
  refuseInvalidOptions([{ ...variant, pointer: '' }]);
  const positions = await readVariantPositions(trx, productId);
  if (positions.length >= MAX_VARIANTS) {
    throw new WaslError('catalogue.TOO_MANY_VARIANTS', {
      detail: `A product can have at most ${MAX_VARIANTS} variants.`,
    });
  }
  const position = 1 + Math.max(-1, ...positions);
  const title = { en: product.titleEn, ar: product.titleAr };
  const row = newRow(ids.next(), { id: productId, title }, variant, position);
  await insertVariant(trx, row).catch(inCatalogueWords);
  await writeProduct(trx, product);
  return row.id;
}

/**
 * Changes a variant of an own product. Carts refer to the variant and show the change; placed orders keep their copy.
 * Throws what `lockForEdit` and `addVariant` throw.
 */
export async function changeVariant(
  trx: Transaction,
  variantId: string,
  edit: ProductEdit<VariantChange>,
): Promise<void> {
  const product = await lockForEdit(trx, edit);
  const variant = await findVariant(trx, product.id, variantId);
  if (variant === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such variant.' });
  const { sku, name, options = variant.options, optionTexts = variant.optionTexts } = edit.change;
  refuseInvalidOptions([{ options, optionTexts, pointer: '' }]);
  await patchVariant(trx, variantId, {
    ...(sku === undefined ? {} : { sku }),
    ...(name === undefined ? {} : { nameEn: name.en, nameAr: name.ar }),
    options,
    optionTexts,
  }).catch(inCatalogueWords);
  await writeProduct(trx, product);
}

/**
 * Saves the variants of a locked product in this order: all existing ones, and new ones without an id. Returns them in
 * this order. Throws common.VALIDATION_FAILED for an unknown or omitted variant, what `insertVariants` throws,
 * catalogue.SKU_TAKEN and catalogue.VARIANT_EXISTS.
 */
export async function saveVariants(
  trx: Transaction,
  { ids }: { ids: Ids },
  product: Product,
  variants: readonly Schemas['SheetVariant'][],
): Promise<{ id: string }[]> {
  const present = new Map((await readVariants(trx, [product.id])).map((variant) => [variant.id, variant]));
  refuseForeign(present, variants);
  refuseRepeated(variants);
  refuseInvalidOptions(variants.map((variant, index) => ({ ...variant, pointer: `/variants/${index}` })));
  const title = { en: product.titleEn, ar: product.titleAr };
  const rows = variants.map(({ id = ids.next(), ...variant }, position) =>
    newRow(id, { id: product.id, title }, variant, position),
  );
  const skus = rows.map(({ sku }) => sku);
  const foreign = await findForeignSkus(trx, product.id, skus);
  if (foreign.size > 0)
    throw skuTaken(...skus.flatMap((sku, index) => (foreign.has(sku) ? [`/variants/${index}/sku`] : [])));
  const kept = rows.filter((row) => {
    const former = present.get(row.id);
    return former !== undefined && !isSame(former, row);
  });
  if (exchanges(present, kept)) {
    await parkVariants(
      trx,
      kept.map(({ id }) => id),
    );
  }
  if (kept.length > 0) await writeVariants(trx, kept).catch(inCatalogueWords);
  const added = rows.filter(({ id }) => !present.has(id));
  const free = added.length === 0 ? null : await insertFreeVariants(trx, added).catch(inCatalogueWords);
  if (free !== null && free.size < added.length)
    throw skuTaken(
      ...added.flatMap(({ sku, position }) => (free.has(sku) ? [] : [`/variants/${position}/sku`])),
    );
  return rows;
}

function refuseForeign(
  present: ReadonlyMap<string, Variant>,
  variants: readonly Schemas['SheetVariant'][],
): void {
  const seen = new Set<string>();
  const errors = variants.flatMap(({ id }, index) => {
    if (id === undefined) return [];
    const pointer = `/variants/${index}/id`;
    if (!present.has(id)) return [{ pointer, code: 'unknown', message: 'is not a variant of this product' }];
    const isNew = seen.size < seen.add(id).size;
    return isNew ? [] : [{ pointer, code: 'duplicate', message: 'is listed twice' }];
  });
  const missing = [...present.values()].filter(({ id }) => !seen.has(id)).map(({ sku }) => sku);
  if (missing.length > 0) {
    const message = `must list every variant of the product; left out: ${missing.join(', ')}`;
    errors.push({ pointer: '/variants', code: 'missing', message });
  }
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
}

function isSame(former: Variant, row: NewVariantRow): boolean {
  const compared = ({ sku, nameEn, nameAr, options, optionTexts, position }: NewVariantRow) =>
    JSON.stringify([sku, nameEn, nameAr, sortedEntries(options), sortedEntries(optionTexts), position]);
  return compared(former) === compared(row);
}

/**
 * Whether a variant takes over the SKU or options that another variant had, which the unique indexes would reject row
 * by row.
 */
function exchanges(present: ReadonlyMap<string, Variant>, rows: readonly NewVariantRow[]): boolean {
  const former = [...present.values()];
  return rows.some(({ id, sku, options }) =>
    former.some(
      (other) =>
        other.id !== id &&
        (other.sku === sku ||
          JSON.stringify(sortedEntries(other.options)) === JSON.stringify(sortedEntries(options))),
    ),
  );
}

function sortedEntries<T>(given: { [name: string]: T }): [string, T][] {
  return Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1));
}

function newRow(
  id: string,
  product: { id: string; title: Title },
  { sku, options, optionTexts = {}, name }: NewVariant,
  position: number,
): NewVariantRow {
  const called = name ?? nameOf(options, optionTexts, product.title);
  return {
    id,
    productId: product.id,
    sku,
    nameEn: called.en,
    nameAr: called.ar,
    options,
    optionTexts,
    position,
  };
}

/** Name of a variant: its own, otherwise its options, otherwise its product's. */
function nameOf(
  options: NewVariant['options'],
  texts: Exclude<NewVariant['optionTexts'], undefined>,
  title: Title,
): Title {
  const called = (locale: 'en' | 'ar') =>
    Object.entries(options)
      .map(([key, value]) => textsOf(texts, key)?.value[locale] ?? value)
      .join(' / ');
  return called('en') === '' ? title : { en: called('en'), ar: called('ar') };
}

function refuseRepeated(variants: readonly NewVariant[]): void {
  const seen = new Set<string>();
  const isNew = (key: string) => seen.size < seen.add(key).size;
  const errors = variants.flatMap(({ sku, options }, index) => {
    const sorted = sortedEntries(options);
    const pointer = `/variants/${index}`;
    return [
      ...(isNew(`sku ${sku}`)
        ? []
        : [{ pointer: `${pointer}/sku`, code: 'duplicate', message: `${sku} is listed twice` }]),
      ...(isNew(`options ${JSON.stringify(sorted)}`)
        ? []
        : [{ pointer: `${pointer}/options`, code: 'duplicate', message: 'are listed twice' }]),
    ];
  });
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
}

/** Throws unless option names are valid for filters and texts belong to options the variant has. */
function refuseInvalidOptions(
  variants: readonly (Pick<NewVariant, 'options' | 'optionTexts'> & { pointer: string })[],
): void {
  const errors = variants.flatMap(({ options, optionTexts = {}, pointer }) => [
    ...Object.keys(options)
      .filter((key) => !OPTION_NAME.test(key))
      .map((key) => ({
        pointer: `${pointer}/options`,
        code: 'name',
        message: `${JSON.stringify(key)} must start with a letter or digit and contain no colon, at most 60 characters`,
      })),
    ...Object.keys(optionTexts)
      .filter((key) => !Object.hasOwn(options, key))
      .map((key) => ({
        pointer: `${pointer}/optionTexts`,
        code: 'unknown',
        message: `${key} is not one of the options`,
      })),
  ]);
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
}

function inCatalogueWords(error: unknown): never {
  if (sqlState(error) !== '23505') throw error;
  if (violatedConstraint(error) === 'variants_options') throw new WaslError('catalogue.VARIANT_EXISTS');
  throw skuTaken('/sku');
}

function skuTaken(...pointers: readonly string[]): WaslError {
  const errors = pointers.map((pointer) => ({ pointer, code: 'taken', message: 'is already used' }));
  return new WaslError('catalogue.SKU_TAKEN', { errors });
}
