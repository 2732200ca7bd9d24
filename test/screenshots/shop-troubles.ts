import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { Person, type Schema } from '../../scripts/people/person.ts';
import { DEMO_PEOPLE } from '../../server/demo/demo.ts';

type Offer = Schema<'SellerOffer'>;

/** What its seller does to an offer while a buyer looks at it: refusals cannot be photographed without. */
export class ShopTroubles {
  readonly #seller: Person;
  readonly #offer: Offer;

  private constructor(seller: Person, offer: Offer) {
    this.#seller = seller;
    this.#offer = offer;
  }

  static async of(url: string): Promise<ShopTroubles> {
    const seller = new Person('seller', url, `10.8.${randomInt(256)}.${randomInt(1, 255)}`);
    const { email, password } = DEMO_PEOPLE.seller;
    await seller.signIn(email, password);
    const { data } = await seller.ok('list offers', seller.api.GET('/seller/offers'));
    const offer = data.find(({ active, available }) => active && available > 9);
    if (offer === undefined) throw new Error('the demo seller has nothing to sell');
    return new ShopTroubles(seller, offer);
  }

  get productPath(): string {
    return `/p/${this.#offer.productId}?variant=${this.#offer.variantId}`;
  }

  raisePrice(): Promise<void> {
    const amount = (Number(this.#offer.price.amount) + 4.5).toFixed(2);
    return this.#change({ price: { amount, currency: 'QAR' } });
  }

  stopSelling(): Promise<void> {
    return this.#change({ active: false });
  }

  /** As it was before anybody looked. */
  restore(): Promise<void> {
    const { price, active } = this.#offer;
    return this.#change({ price, active });
  }

  async #change(body: Schema<'UpdateOfferRequest'>): Promise<void> {
    const { data } = await this.#seller.ok('list offers', this.#seller.api.GET('/seller/offers'));
    const version = data.find(({ id }) => id === this.#offer.id)?.version ?? 1;
    const params = { path: { id: this.#offer.id }, header: { 'If-Match': `"${version}"` } };
    await this.#seller.ok('change it', this.#seller.api.PATCH('/seller/offers/{id}', { params, body }));
  }
}

/** Of an e-mail that no account has: wrong passwords lock it like any other. */
const LOCKED = 'locked@demo.wasl.example';
const MAX_TRIES = 15;

/** Tries wrong passwords until the page says that it takes no more. */
export async function lockSignIn(page: Page): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await page.locator('input[name=email]').fill(LOCKED);
    await page.locator('input[name=password]').fill(`wrong ${tries}`);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.locator('form[action$="/sign-in"] button[type=submit]').click(),
    ]);
    await page.waitForLoadState();
    if (answer.status() !== 422) return;
  }
  throw new Error(`not locked after ${MAX_TRIES} tries`);
}

/** Sends a form that was given to somebody else, as far as the service can tell. */
export async function sendStaleForm(page: Page): Promise<void> {
  const form = page.locator('form[action$="/sign-in"]');
  await page.locator('input[name=email]').fill(LOCKED);
  await page.locator('input[name=password]').fill('of no matter');
  await form.locator('input[name=token]').evaluate((field) => field.setAttribute('value', 'another'));
  await form.locator('button[type=submit]').click();
  await page.waitForLoadState();
}
