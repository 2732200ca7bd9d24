import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { Variant } from '../../../db/models/variant.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { IfMatch } from '../../kernel/http/preconditions.ts';
import { findSellerOfferIds, readOffersOfProduct, type SellerOfferRow } from './offer-store.ts';
import { lockForEdit, noSuchProduct, writeProduct } from './own-product.ts';
import { saveImages } from './product-images.ts';
import { findShelfProduct, patchProduct, readVariants } from './product-store.ts';
import { renderAnyProduct, renderSellerOffer } from './render-seller-catalogue.ts';
import { changeOffers, offerVariants } from './seller-offers.ts';
import { changeProductFields, createProduct, type WholeProduct, withParts } from './seller-products.ts';
import { saveVariants } from './seller-variants.ts';

type Schemas = components['schemas'];
type SheetOffer = Schemas['SheetOffer'];

interface Sheet {
  whole: WholeProduct;
  offers: SellerOfferRow[];
}

/** A product by any seller, with the given seller's offers of it. Throws common.NOT_FOUND. */
export async function readSheet(database: Database, sellerId: string, id: string): Promise<Sheet> {
  const product = await findShelfProduct(database, sellerId, id);
  const [whole] = product === null ? [] : await withParts(database, [product]);
  if (whole === undefined) throw noSuchProduct();
  return { whole, offers: await readOffersOfProduct(database, sellerId, id) };
}

export function renderSheet(sellerId: string, { whole, offers }: Sheet): Schemas['ProductSheet'] {
  const { sellerId: maker, ...product } = renderAnyProduct(whole);
  return { product: { ...product, own: maker === sellerId }, offers: offers.map(renderSellerOffer) };
}

/** Adds a product with its variants and offers, and returns its id. Throws what `createProduct` throws. */
export async function createSheet(
  trx: Transaction,
  deps: { ids: Ids },
  sellerId: string,
  { active, variants, ...product }: Schemas['CreateProductSheetRequest'],
): Promise<string> {
  const id = await createProduct(trx, deps, sellerId, {
    ...product,
    variants: variants.map(({ offer: _, ...variant }) => variant),
  });
  const written = await readVariants(trx, [id]);
  await saveOffers(trx, deps, sellerId, { productId: id, ...pairOffers(written, variants) });
  if (!active) await patchProduct(trx, id, { active });
  return id;
}

/**
 * Saves an own product with its variants, pictures and offers, all or nothing. Throws what `lockForEdit`,
 * `saveVariants`, `saveImages` and `saveOffers` throw.
 */
export async function saveSheet(
  trx: Transaction,
  deps: { ids: Ids },
  { sellerId, productId, ifMatch }: { sellerId: string; productId: string; ifMatch: IfMatch },
  { variants, images, ...fields }: Schemas['SaveProductSheetRequest'],
): Promise<void> {
  const product = await lockForEdit(trx, { sellerId, productId, ifMatch });
  const change = await changeProductFields(trx, fields);
  const written = await saveVariants(trx, deps, product, variants);
  await saveImages(trx, product, images);
  await writeProduct(trx, product, change);
  await saveOffers(trx, deps, sellerId, { productId, ...pairOffers(written, variants) });
}

/**
 * Saves the seller's offers of a product, its own or another's. Throws common.NOT_FOUND for a product that it can
 * neither see nor sell, common.VALIDATION_FAILED for a duplicate or a variant of another product.
 */
export async function saveProductOffers(
  trx: Transaction,
  deps: { ids: Ids },
  { sellerId, productId }: { sellerId: string; productId: string },
  { offers }: Schemas['SaveProductOffersRequest'],
): Promise<void> {
  if ((await findShelfProduct(trx, sellerId, productId)) === null) throw noSuchProduct();
  const known = new Set((await readVariants(trx, [productId])).map(({ id }) => id));
  const seen = new Set<string>();
  const errors = offers.flatMap(({ variantId }, index) => {
    const pointer = `/offers/${index}/variantId`;
    if (!known.has(variantId))
      return [{ pointer, code: 'unknown', message: 'is not a variant of this product' }];
    const isNew = seen.size < seen.add(variantId).size;
    return isNew ? [] : [{ pointer, code: 'duplicate', message: 'is listed twice' }];
  });
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
  const named = offers.map(({ variantId, ...offer }) => ({ variantId, offer }));
  await saveOffers(trx, deps, sellerId, { productId, named });
}

interface NamedOffer {
  variantId: string;
  offer: SheetOffer;
}

function pairOffers(
  written: readonly Pick<Variant, 'id'>[],
  variants: readonly { offer?: SheetOffer }[],
): { named: NamedOffer[] } {
  const named = variants.flatMap(({ offer }, index) => {
    const variantId = written[index]?.id;
    return offer === undefined || variantId === undefined ? [] : [{ variantId, offer }];
  });
  return { named };
}

/** Throws common.PRECONDITION_FAILED if an offer no longer has the version given. */
async function saveOffers(
  trx: Transaction,
  deps: { ids: Ids },
  sellerId: string,
  { productId, named }: { productId: string; named: readonly NamedOffer[] },
): Promise<void> {
  if (named.length === 0) return;
  const present = await findSellerOfferIds(trx, sellerId, productId);
  const edits = [];
  const added = [];
  for (const { variantId, offer } of named) {
    const { version, ...change } = offer;
    const id = present.get(variantId);
    if ((id === undefined) !== (version === undefined)) throw changedMeanwhile();
    if (id === undefined || version === undefined) added.push({ variantId, ...change });
    else edits.push({ id, ifMatch: [version], change });
  }
  const changed = edits.length === 0 ? [] : await changeOffers(trx, sellerId, edits, { skipUnchanged: true });
  if (changed.some(({ status }) => status === 'STALE' || status === 'NOT_FOUND')) throw changedMeanwhile();
  if (added.length === 0) return;
  const created = await offerVariants(trx, deps, sellerId, added);
  if (created.size < added.length) throw changedMeanwhile();
}

function changedMeanwhile(): WaslError {
  return new WaslError('common.PRECONDITION_FAILED', {
    detail: 'Someone changed an offer of this product in the meantime. Read it again and repeat your edit.',
  });
}
