import { WaslError } from '../../../actors/errors.ts';
import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { readOwnProduct } from './product-store.ts';
import { renderProduct, renderShopperOffer } from './render-product.ts';

type Schemas = components['schemas'];

/** Validity of a preview link: long enough to look at it on a phone too. */
const LIFE_MS = 30 * 60_000;

interface Seen {
  sellerId: string;
  productId: string;
  /** Milliseconds since 1970, domain time. */
  until: number;
}

/**
 * Creates a link that shows a seller's own product as buyers would see it, to anyone with the link. Throws
 * common.NOT_FOUND.
 */
export async function linkToPreview(
  { database, secrets }: { database: Database; secrets: Secrets },
  now: Date,
  { sellerId, productId }: { sellerId: string; productId: string },
): Promise<Schemas['ProductPreviewLink']> {
  await readOwnProduct(database, sellerId, productId);
  const seen: Seen = { sellerId, productId, until: now.getTime() + LIFE_MS };
  const key = secrets.seal('product-preview', JSON.stringify(seen), '').toString('base64url');
  return { path: `/preview?key=${key}`, expiresAt: new Date(seen.until).toISOString() };
}

/** The product a preview link shows. Throws common.NOT_FOUND for an invalid or expired link. */
export async function readPreview(
  { database, secrets }: { database: Database; secrets: Secrets },
  now: Date,
  key: string,
  locale: Locale,
): Promise<Schemas['ProductPreview']> {
  const seen = opened(secrets, key);
  if (seen === null || seen.until <= now.getTime())
    throw new WaslError('common.NOT_FOUND', {
      detail: 'This preview has expired. Open it again in the console.',
    });
  const detail = await readOwnProduct(database, seen.sellerId, seen.productId);
  return {
    product: renderProduct(detail, locale),
    offers: detail.variants.flatMap(({ bestOffer }) =>
      bestOffer === null ? [] : [renderShopperOffer(bestOffer, locale)],
    ),
    expiresAt: new Date(seen.until).toISOString(),
  };
}

function opened(secrets: Secrets, key: string): Seen | null {
  try {
    return JSON.parse(secrets.open('product-preview', Buffer.from(key, 'base64url'), '')) as Seen;
  } catch {
    return null;
  }
}
