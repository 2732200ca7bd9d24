import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { sqlState, violatedConstraint } from '../../../db/unit-of-work.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { OPTION_NAME, textsOf } from './called-options.ts';
import { lockForEdit, lockOwnProduct, type ProductEdit, writeProduct } from './own-product.ts';
import {
  findVariant,
  insertFreeVariants,
  insertVariant,
  type NewVariantRow,
  patchVariant,
  readVariantPositions,
} from './product-store.ts';

type Schemas = components['schemas'];
type NewVariant = Schemas['CreateVariantRequest'];
type VariantChange = Schemas['UpdateVariantRequest'];
type Title = Schemas['LocalizedText'];

/** Of one product. */
export const MOST_VARIANTS = 100;

/**
 * Writes the variants of new products. Throws common.VALIDATION_FAILED for a SKU or options that stand twice in a
 * product, or words for options there are none of; catalogue.SKU_TAKEN.
 */
export async function insertVariants(
  trx: Transaction,
  ids: Ids,
  products: readonly { id: string; title: Title; variants: readonly NewVariant[] }[],
): Promise<void> {
  for (const { variants } of products) {
    refuseRepeated(variants);
    refuseOddOptions(variants.map((variant, index) => ({ ...variant, pointer: `/variants/${index}` })));
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
 * Adds a variant to an own product; answers its id. Throws as `lockOwnProduct`, catalogue.TOO_MANY_VARIANTS,
 * catalogue.SKU_TAKEN, catalogue.VARIANT_EXISTS when a sister has the same options.
 */
export async function addVariant(
  trx: Transaction,
  { ids }: { ids: Ids },
  { sellerId, productId }: { sellerId: string; productId: string },
  variant: NewVariant,
): Promise<string> {
  const product = await lockOwnProduct(trx, sellerId, productId);
  refuseOddOptions([{ ...variant, pointer: '' }]);
  const positions = await readVariantPositions(trx, productId);
  if (positions.length >= MOST_VARIANTS) {
    throw new WaslError('catalogue.TOO_MANY_VARIANTS', {
      detail: `A product has ${MOST_VARIANTS} variants at most.`,
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
 * Changes a variant of an own product. Carts and orders name the variant, so what they say of it follows; placed orders
 * keep what they were placed with. Throws as `lockForEdit` and `addVariant`.
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
  refuseOddOptions([{ options, optionTexts, pointer: '' }]);
  await patchVariant(trx, variantId, {
    ...(sku === undefined ? {} : { sku }),
    ...(name === undefined ? {} : { nameEn: name.en, nameAr: name.ar }),
    options,
    optionTexts,
  }).catch(inCatalogueWords);
  await writeProduct(trx, product);
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

/** A variant without a name is called by its options; without those, as its product. */
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
    const sorted = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
    const pointer = `/variants/${index}`;
    return [
      ...(isNew(`sku ${sku}`)
        ? []
        : [{ pointer: `${pointer}/sku`, code: 'duplicate', message: `${sku} stands here twice` }]),
      ...(isNew(`options ${JSON.stringify(sorted)}`)
        ? []
        : [{ pointer: `${pointer}/options`, code: 'duplicate', message: 'stand here twice' }]),
    ];
  });
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
}

/** Options have names that can be chosen by, and words stand for options that the variant has. */
function refuseOddOptions(
  variants: readonly (Pick<NewVariant, 'options' | 'optionTexts'> & { pointer: string })[],
): void {
  const errors = variants.flatMap(({ options, optionTexts = {}, pointer }) => [
    ...Object.keys(options)
      .filter((key) => !OPTION_NAME.test(key))
      .map((key) => ({
        pointer: `${pointer}/options`,
        code: 'name',
        message: `${JSON.stringify(key)} must begin with a letter or digit and have no colon, 60 characters at most`,
      })),
    ...Object.keys(optionTexts)
      .filter((key) => !Object.hasOwn(options, key))
      .map((key) => ({
        pointer: `${pointer}/optionTexts`,
        code: 'unknown',
        message: `${key} is none of the options`,
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
  const errors = pointers.map((pointer) => ({ pointer, code: 'taken', message: 'is used already' }));
  return new WaslError('catalogue.SKU_TAKEN', { errors });
}
