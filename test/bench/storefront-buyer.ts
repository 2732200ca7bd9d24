import { PageClient } from '../../scripts/people/pages/page-client.ts';
import type { BenchApi } from './api-processes.ts';

/** A signed-in buyer with an earlier order and an open checkout; all of it done through pages. */
export interface PageBuyer {
  /** The browser's cookies. */
  cookies: readonly { name: string; value: string }[];
  /** For the API. */
  accessToken: string;
  orderId: string;
  checkoutId: string;
}

const PERSON = { email: 'buyer@bench.wasl.example', password: 'corniche-lamp-pearl-4' };
const ADDRESS = { name: 'Noora Al-Kuwari', phone: '5512 3456', zone: '61', street: '836', building: '12' };

/** @param productId The product to buy. */
export async function makePageBuyer({ url }: BenchApi, productId: string): Promise<PageBuyer> {
  const noora = new PageClient({ url, address: '127.0.0.1' });
  await addToCart(noora, productId);
  await noora.open('/en/checkout');
  await noora.submit('/checkout', { ...PERSON, ...ADDRESS }, 'do=begin');
  await noora.submit(`/checkout/${idIn(noora, 'checkout')}`, {}, 'do=confirm');
  const orderId = idIn(noora, 'orders');
  await addToCart(noora, productId);
  await noora.open('/en/checkout');
  await noora.submit('/checkout', {}, 'do=begin');
  const checkoutId = idIn(noora, 'checkout');
  await addToCart(noora, productId);
  const signedIn = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(PERSON),
  });
  if (!signedIn.ok) throw new Error(`signing in was answered ${signedIn.status}`);
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  const cookies = Array.from(noora.cookies, ([name, value]) => ({ name, value }));
  return { cookies, accessToken, orderId, checkoutId };
}

async function addToCart(noora: PageClient, productId: string): Promise<void> {
  await noora.open(`/en/p/${productId}`);
  await noora.submit('/cart/items');
}

function idIn({ page }: PageClient, place: string): string {
  const id = new RegExp(`^/en/${place}/([\\w-]{36})`).exec(page.path)?.[1];
  if (id === undefined) throw new Error(`led to ${page.path}, not to ${place}: ${page.text.slice(0, 300)}`);
  return id;
}
