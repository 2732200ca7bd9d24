import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { readVariantCovers, renderShopperImage } from '../catalogue/catalogue.ts';

/** The product of a line, with its current picture. */
export interface OrderedPicture {
  productId: string;
  image: components['schemas']['ShopperImage'] | null;
}

/** An order with its lines' pictures, for viewing. The response to placing an order omits them. */
export async function withPictures(
  database: Database,
  order: components['schemas']['Order'],
  locale: Locale,
): Promise<components['schemas']['Order']> {
  const variantIds = order.groups.flatMap(({ lines }) => lines.map(({ variantId }) => variantId));
  const pictures = await orderedPictures(database, variantIds, locale);
  return { ...order, groups: order.groups.map((group) => pictured(group, pictures)) };
}

/** One group with its lines' pictures. */
export async function withLinePictures(
  database: Database,
  group: components['schemas']['OrderGroup'],
  locale: Locale,
): Promise<components['schemas']['OrderGroup']> {
  const variantIds = group.lines.map(({ variantId }) => variantId);
  return pictured(group, await orderedPictures(database, variantIds, locale));
}

function pictured(
  group: components['schemas']['OrderGroup'],
  pictures: ReadonlyMap<string, OrderedPicture>,
): components['schemas']['OrderGroup'] {
  return { ...group, lines: group.lines.map((line) => ({ ...line, ...pictures.get(line.variantId) })) };
}

/** By variant. */
export async function orderedPictures(
  database: Database,
  variantIds: readonly string[],
  locale: Locale,
): Promise<Map<string, OrderedPicture>> {
  const covers = await readVariantCovers(database, [...new Set(variantIds)]);
  return new Map(
    [...covers].map(([variantId, { productId, cover }]) => [
      variantId,
      { productId, image: cover === undefined ? null : renderShopperImage(cover, locale) },
    ]),
  );
}
