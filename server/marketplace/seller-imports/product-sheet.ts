import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { components } from '../../kernel/http/api-types.ts';
import {
  addVariant,
  changeProduct,
  changeVariant,
  createProducts,
  readCategorySlugs,
  readProductsOfFile,
} from '../catalogue/catalogue.ts';
import { plain } from './cells.ts';
import { idIn, OnlyOnce } from './named-offers.ts';
import { OPTION_COLUMNS, PRODUCT_COLUMNS, VARIANT_COLUMNS } from './product-columns.ts';
import { type ProductPlan, type ProductRow, planProduct, wantedOptions } from './product-plan.ts';
import { faulty, type Judged, judged, type Sheet, type SheetDependencies, type Violation } from './sheet.ts';

type Schemas = components['schemas'];

/** Products with one row per variant. Rows with the same productId, or the same new title, form a product. */
export const productSheet: Sheet = {
  columns: [
    'productId',
    ...PRODUCT_COLUMNS,
    ...VARIANT_COLUMNS,
    ...OPTION_COLUMNS.flatMap((columns) => Object.values(columns)),
  ],
  informative: [],
  needed: [['sku', 'variantId']],
  keyOf: ({ productId, titleEn, sku }) =>
    plain(productId) === '' ? `new ${plain(titleEn) || plain(sku)}` : plain(productId).toLowerCase(),
  async judge(trx, deps, reading, rows) {
    const { sellerId, write } = reading;
    const slugs = await readCategorySlugs(trx);
    const facts = {
      ...(await readProductsOfFile(trx, sellerId, {
        ids: rows.flatMap(({ cells }) => idIn(cells.productId) ?? []),
        skus: [...new Set(rows.map(({ cells }) => plain(cells.sku)).filter((sku) => sku !== ''))],
      })),
      categorySlugs: slugs,
      categoryIds: new Map([...slugs].map(([id, slug]) => [slug, id])),
    };
    const once = new OnlyOnce();
    const units = [...groupBy(rows, ({ unit: number }) => number).values()].map((unit) => {
      const plan = planProduct(unit, facts);
      refuseTwice(plan, once);
      return { plan, rows: judgedPlan(plan) };
    });
    if (write) await applyAll(trx, deps, sellerId, units);
    return units.flatMap((unit) => unit.rows);
  },
};

interface Unit {
  plan: ProductPlan;
  rows: Judged[];
}

/** New products are created together; changes, and new products if one is refused, one by one. */
async function applyAll(
  trx: Transaction,
  deps: SheetDependencies,
  sellerId: string,
  units: readonly Unit[],
): Promise<void> {
  const due = units.filter(({ rows }) => rows.some(({ status }) => status === 'CHANGED'));
  const fresh = due.filter(({ plan }) => plan.product === null);
  const madeTogether =
    fresh.length > 1 &&
    (await attempt(trx, () =>
      make(
        trx,
        deps,
        sellerId,
        fresh.map(({ plan }) => plan),
      ),
    )) === null;
  for (const unit of due) {
    const { plan } = unit;
    if (madeTogether && plan.product === null) continue;
    const refusal = await attempt(trx, () => apply(trx, deps, sellerId, plan));
    if (refusal !== null) unit.rows = unit.rows.map(({ row }) => faulty(row, refusal));
  }
}

/** Two units may name the same product, one by id and one by SKU. */
function refuseTwice({ product, rows }: ProductPlan, once: OnlyOnce): void {
  const fault = product === null ? null : once.take(product.id, rows[0]?.row ?? 0, 'productId');
  if (fault !== null) for (const { reader } of rows) reader.faults.push(fault);
  for (const { sku, variant, row, reader } of rows) {
    const taken = variant === null && sku !== '' ? once.take(`sku ${sku}`, row, 'sku') : null;
    if (taken !== null && reader.faults.length === 0) reader.faults.push(taken);
  }
}

/** The rows of a product succeed or fail together. */
function judgedPlan({ rows }: ProductPlan): Judged[] {
  const isFaulty = rows.some(({ reader }) => reader.faults.length > 0);
  return rows.map(({ row, reader, changes, notes }) => {
    if (!isFaulty) return judged(row, changes, notes);
    const others: Violation = { column: null, code: 'with-others', value: '' };
    return { ...faulty(row, ...(reader.faults.length > 0 ? reader.faults : [others])), notes };
  });
}

/** Runs in a savepoint, so that a refusal undoes only this unit. */
async function attempt(trx: Transaction, work: () => Promise<void>): Promise<Violation | null> {
  await trx.query({ text: 'SAVEPOINT product_of_file' }, []);
  try {
    await work();
    await trx.query({ text: 'RELEASE SAVEPOINT product_of_file' }, []);
    return null;
  } catch (error) {
    if (!(error instanceof WaslError)) throw error;
    await trx.query({ text: 'ROLLBACK TO SAVEPOINT product_of_file' }, []);
    return violationOf(error);
  }
}

async function apply(
  trx: Transaction,
  deps: SheetDependencies,
  sellerId: string,
  plan: ProductPlan,
): Promise<void> {
  const { product, version, rows } = plan;
  if (product === null) return make(trx, deps, sellerId, [plan]);
  // The first edit checks the version that was read; the others follow in the same transaction.
  let ifMatch: number[] | '*' = version === undefined ? '*' : [version];
  const edit = <C>(change: C) => {
    const named = { sellerId, productId: product.id, ifMatch, change };
    ifMatch = '*';
    return named;
  };
  const change = productChange(plan);
  if (Object.keys(change).length > 0) await changeProduct(trx, edit(change));
  for (const row of rows) {
    if (row.variant === null)
      await addVariant(trx, deps, { sellerId, productId: product.id }, newVariant(row));
    else if (row.changes.some(({ column }) => VARIANT_CHANGES.has(column)))
      await changeVariant(trx, row.variant.id, edit(variantChange(row)));
  }
}

const VARIANT_CHANGES: ReadonlySet<string> = new Set([
  ...['sku', 'variantNameEn', 'variantNameAr', 'options', 'optionTexts'],
]);

async function make(
  trx: Transaction,
  deps: SheetDependencies,
  sellerId: string,
  plans: readonly ProductPlan[],
): Promise<void> {
  const ids = await createProducts(trx, deps, sellerId, plans.map(newProduct));
  for (const [index, { active }] of plans.entries()) {
    const productId = ids[index];
    if (active !== false || productId === undefined) continue;
    await changeProduct(trx, { sellerId, productId, ifMatch: '*', change: { active: false } });
  }
}

function newProduct({
  categoryId,
  title,
  description,
  digital,
  rows,
}: ProductPlan): Schemas['CreateProductRequest'] {
  if (categoryId === undefined || title === undefined || description === undefined)
    throw new Error('a new product in a file was not checked');
  return { categoryId, title, description, digital: digital ?? false, variants: rows.map(newVariant) };
}

function productChange({ product, categoryId, title, description, active }: ProductPlan) {
  const change: Schemas['UpdateProductRequest'] = {};
  if (product === null) return change;
  if (categoryId !== undefined && categoryId !== product.categoryId) change.categoryId = categoryId;
  if (title !== undefined && (title.en !== product.titleEn || title.ar !== product.titleAr))
    change.title = title;
  if (
    description !== undefined &&
    (description.en !== product.descriptionEn || description.ar !== product.descriptionAr)
  )
    change.description = description;
  if (active !== undefined && active !== product.active) change.active = active;
  return change;
}

function newVariant(row: ProductRow): Schemas['CreateVariantRequest'] {
  const { options, optionTexts } = wantedOptions(row) ?? { options: {}, optionTexts: {} };
  return { sku: row.sku, options, optionTexts, ...(row.name === undefined ? {} : { name: row.name }) };
}

function variantChange(row: ProductRow): Schemas['UpdateVariantRequest'] {
  return {
    sku: row.sku,
    ...(row.name === undefined ? {} : { name: row.name }),
    ...(wantedOptions(row) ?? {}),
  };
}

/** Attaches a refusal of the catalogue to the cell it concerns. */
function violationOf({ code, errors, message }: WaslError): Violation {
  if (code === 'catalogue.SKU_TAKEN') return { column: 'sku', code: 'taken', value: '' };
  if (code === 'catalogue.VARIANT_EXISTS') return { column: 'option1', code: 'same-options', value: '' };
  if (code === 'common.PRECONDITION_FAILED' || code === 'common.NOT_FOUND')
    return { column: 'version', code: 'stale', value: '' };
  return { column: null, code: 'refused', value: '', about: errors[0]?.message ?? message };
}
