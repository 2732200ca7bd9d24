import { MAX_VARIANTS, type readProductsOfFile } from '../catalogue/catalogue.ts';
import { booleanCell, CellReader, mangled, plain, sameText, versionCell } from './cells.ts';
import { type FieldRule, fieldViolation } from './field-rules.ts';
import { idIn } from './named-offers.ts';
import {
  canonical,
  optionsText,
  PRODUCT_COLUMNS,
  type RowOptions,
  readOptions,
  textsText,
} from './product-columns.ts';
import { type Change, changed, type SheetRow, type Violation } from './sheet.ts';

type Facts = Awaited<ReturnType<typeof readProductsOfFile>>;
export type OwnProduct = Facts['products'] extends Map<string, infer P> ? P : never;
type OwnVariant = OwnProduct['variants'][number];
type Both = { en: string; ar: string };

export interface PlanFacts extends Facts {
  categoryIds: ReadonlyMap<string, string>;
  categorySlugs: ReadonlyMap<string, string>;
}

/** A row of a product: one variant, and values of the product. */
export interface ProductRow {
  row: number;
  reader: CellReader;
  notes: Violation[];
  changes: Change[];
  /** Null for a new one. */
  variant: OwnVariant | null;
  sku: string;
  name: Both | undefined;
  options: RowOptions | null;
}

/** What a file requests for one product, compared with its present state. */
export interface ProductPlan {
  rows: ProductRow[];
  /** Null for a new one. */
  product: OwnProduct['product'] | null;
  version: number | undefined;
  categoryId: string | undefined;
  title: Both | undefined;
  description: Both | undefined;
  digital: boolean | undefined;
  active: boolean | undefined;
}

/** Compares the rows of one product with its present state. Errors go to the rows' readers. */
export function planProduct(given: readonly SheetRow[], facts: PlanFacts): ProductPlan {
  const rows = given.map(
    ({ row, cells }): ProductRow => ({
      ...{ row, reader: new CellReader(cells), notes: [], changes: [], variant: null },
      ...{ sku: plain(cells.sku), name: undefined, options: null },
    }),
  );
  const own = ownProduct(rows, facts);
  const product = own?.product ?? null;
  const said = new ProductCells(rows);
  const plan: ProductPlan = {
    rows,
    product,
    version: said.read('version', versionCell),
    categoryId: categoryOf(said, facts),
    title: bothOf(said, 'title', 'name', product && { en: product.titleEn, ar: product.titleAr }),
    description: bothOf(
      ...([said, 'description', 'description'] as const),
      product && { en: product.descriptionEn, ar: product.descriptionAr },
    ),
    digital: said.read('digital', booleanCell),
    active: said.read('active', booleanCell),
  };
  if (product !== null && plan.version !== undefined && plan.version !== product.version)
    said.fault('version', 'stale');
  noteProductChanges(plan, said, facts);
  for (const row of rows) readVariant(row, own?.variants ?? [], plan, facts);
  refuseRepeated(rows, own?.variants ?? []);
  return plan;
}

/** The seller's own product named by the rows, by its id or one of its SKUs. */
function ownProduct(rows: readonly ProductRow[], { products, productOfSku }: Facts): OwnProduct | null {
  const named = rows.find(({ reader }) => reader.text('productId') !== '');
  if (named === undefined)
    return (
      rows.map(({ sku }) => products.get(productOfSku.get(sku) ?? '')).find((own) => own !== undefined) ??
      null
    );
  const own = products.get(idIn(named.reader.text('productId')) ?? '');
  if (own !== undefined) return own;
  for (const { reader } of rows) reader.fault('productId', 'unknown-id');
  return null;
}

/** The product's values from all its rows: each column must be given once, or equally in all rows. */
class ProductCells {
  readonly #rows: readonly ProductRow[];

  constructor(rows: readonly ProductRow[]) {
    this.#rows = rows;
    for (const column of PRODUCT_COLUMNS) {
      const first = this.rowOf(column);
      const others = rows.filter(({ reader }) => reader !== first.reader && reader.text(column) !== '');
      for (const { reader } of others)
        if (!sameText(reader.text(column), first.reader.text(column)))
          reader.fault(column, 'differs', first.row);
    }
  }

  /** The first row with a value; otherwise the first row. */
  rowOf(column: string): ProductRow {
    const found = this.#rows.find(({ reader }) => reader.text(column) !== '') ?? this.#rows[0];
    if (found === undefined) throw new Error('a product in a file must have a row');
    return found;
  }

  read<T>(column: string, parse: Parameters<CellReader['read']>[1]): T | undefined {
    return this.rowOf(column).reader.read(column, parse) as T | undefined;
  }

  text(column: string): string {
    return this.rowOf(column).reader.text(column);
  }

  fault(column: string, code: Violation['code'], about?: string | number): void {
    this.rowOf(column).reader.fault(column, code, about);
  }
}

function categoryOf(said: ProductCells, { categoryIds, categorySlugs }: PlanFacts): string | undefined {
  const named = said.text('category');
  if (named === '') return undefined;
  const id = categoryIds.get(named.toLowerCase()) ?? (categorySlugs.has(named) ? named : undefined);
  if (id === undefined) said.fault('category', 'unknown-category');
  return id;
}

/** A text in both languages; what the file omits stays unchanged. */
function bothOf(
  said: ProductCells,
  field: 'title' | 'description',
  rule: FieldRule,
  present: Both | null,
): Both | undefined {
  const read = (locale: 'En' | 'Ar', now: string | undefined) => {
    const column = `${field}${locale}`;
    const text = said.text(column);
    if (text === '') return now;
    if (now !== undefined && sameText(now, text)) return now;
    const fault = fieldViolation(rule, text);
    if (fault !== null) said.fault(column, fault.code, fault.about);
    return text;
  };
  const [en, ar] = [read('En', present?.en), read('Ar', present?.ar)];
  return en === undefined || ar === undefined ? undefined : { en, ar };
}

const REQUIRED_COLUMNS = ['category', 'titleEn', 'titleAr', 'descriptionEn', 'descriptionAr'] as const;

function noteProductChanges(plan: ProductPlan, said: ProductCells, { categorySlugs }: PlanFacts): void {
  const { product, categoryId, title, description, digital, active } = plan;
  const note = (column: string, before: string | null, after: string | undefined) =>
    said.rowOf(column).changes.push(...changed(column, before, after));
  const slug = (id: string | undefined) => (id === undefined ? undefined : (categorySlugs.get(id) ?? id));
  const word = (value: boolean | undefined) => (value === undefined ? undefined : String(value));
  if (product === null)
    for (const column of REQUIRED_COLUMNS) if (said.text(column) === '') said.fault(column, 'missing');
  note('category', product === null ? null : (slug(product.categoryId) ?? null), slug(categoryId));
  note('titleEn', product?.titleEn ?? null, title?.en);
  note('titleAr', product?.titleAr ?? null, title?.ar);
  note('descriptionEn', product?.descriptionEn ?? null, description?.en);
  note('descriptionAr', product?.descriptionAr ?? null, description?.ar);
  note('active', product === null ? null : String(product.active), word(active));
  if (product === null) note('digital', null, word(digital));
  else if (digital !== undefined && digital !== product.digital)
    said
      .rowOf('digital')
      .notes.push({ column: 'digital', code: 'digital-stays', value: word(digital) ?? '' });
}

/** A row's variant: an existing one by id or SKU, or a new one. */
function readVariant(
  row: ProductRow,
  variants: readonly OwnVariant[],
  plan: ProductPlan,
  facts: PlanFacts,
): void {
  const { reader, sku } = row;
  const id = reader.text('variantId');
  const variant = variants.find((each) => (id === '' ? each.sku === sku : each.id === idIn(id))) ?? null;
  if (id !== '' && variant === null) reader.fault('variantId', 'unknown-id');
  row.variant = variant;
  if (variant !== null && (sku === '' || mangled(sku, variant.sku))) row.sku = variant.sku;
  if (row.sku !== variant?.sku) {
    const fault = fieldViolation('sku', row.sku);
    if (fault !== null) reader.fault('sku', fault.code, fault.about);
    else if (facts.productOfSku.has(row.sku)) reader.fault('sku', 'taken');
  }
  row.name = nameOf(reader, variant);
  const read = readOptions(reader);
  row.options = read ?? (variant === null ? { options: {}, texts: {}, hasTexts: false } : null);
  const after = wantedOptions(row);
  row.changes.push(
    ...changed('sku', variant?.sku ?? null, row.sku),
    ...changed('variantNameEn', variant?.nameEn ?? null, row.name?.en),
    ...changed('variantNameAr', variant?.nameAr ?? null, row.name?.ar),
  );
  if (after === null) return;
  const before = variant ?? { options: {}, optionTexts: {} };
  if (canonical(before.options) !== canonical(after.options)) {
    const [was, now] = [optionsText(before.options), optionsText(after.options)];
    row.changes.push({ column: 'options', before: variant && was, after: now });
  }
  const texts = canonicalTexts(after.optionTexts);
  if (canonicalTexts(before.optionTexts) !== texts) {
    const [was, now] = [textsText(before.optionTexts), textsText(after.optionTexts)];
    row.changes.push({ column: 'optionTexts', before: variant && was, after: now });
  }
  if (plan.product === null && plan.rows.length > MAX_VARIANTS)
    reader.fault(null, 'too-many-variants', MAX_VARIANTS);
}

/** Option names in a canonical language order. */
function canonicalTexts(texts: OwnVariant['optionTexts']): string {
  const plainTexts = Object.entries(texts).map(([key, { name, value }]) => {
    return [key, [name.en, name.ar, value.en, value.ar]] as const;
  });
  return canonical(Object.fromEntries(plainTexts));
}

/** The requested options with their names; null if they stay unchanged. */
export function wantedOptions({ options: read, variant }: ProductRow) {
  if (read === null) return null;
  const kept = Object.entries(variant?.optionTexts ?? {}).filter(([key]) => Object.hasOwn(read.options, key));
  return { options: read.options, optionTexts: read.hasTexts ? read.texts : Object.fromEntries(kept) };
}

function nameOf(reader: CellReader, variant: OwnVariant | null): Both | undefined {
  const read = (column: string, now: string | undefined) => {
    const text = reader.text(column);
    if (text === '' || (now !== undefined && sameText(now, text))) return now;
    const fault = fieldViolation('name', text);
    if (fault !== null) reader.fault(column, fault.code, fault.about);
    return text;
  };
  const [en, ar] = [read('variantNameEn', variant?.nameEn), read('variantNameAr', variant?.nameAr)];
  if (en !== undefined && ar !== undefined) return { en, ar };
  if (en !== undefined) reader.fault('variantNameAr', 'missing');
  if (ar !== undefined) reader.fault('variantNameEn', 'missing');
  return undefined;
}

/** Refuses two rows about one variant, and two variants with the same options. */
function refuseRepeated(rows: readonly ProductRow[], variants: readonly OwnVariant[]): void {
  const rowOf = new Map<string, number>();
  const optionsOf = new Map<string, string>(variants.map(({ id, options }) => [id, canonical(options)]));
  for (const row of rows) {
    const before = rowOf.get(row.sku);
    if (before !== undefined) row.reader.fault('sku', 'duplicate', before);
    rowOf.set(row.sku, row.row);
    const wanted = wantedOptions(row);
    if (wanted !== null) optionsOf.set(keyOf(row), canonical(wanted.options));
  }
  const variantsWith = new Map<string, number>();
  for (const options of optionsOf.values()) variantsWith.set(options, (variantsWith.get(options) ?? 0) + 1);
  for (const row of rows) {
    const own = optionsOf.get(keyOf(row));
    const repeated = own !== undefined && (variantsWith.get(own) ?? 0) > 1;
    if (repeated && row.changes.some(({ column }) => column === 'options' || row.variant === null))
      row.reader.fault('option1', 'same-options');
  }
}

/** Identifies the row's variant, which may not exist yet. */
function keyOf({ variant, row }: ProductRow): string {
  return variant?.id ?? `row ${row}`;
}
