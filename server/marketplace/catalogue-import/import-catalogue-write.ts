import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../../db/database.ts';
import type { KeyedRows } from '../../../db/keyed-rows.ts';
import { fileCategories, fileOffers, fileProducts, fileTexts, fileVariants } from '../catalogue/catalogue.ts';
import { fileWarehouses, openStock } from '../inventory/inventory.ts';
import { fileCommissionPlans, fileSellers } from '../sellers/sellers.ts';
import type { Catalogue, CatalogueProduct, CatalogueVariant } from './import-catalogue-schema.ts';

export type ImportedKind =
  | 'commissionPlans'
  | 'categories'
  | 'sellers'
  | 'warehouses'
  | 'products'
  | 'variants'
  | 'offers'
  | 'stockLevels'
  | 'pictures';

export type Tally = {
  /** Number in the file. */
  total: number;
  created: number;
  updated: number;
};

export type Tallies = Record<ImportedKind, Tally>;

interface SellerIds {
  sellerId: string;
  warehouseId: string;
}

/** Writes a validated catalogue within the caller's transaction. */
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
    pictures: zero(),
  };
  /** By key, once written. */
  readonly productIds = new Map<string, string>();
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
    const planId = await this.#put('commissionPlans', fileCommissionPlans, { name, percent });
    await this.#writeCategories(catalogue.categories);
    for (const seller of catalogue.sellers) await this.#writeSeller(seller, planId);
    for (const product of catalogue.products) await this.#writeProduct(product);
  }

  async #writeCategories(categories: Catalogue['categories']): Promise<void> {
    for (const { position, category } of parentsFirst(categories)) {
      const { key, name, parent } = category;
      const id = await this.#put('categories', fileCategories, {
        import_key: key,
        slug: key,
        name_en: name.en,
        name_ar: name.ar,
        parent_id: parent === undefined ? null : known(this.#categories, parent),
        position,
      });
      this.#categories.set(key, id);
    }
  }

  async #writeSeller(seller: Catalogue['sellers'][number], planId: string): Promise<void> {
    const sellerId = await this.#put('sellers', fileSellers, {
      import_key: seller.key,
      legal_name: seller.legalName,
      legal_name_placeholder: seller.legalNamePlaceholder,
      status: 'ACTIVE',
      owner_account_id: null,
      commission_plan_id: planId,
      display_name_en: seller.displayName.en,
      display_name_ar: seller.displayName.ar,
    });
    const { name, phone, unit, landmark, location, placeholder, ...number } = seller.warehouse;
    const warehouseId = await this.#put('warehouses', fileWarehouses, {
      import_key: seller.key,
      seller_id: sellerId,
      name,
      phone: phone ?? null,
      zone_number: number.zoneNumber,
      street_number: number.streetNumber,
      building_number: number.buildingNumber,
      unit: unit ?? null,
      landmark: landmark ?? null,
      ...location,
      placeholder,
    });
    this.#sellers.set(seller.key, { sellerId, warehouseId });
  }

  async #writeProduct(product: CatalogueProduct): Promise<void> {
    const productId = await this.#put('products', fileProducts, {
      import_key: product.key,
      category_id: known(this.#categories, product.category),
      ...fileTexts(product),
      digital: product.digital,
    });
    this.productIds.set(product.key, productId);
    for (const [position, variant] of product.variants.entries())
      await this.#writeVariant(productId, variant, position);
  }

  async #writeVariant(productId: string, variant: CatalogueVariant, position: number): Promise<void> {
    const { sku, name, options, optionTexts } = variant;
    const variantId = await this.#put('variants', fileVariants, {
      ...{ import_key: sku, sku, product_id: productId },
      ...{ name_en: name.en, name_ar: name.ar, options, option_texts: optionTexts, position },
    });
    for (const { seller, price, stock } of variant.offers) {
      const { sellerId, warehouseId } = known(this.#sellers, seller);
      const offer = { variant_id: variantId, seller_id: sellerId, price };
      const offerId = await this.#put('offers', fileOffers, offer);
      await this.#openStock(offerId, warehouseId, stock);
    }
  }

  /** Writes opening stock. A level that already exists is left to stock counts. */
  async #openStock(offerId: string, warehouseId: string, stock: number): Promise<void> {
    const tally = this.tallies.stockLevels;
    tally.total += 1;
    if (await openStock(this.#trx, { offerId, warehouseId, onHand: stock }, uuidv7)) tally.created += 1;
  }

  /** Writes a row as in the file, counts it, and returns its id. */
  async #put<V>(kind: ImportedKind, rows: KeyedRows<V>, values: V): Promise<string> {
    const tally = this.tallies[kind];
    tally.total += 1;
    const { id, outcome } = await rows.write(this.#trx, values, uuidv7);
    if (outcome !== 'unchanged') tally[outcome] += 1;
    return id;
  }
}

/** A category may precede its parent in the file; `position` is its index there. */
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
  if (id === undefined) throw new Error(`"${key}" was checked but does not exist`);
  return id;
}

function zero(): Tally {
  return { total: 0, created: 0, updated: 0 };
}
