import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { idempotently, remembered } from '../../kernel/http/idempotency.ts';
import type { OperationRequest } from '../../kernel/http/operation.ts';
import { ownSellerId } from '../../kernel/http/principal.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { cleanImage } from '../../kernel/uploads/clean-image.ts';
import { urlOf } from '../../kernel/uploads/serve-uploads.ts';
import { storeFile } from '../../kernel/uploads/stored-files.ts';
import { lockForEdit, lockOwnProduct, noSuchProduct, type ProductEdit, writeProduct } from './own-product.ts';

type Schemas = components['schemas'];

/** Of one product. */
const MOST_IMAGES = 12;

export interface ImageRow {
  id: string;
  product_id: string;
  file: string;
  content_type: string;
  width: number;
  height: number;
  alt_en: string;
  alt_ar: string;
  position: number;
}

/**
 * Adds a picture at the end of an own product's. What can be refused without its bytes is refused before they are
 * stored. Throws as `cleanImage` and `lockOwnProduct`, catalogue.TOO_MANY_IMAGES.
 */
export async function addImage(
  deps: Pick<Dependencies, 'database' | 'files' | 'ids'>,
  { params, body, caller, idempotency }: OperationRequest<'addProductImage'>,
): Promise<{ image: ImageRow; replayed: boolean }> {
  const { database, ids } = deps;
  const sellerId = ownSellerId(caller);
  const known = await remembered(database, idempotency);
  if (known !== null) return { image: await findImage(database, known.reference.id), replayed: true };
  await requireOwn(database, sellerId, params.id);
  const image = cleanImage(Buffer.from(body.image, 'base64'), '/image');
  const file = await storeFile(deps, image, 'public');
  const { type, bytes, width, height } = image;
  const { reference, replayed } = await inTransaction(database, (trx) =>
    idempotently(trx, idempotency, async () => {
      const product = await lockOwnProduct(trx, sellerId, params.id);
      const position = await nextPosition(trx, product.id);
      const id = ids.next();
      await trx('product_images').insert({
        ...{ id, product_id: product.id, file, content_type: type, bytes: bytes.length, width, height },
        ...{ alt_en: body.alt?.en ?? '', alt_ar: body.alt?.ar ?? '', position },
      });
      await writeProduct(trx, product);
      return { status: 201, reference: { id } };
    }),
  );
  return { image: await findImage(database, reference.id), replayed };
}

async function requireOwn(database: Database, sellerId: string, id: string): Promise<void> {
  const own = await database('products').where({ id, created_by_seller_id: sellerId }).first('id');
  if (own === undefined) throw noSuchProduct();
}

async function nextPosition(trx: Transaction, productId: string): Promise<number> {
  const positions = await trx('product_images').where({ product_id: productId }).pluck<number[]>('position');
  if (positions.length >= MOST_IMAGES) {
    throw new WaslError('catalogue.TOO_MANY_IMAGES', {
      detail: `A product has ${MOST_IMAGES} pictures at most. Delete one first.`,
    });
  }
  return 1 + Math.max(-1, ...positions);
}

/** Changes what is said of a picture to those who cannot see it. */
export async function describeImage(
  trx: Transaction,
  imageId: string,
  edit: ProductEdit<Schemas['LocalizedAlt']>,
): Promise<void> {
  const product = await lockForEdit(trx, edit);
  const { en, ar } = edit.change;
  const changed = await trx('product_images')
    .where({ id: imageId, product_id: product.id })
    .update({ alt_en: en, alt_ar: ar });
  if (changed === 0) throw noSuchImage();
  await writeProduct(trx, product);
}

/** The file follows a day later: a page that somebody looks at may still show it. */
export async function removeImage(
  trx: Transaction,
  imageId: string,
  edit: Omit<ProductEdit<never>, 'change'>,
): Promise<void> {
  const product = await lockForEdit(trx, edit);
  const removed = await trx('product_images').where({ id: imageId, product_id: product.id }).delete();
  if (removed === 0) throw noSuchImage();
  await writeProduct(trx, product);
}

/** Throws common.VALIDATION_FAILED unless all of the product's pictures are named, each once. */
export async function orderImages(trx: Transaction, edit: ProductEdit<readonly string[]>): Promise<void> {
  const product = await lockForEdit(trx, edit);
  const wanted = edit.change;
  const present = await trx('product_images').where({ product_id: product.id }).pluck<string[]>('id');
  if (wanted.length !== present.length || present.some((id) => !wanted.includes(id))) {
    throw new WaslError('common.VALIDATION_FAILED', {
      errors: [
        { pointer: '/imageIds', code: 'order', message: 'must name each picture of the product once' },
      ],
    });
  }
  await trx.raw(
    `UPDATE product_images i SET position = o.position - 1
       FROM unnest(?::uuid[]) WITH ORDINALITY AS o (id, position) WHERE i.id = o.id`,
    [[...wanted]],
  );
  await writeProduct(trx, product);
}

/** Of these products, each one's in the seller's order. */
export function readImages(database: Database, productIds: readonly string[]): Promise<ImageRow[]> {
  return database<ImageRow>('product_images')
    .whereIn('product_id', productIds)
    .orderBy(['product_id', 'position'])
    .select();
}

/** The first picture of each of these products that has one, by product. */
export async function readCovers(
  database: Database,
  productIds: readonly string[],
): Promise<Map<string, ImageRow>> {
  const rows = await database<ImageRow>('product_images')
    .distinctOn('product_id')
    .whereIn('product_id', productIds)
    .orderBy(['product_id', 'position'])
    .select();
  return new Map(rows.map((row) => [row.product_id, row]));
}

async function findImage(database: Database, id: string | undefined): Promise<ImageRow> {
  const row = await database<ImageRow>('product_images')
    .where('id', id ?? null)
    .first();
  if (row === undefined) throw noSuchImage();
  return row;
}

function noSuchImage(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such picture.' });
}

export function renderShopperImage(row: ImageRow, locale: Locale): Schemas['ShopperImage'] {
  const { file, width, height, alt_en: en, alt_ar: ar } = row;
  return { url: urlOf(file), width, height, alt: locale === 'ar' ? ar : en };
}

export function renderImage(row: ImageRow): Schemas['ProductImage'] {
  return {
    id: row.id,
    url: urlOf(row.file),
    contentType: row.content_type as Schemas['ProductImage']['contentType'],
    width: row.width,
    height: row.height,
    alt: { en: row.alt_en, ar: row.alt_ar },
  };
}
