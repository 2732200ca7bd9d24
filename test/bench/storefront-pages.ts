import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { openDatabase } from '../../db/database.ts';
import { projectRoot } from '../../db/root.ts';
import { untilFound } from '../../scripts/shared/waiting.ts';
import { DiskFileStore } from '../../server/kernel/uploads/disk-file-store.ts';
import type { FileStore } from '../../server/kernel/uploads/file-store.ts';
import { filePictures } from '../../server/marketplace/catalogue/catalogue.ts';
import { importCatalogueFile } from '../../server/marketplace/catalogue-import/catalogue-import.ts';
import type { BenchApi } from './api-processes.ts';
import { fillShop } from './fill-shop.ts';
import type { Line } from './report.ts';
import { makePageBuyer } from './storefront-buyer.ts';

/** Ten categories, so that each fills a page. */
const VARIANTS = 960;
const CATEGORY = 'bench-1';
/** Milliseconds in which a process may show what was put into the shop behind its back. */
const SHOWN_TIMEOUT_MS = 20_000;

/** A page, and the response with the same content as JSON. */
export interface ShopPage {
  name: string;
  /** Without the language. */
  path: string;
  json: string;
  /** Whether search engines may list it: others ask them not to. */
  isListed: boolean;
  visitor: Visitor;
}

/** Who views a page. */
export interface Visitor {
  cookies: readonly { name: string; value: string }[];
  /** For the same person's requests to the API. */
  headers: Record<string, string>;
}

export interface ShopPages {
  api: BenchApi;
  /** Pages that guests open. */
  pages: readonly ShopPage[];
  /** Pages of a signed-in buyer: never cached. */
  ownPages: readonly ShopPage[];
}

/** One part of the bench. */
export type StorefrontPart = (shop: ShopPages, options: StorefrontOptions) => Promise<Line[]>;

export interface StorefrontOptions {
  /** Duration of one measurement of requests a second. */
  seconds: number;
  /** How often a page is opened; the result is the median. */
  loads: number;
}

/** The demo catalogue with its pictures, and this many more products with the same ones. */
export async function openPages(databaseUrl: string, uploads: string, api: BenchApi): Promise<ShopPages> {
  rmSync(uploads, { recursive: true, force: true });
  const file = join(projectRoot, 'db', 'seeds', 'catalogue.json');
  const files = new DiskFileStore(uploads);
  await importCatalogueFile(databaseUrl, file, files);
  await fillShop(databaseUrl, 0, VARIANTS);
  await givePictures(databaseUrl, files);
  const ask = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const response = await fetch(`${api.url}/api/v1${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as T;
  };
  type Named = { id: string; slug: string };
  const categoryId = await shown('the category', async () => {
    const { data } = await ask<{ data: Named[] }>('/categories?limit=100');
    return data.find(({ slug }) => slug === CATEGORY)?.id;
  });
  const list = '/products?limit=24&facets=true';
  const productId = await shown('its products', async () => {
    const { data } = await ask<{ data: { id: string }[] }>(`${list}&categoryId=${categoryId}`);
    return data[0]?.id;
  });
  const product = await ask<{ variants: { bestOffer: { id: string } | null }[] }>(`/products/${productId}`);
  const cart = await ask<{ token: string }>('/cart/items', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offerId: product.variants[0]?.bestOffer?.id, quantity: 2 }),
  });
  const page = (name: string, path: string, json: string, of: Partial<ShopPage> = {}): ShopPage => ({
    ...{ name, path, json: `/api/v1${json}`, isListed: true, visitor: { cookies: [], headers: {} } },
    ...of,
  });
  const visitor: Visitor = {
    cookies: [{ name: '__Host-wasl-cart', value: cart.token }],
    headers: { 'X-Cart-Token': cart.token },
  };
  const pages = [
    page('home', '', '/products?limit=24&inStock=true'),
    page('category', `/c/${CATEGORY}`, `${list}&categoryId=${categoryId}`),
    page('search', '/search?q=khalas', `${list}&q=khalas`, { isListed: false }),
    page('product', `/p/${productId}`, `/products/${productId}`),
    page('cart', '/cart', '/cart', { isListed: false, visitor }),
  ];
  const { cookies, accessToken, orderId, checkoutId } = await makePageBuyer(api, productId);
  const buyer = { cookies, headers: { Authorization: `Bearer ${accessToken}` } };
  const own = (name: string, path: string, json = path) =>
    page(name, path, json, { isListed: false, visitor: buyer });
  const ownPages = [
    own('cart of an account', '/cart'),
    own('checkout', `/checkout/${checkoutId}`, `/checkouts/${checkoutId}`),
    own('order', `/orders/${orderId}`),
    own('orders', '/orders', '/orders?limit=20'),
  ];
  return { api, pages, ownPages };
}

/** Repeats until there is a result; throws when there is none in time. */
function shown(what: string, ask: () => Promise<string | undefined>): Promise<string> {
  const failure = `the API does not show ${what}`;
  return untilFound(ask, { limitMs: SHOWN_TIMEOUT_MS, everyMs: 100, failure });
}

/** Gives products the drawn pictures in turn, the way that pictures of products take. */
async function givePictures(databaseUrl: string, files: FileStore): Promise<void> {
  const folder = join(projectRoot, 'db', 'seeds', 'pictures');
  const drawn = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  const database = openDatabase(databaseUrl, { name: 'wasl-bench', max: 2 });
  try {
    const products = await database('products').whereNull('import_key').orderBy('id').pluck<string[]>('id');
    for (const [index, id] of products.entries()) {
      const content = drawn[index % drawn.length] as Buffer;
      const picture = { content, alt: { en: 'A drawing of it', ar: 'رسم له' } };
      await filePictures({ database, files, ids: { next: uuidv7 } }, id, [picture], async () => undefined);
    }
  } finally {
    await database.destroy();
  }
}
