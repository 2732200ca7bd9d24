import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../../db/database.ts';
import type { Catalogue, CatalogueProduct, CatalogueVariant } from './import-catalogue-schema.ts';

export type ImportedKind =
  | 'commissionPlans'
  | 'categories'
  | 'sellers'
  | 'warehouses'
  | 'products'
  | 'variants'
  | 'offers'
  | 'stockLevels';

export type Tally = {
  /** In the file. */
  total: number;
  created: number;
  updated: number;
};

export type Tallies = Record<ImportedKind, Tally>;

type Row = Record<string, unknown>;

interface Upsert {
  /** How the row is found again. */
  by: Row;
  /** Written once; later imports leave them alone. */
  once?: Row;
  /** Brought to what the file says at every import. */
  always?: Row;
}

interface SellerIds {
  sellerId: string;
  warehouseId: string;
}

/** Writes a checked catalogue; the transaction is the caller's. */
export class CatalogueWriter {
  readonly tallies: Tallies = {
    commissionPlans: zero(),
    categories: zero(),
    sellers: zero(),
    warehouses: zero(),
    products: zero(),
    variants: zero(),
    offers: zero(),
    stockLevels: zero(),
  };
  readonly #trx: Transaction;
  readonly #categories = new Map<string, string>();
  readonly #sellers = new Map<string, SellerIds>();

  constructor(trx: Transaction) {
    this.#trx = trx;
  }

  /** Whether anything was written. */
  get changed(): boolean {
    return Object.values(this.tallies).some(({ created, updated }) => created + updated > 0);
  }

  async write(catalogue: Catalogue): Promise<void> {
    const { name, percent } = catalogue.commissionPlan;
    const planId = await this.#upsert('commissionPlans', 'commission_plans', {
      by: { name },
      once: { percent },
    });
    await this.#writeCategories(catalogue.categories);
    for (const seller of catalogue.sellers) await this.#writeSeller(seller, planId);
    for (const product of catalogue.products) await this.#writeProduct(product);
  }

  async #writeCategories(categories: Catalogue['categories']): Promise<void> {
    for (const { position, category } of parentsFirst(categories)) {
      const { key, name, parent } = category;
      const id = await this.#upsert('categories', 'categories', {
        by: { import_key: key },
        once: { slug: key },
        always: {
          name_en: name.en,
          name_ar: name.ar,
          parent_id: parent === undefined ? null : known(this.#categories, parent),
          position,
        },
      });
      this.#categories.set(key, id);
    }
  }

  async #writeSeller(seller: Catalogue['sellers'][number], planId: string): Promise<void> {
    const sellerId = await this.#upsert('sellers', 'sellers', {
      by: { import_key: seller.key },
      once: {
        legal_name: seller.legalName,
        legal_name_placeholder: seller.legalNamePlaceholder,
        status: 'ACTIVE',
        owner_account_id: null,
        commission_plan_id: planId,
      },
      always: { display_name_en: seller.displayName.en, display_name_ar: seller.displayName.ar },
    });
    const { location, zoneNumber, streetNumber, buildingNumber, ...rest } = seller.warehouse;
    // Once there, an address is edited through the API, never by an import.
    const warehouseId = await this.#upsert('warehouses', 'warehouses', {
      by: { import_key: seller.key },
      once: {
        seller_id: sellerId,
        zone_number: zoneNumber,
        street_number: streetNumber,
        building_number: buildingNumber,
        ...location,
        ...rest,
      },
    });
    this.#sellers.set(seller.key, { sellerId, warehouseId });
  }

  async #writeProduct(product: CatalogueProduct): Promise<void> {
    const productId = await this.#upsert('products', 'products', {
      by: { import_key: product.key },
      always: {
        category_id: known(this.#categories, product.category),
        title_en: product.title.en,
        title_ar: product.title.ar,
        description_en: product.description.en,
        description_ar: product.description.ar,
        digital: product.digital,
      },
    });
    for (const [position, variant] of product.variants.entries())
      await this.#writeVariant(productId, variant, position);
  }

  async #writeVariant(productId: string, variant: CatalogueVariant, position: number): Promise<void> {
    const { sku, name, options } = variant;
    const variantId = await this.#upsert('variants', 'variants', {
      by: { import_key: sku },
      once: { sku, product_id: productId },
      always: { name_en: name.en, name_ar: name.ar, options, position },
    });
    for (const { seller, price, stock } of variant.offers) {
      const { sellerId, warehouseId } = known(this.#sellers, seller);
      const offerId = await this.#upsert('offers', 'offers', {
        by: { variant_id: variantId, seller_id: sellerId },
        always: { price },
      });
      await this.#openStock(offerId, warehouseId, stock);
    }
  }

  /** Opening stock; a level that is there already belongs to whoever counts it. */
  async #openStock(offerId: string, warehouseId: string, stock: number): Promise<void> {
    const tally = this.tallies.stockLevels;
    tally.total += 1;
    const level = { offer_id: offerId, warehouse_id: warehouseId };
    const counted = await this.#trx('stock_levels').where({ offer_id: offerId }).first('offer_id');
    if (counted !== undefined) return;
    await this.#trx('stock_levels').insert({ ...level, on_hand: stock });
    await this.#trx('stock_movements').insert({
      ...level,
      id: uuidv7(),
      on_hand_delta: stock,
      reserved_delta: 0,
      cause: 'IMPORT',
      cause_id: 'opening stock',
    });
    tally.created += 1;
  }

  async #upsert(kind: ImportedKind, table: string, { by, once = {}, always = {} }: Upsert): Promise<string> {
    const tally = this.tallies[kind];
    tally.total += 1;
    const present = await this.#trx<Row>(table).where(by).first<Row | undefined>();
    if (present === undefined) {
      const id = uuidv7();
      await this.#trx(table).insert({ id, ...by, ...once, ...always });
      tally.created += 1;
      return id;
    }
    const differs = Object.entries(always).some(([name, value]) => !isDeepStrictEqual(present[name], value));
    if (differs) {
      await this.#trx(table)
        .where(by)
        .update({ ...always, ...bookkeeping(present) });
      tally.updated += 1;
    }
    return String(present.id);
  }
}

function bookkeeping(present: Row): Row {
  return {
    ...(typeof present.version === 'number' ? { version: present.version + 1 } : {}),
    ...(present.updated_at instanceof Date ? { updated_at: new Date() } : {}),
  };
}

/** A category may stand in the file before its parent; `position` is its place there. */
function parentsFirst(categories: Catalogue['categories']) {
  const parents = new Map(categories.map(({ key, parent }) => [key, parent]));
  const depth = (key: string): number => {
    const parent = parents.get(key);
    return parent === undefined ? 0 : 1 + depth(parent);
  };
  return categories
    .map((category, position) => ({ category, position, depth: depth(category.key) }))
    .sort((a, b) => a.depth - b.depth);
}

function known<V>(ids: ReadonlyMap<string, V>, key: string): V {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`"${key}" was checked but is not there`);
  return id;
}

function zero(): Tally {
  return { total: 0, created: 0, updated: 0 };
}
