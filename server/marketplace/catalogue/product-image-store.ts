import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, integer, jsonb, nullable, text, uuid } from '../../../db/sql-types.ts';
import { type Shape, statement, type ValuesOf } from '../../../db/statement.ts';

const IMAGE = {
  id: uuid,
  product_id: uuid,
  file: text,
  content_type: text,
  width: integer,
  height: integer,
  alt_en: text,
  alt_ar: text,
  position: integer,
} satisfies Shape;
const COLUMNS = 'id, product_id, file, content_type, width, height, alt_en, alt_ar, position';

export type ImageRow = ValuesOf<typeof IMAGE>;

/** Pictures of these products, each product's in the seller's order. */
export function readImages(database: Database, productIds: readonly string[]): Promise<ImageRow[]> {
  return readOfProducts.all(database, { productIds });
}

const readOfProducts = statement({
  name: 'catalogue.read_images',
  sql: `SELECT ${COLUMNS} FROM product_images WHERE product_id = ANY (:productIds::uuid[])
         ORDER BY product_id, position`,
  params: { productIds: arrayOf(uuid) },
  row: IMAGE,
});

/** First picture of each of these products, by product; products without one are missing. */
export async function readCovers(
  database: Database,
  productIds: readonly string[],
): Promise<Map<string, ImageRow>> {
  const rows = await readFirst.all(database, { productIds });
  return new Map(rows.map((row) => [row.product_id, row]));
}

const readFirst = statement({
  name: 'catalogue.read_covers',
  sql: `SELECT DISTINCT ON (product_id) ${COLUMNS} FROM product_images
         WHERE product_id = ANY (:productIds::uuid[])
         ORDER BY product_id, position`,
  params: { productIds: arrayOf(uuid) },
  row: IMAGE,
});

/** Products of these variants, each with its first picture if any, by variant. */
export async function readVariantCovers(
  database: Database,
  variantIds: readonly string[],
): Promise<Map<string, { productId: string; cover: ImageRow | undefined }>> {
  const rows = await productsOf.all(database, { variantIds });
  const covers = await readCovers(database, [...new Set(rows.map((row) => row.product_id))]);
  return new Map(
    rows.map((row) => [row.id, { productId: row.product_id, cover: covers.get(row.product_id) }]),
  );
}

const productsOf = statement({
  name: 'catalogue.products_of_variants',
  sql: 'SELECT id, product_id FROM variants WHERE id = ANY (:variantIds::uuid[])',
  params: { variantIds: arrayOf(uuid) },
  row: { id: uuid, product_id: uuid },
});

export function findImage(database: Database, id: string | null): Promise<ImageRow | null> {
  return find.first(database, { id });
}

const find = statement({
  name: 'catalogue.find_image',
  sql: `SELECT ${COLUMNS} FROM product_images WHERE id = :id`,
  params: { id: nullable(uuid) },
  row: IMAGE,
});

/** Ids and places of a locked product's pictures. */
export function readImagePlaces(
  trx: Transaction,
  productId: string,
): Promise<{ id: string; position: number }[]> {
  return readPlaces.all(trx, { productId });
}

const readPlaces = statement({
  name: 'catalogue.read_image_places',
  sql: 'SELECT id, position FROM product_images WHERE product_id = :productId',
  params: { productId: uuid },
  row: { id: uuid, position: integer },
});

const NEW_IMAGE = { ...IMAGE, bytes: integer } satisfies Shape;

export async function insertImage(trx: Transaction, image: ValuesOf<typeof NEW_IMAGE>): Promise<void> {
  await insert.count(trx, image);
}

const insert = statement({
  name: 'catalogue.insert_image',
  sql: `INSERT INTO product_images (${COLUMNS}, bytes)
        VALUES (:id, :product_id, :file, :content_type, :width, :height, :alt_en, :alt_ar, :position, :bytes)`,
  params: NEW_IMAGE,
});

/** Identifies one picture of one product. */
interface ImageKey {
  id: string;
  productId: string;
}

const KEY = { id: uuid, productId: uuid };

/** False if the product does not have this picture. */
export async function setImageTexts(
  trx: Transaction,
  key: ImageKey,
  alt: { en: string; ar: string },
): Promise<boolean> {
  return (await setTexts.count(trx, { ...key, ...alt })) > 0;
}

const setTexts = statement({
  name: 'catalogue.set_image_texts',
  sql: `UPDATE product_images SET alt_en = :en, alt_ar = :ar WHERE id = :id AND product_id = :productId`,
  params: { ...KEY, en: text, ar: text },
});

/** False if the product does not have this picture. */
export async function deleteImage(trx: Transaction, key: ImageKey): Promise<boolean> {
  return (await remove.count(trx, key)) > 0;
}

const remove = statement({
  name: 'catalogue.delete_image',
  sql: 'DELETE FROM product_images WHERE id = :id AND product_id = :productId',
  params: KEY,
});

/** Puts pictures into this order. */
export async function setImageOrder(trx: Transaction, ids: readonly string[]): Promise<void> {
  await setOrder.count(trx, { ids });
}

const setOrder = statement({
  name: 'catalogue.set_image_order',
  sql: `UPDATE product_images i SET position = o.position - 1
          FROM unnest(:ids::uuid[]) WITH ORDINALITY AS o (id, position) WHERE i.id = o.id`,
  params: { ids: arrayOf(uuid) },
});

/** Deletes the product's pictures that are not listed, and writes order and texts of the others. */
export async function writeImages(
  trx: Transaction,
  productId: string,
  images: readonly ImageEdit[],
): Promise<void> {
  await removeOthers.count(trx, { productId, ids: images.map(({ id }) => id) });
  if (images.length > 0) await writeMany.count(trx, { productId, images });
}

interface ImageEdit {
  id: string;
  alt: { en: string; ar: string };
}

const removeOthers = statement({
  name: 'catalogue.delete_other_images',
  sql: 'DELETE FROM product_images WHERE product_id = :productId AND NOT id = ANY(:ids::uuid[])',
  params: { productId: uuid, ids: arrayOf(uuid) },
});

const writeMany = statement({
  name: 'catalogue.write_images',
  sql: `UPDATE product_images i SET alt_en = n.alt ->> 'en', alt_ar = n.alt ->> 'ar', position = n.place - 1
          FROM ROWS FROM (jsonb_to_recordset(:images::jsonb) AS (id uuid, alt jsonb))
               WITH ORDINALITY AS n (id, alt, place)
         WHERE i.id = n.id AND i.product_id = :productId`,
  params: { productId: uuid, images: jsonb<readonly ImageEdit[]>() },
});
