import { Refused, type Schema } from '../../people/person.ts';
import type { PlannedProduct, PlannedSeller } from '../model/day-plan.ts';
import type { Logbook } from '../record/logbook.ts';
import { allPages } from '../watch/snapshots.ts';
import type { Citizen } from '../world/citizen.ts';
import type { Shop, ShopProduct } from '../world/world.ts';
import type { Accounts } from './accounts.ts';

export interface ShopTerms {
  accounts: Accounts;
  admin: Citizen;
  logbook: Logbook;
  seed: number;
  categories: readonly Schema<'Category'>[];
}

/** Creates a shop with its owner, warehouse and goods, or reuses those of an earlier run. */
export async function openShop(terms: ShopTerms, planned: PlannedSeller): Promise<Shop> {
  const {
    citizen,
    account: entered,
    password,
  } = await terms.accounts.enter('SELLER', planned.key, `${planned.name.en} (city)`);
  const sellerId = await admitted(terms, citizen, planned, entered.id);
  const { person, api } = citizen;
  const account = await person.ok('read own profile', api.GET('/me'));
  citizen.enrol({ ...account, sellerId });
  const goods = await offerAll(terms, citizen, planned);
  return { citizen, sellerId, ...goods, key: planned.key, password };
}

async function admitted(
  { admin, logbook }: ShopTerms,
  { person, api }: Citizen,
  planned: PlannedSeller,
  accountId: string,
): Promise<string> {
  const known = await api.GET('/seller');
  const seller = known.data ?? (await person.ok('apply as seller', applies(api, planned)));
  if (seller.status === 'APPLIED') {
    const params = { path: { id: seller.id } };
    await admin.person.ok(
      'approve the seller',
      admin.api.POST('/admin/sellers/{id}/approve', { params, body: {} }),
    );
    logbook.approvals.push({ kind: 'SELLER', accountId, id: seller.id });
  }
  return seller.id;
}

function applies(api: Citizen['api'], { legalName, name, phone, warehouse }: PlannedSeller) {
  const { zoneNumber, streetNumber, buildingNumber, location } = warehouse;
  const address = { zoneNumber, streetNumber, buildingNumber, location };
  return api.POST('/seller/applications', {
    body: { legalName, displayName: name, warehouse: { name: warehouse.name, phone, ...address } },
  });
}

/** Makes a SKU of the plan, which is unique only in its day, unique in the installation. */
export function skuOf(seed: number, sku: string): string {
  return `CITY-${seed}-${sku}`;
}

async function offerAll(
  { seed, categories }: ShopTerms,
  { person, api }: Citizen,
  planned: PlannedSeller,
): Promise<Pick<Shop, 'offers' | 'products'>> {
  const [known, made] = await Promise.all([
    allPages((query) => person.ok('list offers', api.GET('/seller/offers', { params: { query } }))),
    allPages((query) => person.ok('list products', api.GET('/seller/products', { params: { query } }))),
  ]);
  const offerOf = new Map(known.map(({ sku, id }) => [sku, id]));
  const variantOf = new Map(made.flatMap(variantsOf));
  const offers = new Map<string, string>();
  const products = new Map<string, ShopProduct>();
  for (const [index, product] of planned.products.entries()) {
    const isMade = product.variants.some(({ sku }) => variantOf.has(skuOf(seed, sku)));
    if (!isMade) {
      const category = categories[index % categories.length];
      const created = await person.ok('create a product', creates(api, product, seed, category?.id ?? ''));
      for (const [sku, ids] of variantsOf(created)) variantOf.set(sku, ids);
    }
    for (const { sku, price } of product.variants) {
      const full = skuOf(seed, sku);
      const { productId, variantId } = variantOf.get(full) ?? { productId: '', variantId: '' };
      products.set(sku, { productId, variantId, title: product.title.en });
      offers.set(sku, offerOf.get(full) ?? (await offer({ person, api }, variantId, price)));
    }
  }
  return { offers, products };
}

function variantsOf({
  id: productId,
  variants,
}: {
  id: string;
  variants: readonly { id: string; sku: string }[];
}): [sku: string, ids: Omit<ShopProduct, 'title'>][] {
  return variants.map(({ sku, id: variantId }) => [sku, { productId, variantId }]);
}

function creates(api: Citizen['api'], product: PlannedProduct, seed: number, categoryId: string) {
  const { title, description } = product;
  const variants = product.variants.map(({ sku, options }) => ({ sku: skuOf(seed, sku), options }));
  return api.POST('/seller/products', { body: { categoryId, title, description, variants } });
}

async function offer(
  { person, api }: Pick<Citizen, 'person' | 'api'>,
  variantId: string,
  price: string,
): Promise<string> {
  const body = { variantId, price: { amount: price, currency: 'QAR' as const }, active: true };
  return (await person.ok('offer a variant', api.POST('/seller/offers', { body }))).id;
}

/** Sets the stock to that of the plan at the start of each day; prices stay as they are. */
export async function stockUp(
  { citizen, sellerId, offers }: Shop,
  planned: PlannedSeller,
  logbook: Logbook,
): Promise<void> {
  const { person, api } = citizen;
  const warehouses = await person.ok('list warehouses', api.GET('/seller/warehouses'));
  const warehouseId = warehouses.data[0]?.id;
  if (warehouseId === undefined) throw new Error(`${citizen.email} has no warehouse`);
  const levels = await allPages((query) =>
    person.ok('read stock', api.GET('/seller/stock', { params: { query: { ...query, warehouseId } } })),
  );
  const levelOf = new Map(levels.map((level) => [level.offerId, level]));
  for (const { sku, stock } of planned.products.flatMap(({ variants }) => variants)) {
    const offerId = offers.get(sku) ?? '';
    const level = levelOf.get(offerId);
    const reserved = level?.reserved ?? 0;
    const onHand = stock + reserved;
    if (level?.onHand !== onHand) {
      const params = {
        path: { offerId, warehouseId },
        // A stock level that was never set has version 0.
        header: { 'If-Match': `"${level?.version ?? 0}"` },
      };
      await setLevel(
        person.ok(
          'set stock',
          api.PUT('/seller/stock/{offerId}/{warehouseId}', { params, body: { onHand } }),
        ),
      );
    }
    logbook.stocked({ sellerId, offerId, warehouseId, onHand, reserved });
  }
  const priced = await allPages((query) =>
    person.ok('list offers', api.GET('/seller/offers', { params: { query } })),
  );
  for (const { id: offerId, price } of priced)
    logbook.openingPrices.push({ sellerId, offerId, price: price.amount });
}

/** If the answer was lost, the level has already been set and its version increased. */
async function setLevel(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 412) throw error;
  }
}
