import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { Product } from '../../../db/models/product.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { refuseMisleadingText } from '../../kernel/http/clean-text.ts';
import { idempotently, remembered } from '../../kernel/http/idempotency.ts';
import type { OperationRequest } from '../../kernel/http/operation.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { cleanImage } from '../../kernel/uploads/clean-image.ts';
import { urlOf } from '../../kernel/uploads/serve-uploads.ts';
import { storeFile } from '../../kernel/uploads/stored-files.ts';
import {
  lockForEdit,
  lockOwnProduct,
  type ProductEdit,
  type ProductOwner,
  writeProduct,
} from './own-product.ts';
import {
  deleteImage,
  findImage,
  type ImageRow,
  insertImage,
  readImagePlaces,
  readImages,
  setImageOrder,
  setImageTexts,
  writeImages,
} from './product-image-store.ts';

type Schemas = components['schemas'];

/** An uploaded picture. */
type Upload = Pick<OperationRequest<'addProductImage'>, 'params' | 'query' | 'bytes' | 'idempotency'>;

/** Most pictures per product. */
const MAX_IMAGES = 12;

/**
 * Adds a picture after the product's other ones. Everything that can be checked without the file is checked before it
 * is stored; `added` runs in the transaction. Throws what `cleanImage` and `lockOwnProduct` throw, and
 * catalogue.TOO_MANY_IMAGES.
 */
export async function addImage(
  deps: Pick<Dependencies, 'database' | 'files' | 'ids'>,
  sellerId: ProductOwner,
  { params, query, bytes, idempotency }: Upload,
  added: (trx: Transaction, imageId: string) => Promise<void> = async () => undefined,
): Promise<{ image: ImageRow; replayed: boolean }> {
  const { database, ids } = deps;
  const known = await remembered(database, idempotency);
  if (known !== null) return { image: await readImage(database, known.reference.id), replayed: true };
  const { altEn = '', altAr = '' } = query;
  refuseMisleadingText({ altEn, altAr }, 'query');
  // Refused files would fill the storage.
  await inTransaction(database, (trx) => placeFor(trx, sellerId, params.id));
  const image = cleanImage(bytes);
  const file = await storeFile(deps, image, 'public');
  const { type, width, height } = image;
  const { reference, replayed } = await inTransaction(database, (trx) =>
    idempotently(trx, idempotency, async () => {
      const { product, position } = await placeFor(trx, sellerId, params.id);
      const id = ids.next();
      await insertImage(trx, {
        ...{ id, product_id: product.id, file, content_type: type, bytes: image.bytes.length, width, height },
        ...{ alt_en: altEn, alt_ar: altAr, position },
      });
      await writeProduct(trx, product);
      await added(trx, id);
      return { status: 201, reference: { id } };
    }),
  );
  return { image: await readImage(database, reference.id), replayed };
}

/** A picture next to a catalogue file. */
export interface PictureOfFile {
  content: Buffer;
  alt: { en: string; ar: string };
}

/**
 * Adds these pictures to an imported product unless it has others, which are maintained by people. Returns how many
 * were added. `added` runs in the transaction of each.
 */
export async function filePictures(
  deps: Pick<Dependencies, 'database' | 'files' | 'ids'>,
  productId: string,
  pictures: readonly PictureOfFile[],
  added: (trx: Transaction, imageId: string) => Promise<void>,
): Promise<number> {
  const present = await readImages(deps.database, [productId]);
  if (present.length > 0) return 0;
  let count = 0;
  for (const { content, alt } of pictures) {
    const upload = {
      params: { id: productId },
      query: { altEn: alt.en, altAr: alt.ar },
      bytes: { type: '', content },
      idempotency: null,
    };
    try {
      await addImage(deps, null, upload, async (trx, imageId) => {
        // Checked under the product's lock, because another import or an administrator may add pictures concurrently.
        if ((await readImagePlaces(trx, productId)).length !== count + 1) throw new OthersCameFirst();
        await added(trx, imageId);
      });
    } catch (error) {
      if (error instanceof OthersCameFirst) break;
      throw error;
    }
    count += 1;
  }
  return count;
}

class OthersCameFirst extends Error {}

/** Locks the product and gives the place of its next picture. */
async function placeFor(
  trx: Transaction,
  sellerId: ProductOwner,
  id: string,
): Promise<{ product: Product; position: number }> {
  const product = await lockOwnProduct(trx, sellerId, id);
  return { product, position: await nextPosition(trx, product.id) };
}

async function nextPosition(trx: Transaction, productId: string): Promise<number> {
  const places = await readImagePlaces(trx, productId);
  if (places.length >= MAX_IMAGES) {
    throw new WaslError('catalogue.TOO_MANY_IMAGES', {
      detail: `A product has ${MAX_IMAGES} pictures at most. Delete one first.`,
    });
  }
  return 1 + Math.max(-1, ...places.map(({ position }) => position));
}

/** Changes a picture's alternative text. */
export async function describeImage(
  trx: Transaction,
  imageId: string,
  edit: ProductEdit<Schemas['LocalizedAlt']>,
): Promise<void> {
  const product = await lockForEdit(trx, edit);
  const key = { id: imageId, productId: product.id };
  if (!(await setImageTexts(trx, key, edit.change))) throw noSuchImage();
  await writeProduct(trx, product);
}

/** Removes a picture. Its file is deleted a day later, because open pages may still show it. */
export async function removeImage(
  trx: Transaction,
  imageId: string,
  edit: Omit<ProductEdit<never>, 'change'>,
): Promise<void> {
  const product = await lockForEdit(trx, edit);
  if (!(await deleteImage(trx, { id: imageId, productId: product.id }))) throw noSuchImage();
  await writeProduct(trx, product);
}

/** Throws common.VALIDATION_FAILED unless each of the product's pictures is named exactly once. */
export async function orderImages(trx: Transaction, edit: ProductEdit<readonly string[]>): Promise<void> {
  const product = await lockForEdit(trx, edit);
  const wanted = edit.change;
  const present = await readImagePlaces(trx, product.id);
  if (wanted.length !== present.length || present.some(({ id }) => !wanted.includes(id))) {
    throw new WaslError('common.VALIDATION_FAILED', {
      errors: [
        { pointer: '/imageIds', code: 'order', message: 'must name each picture of the product once' },
      ],
    });
  }
  await setImageOrder(trx, wanted);
  await writeProduct(trx, product);
}

/**
 * Saves the pictures of a locked product: order, texts, and deletion of those not listed. Throws
 * common.VALIDATION_FAILED for a picture of another product or a duplicate.
 */
export async function saveImages(
  trx: Transaction,
  product: Pick<Product, 'id'>,
  images: readonly Schemas['SheetImage'][],
): Promise<void> {
  const present = await readImagePlaces(trx, product.id);
  const wanted = images.map(({ id }) => id);
  const errors = wanted.flatMap((id, index) => {
    const pointer = `/images/${index}/id`;
    if (!present.some((image) => image.id === id))
      return [{ pointer, code: 'unknown', message: 'is not a picture of this product' }];
    return wanted.indexOf(id) === index ? [] : [{ pointer, code: 'duplicate', message: 'is listed twice' }];
  });
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
  if (present.length === 0) return;
  await writeImages(trx, product.id, images);
}

async function readImage(database: Database, id: string | undefined): Promise<ImageRow> {
  const row = await findImage(database, id ?? null);
  if (row === null) throw noSuchImage();
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
