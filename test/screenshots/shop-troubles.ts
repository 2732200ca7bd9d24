import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { type Database, openDatabase } from '../../db/database.ts';
import { Person, type Schema } from '../../scripts/people/person.ts';
import { DEMO_PEOPLE } from '../../server/demo/demo.ts';

type Offer = Schema<'SellerOffer'>;

/** What a seller does to an offer while a buyer looks at it, so that refusals can be pictured. */
export class ShopTroubles {
  readonly #seller: Person;
  readonly #offer: Offer;
  readonly #database: Database;

  private constructor(seller: Person, offer: Offer, database: Database) {
    this.#seller = seller;
    this.#offer = offer;
    this.#database = database;
  }

  static async of(url: string, databaseUrl: string): Promise<ShopTroubles> {
    const seller = new Person('seller', url, `10.8.${randomInt(256)}.${randomInt(1, 255)}`);
    const { email, password } = DEMO_PEOPLE.seller;
    await seller.signIn(email, password);
    const { data } = await seller.ok('list offers', seller.api.GET('/seller/offers'));
    const offer = data.find(({ active, available }) => active && available > 9);
    if (offer === undefined) throw new Error('the demo seller has nothing to sell');
    return new ShopTroubles(seller, offer, openDatabase(databaseUrl, { name: 'wasl-screenshots', max: 1 }));
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

  /** Limits its only shipping method to a zone where the demo's buyer does not live. */
  async deliverElsewhere(): Promise<void> {
    const body: Schema<'CreateShippingMethodRequest'> = {
      ...{ code: 'CUSTOM', name: { en: 'Own van', ar: 'سيارة المتجر' }, minDays: 0, maxDays: 1 },
      ...{ price: { amount: '10.00', currency: 'QAR' }, zoneNumbers: [98], active: true },
    };
    await this.#seller.ok('deliver', this.#seller.api.POST('/seller/shipping-methods', { body }));
  }

  /** As if a quarter of an hour had passed. */
  async endReservation(checkoutId: string): Promise<void> {
    await this.#database('checkouts').where({ id: checkoutId }).update({ expires_at: new Date() });
  }

  /** Another transaction locks the checkout for longer than any request waits for it. */
  async whileHeld(checkoutId: string, work: () => Promise<void>): Promise<void> {
    await this.#database.transaction(async (trx) => {
      await trx.raw('SET LOCAL idle_in_transaction_session_timeout = 0');
      await trx('checkouts').where({ id: checkoutId }).forUpdate().select('id');
      await work();
    });
  }

  /** Every read of checkouts waits for a lock until the work is done. */
  async whileUnreadable(work: () => Promise<void>): Promise<void> {
    await this.#database.transaction(async (trx) => {
      await trx.raw('LOCK TABLE checkouts IN ACCESS EXCLUSIVE MODE');
      await work();
    });
  }

  /** Restores the state from before the pictures. */
  async restore(): Promise<void> {
    const { price, active } = this.#offer;
    await this.#change({ price, active });
    const { data } = await this.#seller.ok('list methods', this.#seller.api.GET('/seller/shipping-methods'));
    for (const { id, version } of data) {
      const params = { path: { id }, header: { 'If-Match': `"${version}"` } };
      await this.#seller.ok('remove', this.#seller.api.DELETE('/seller/shipping-methods/{id}', { params }));
    }
  }

  leave(): Promise<void> {
    return this.#database.destroy();
  }

  async #change(body: Schema<'UpdateOfferRequest'>): Promise<void> {
    const { data } = await this.#seller.ok('list offers', this.#seller.api.GET('/seller/offers'));
    const version = data.find(({ id }) => id === this.#offer.id)?.version ?? 1;
    const params = { path: { id: this.#offer.id }, header: { 'If-Match': `"${version}"` } };
    await this.#seller.ok('change it', this.#seller.api.PATCH('/seller/offers/{id}', { params, body }));
  }
}

/** An e-mail without an account: wrong passwords lock it like any other. */
const LOCKED = 'locked@demo.wasl.example';
const MAX_TRIES = 15;

/** Tries wrong passwords until the page reports the lock. */
export async function lockSignIn(page: Page): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await page.locator('#email').fill(LOCKED);
    await page.locator('#password').fill(`wrong ${tries}`);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.locator('form[action$="/sign-in"] button[type=submit]').first().click(),
    ]);
    await page.waitForLoadState();
    if (answer.status() !== 422) return;
  }
  throw new Error(`not locked after ${MAX_TRIES} tries`);
}

/** Sends a form that, as far as the service can tell, belongs to another session. */
export async function sendStaleForm(page: Page): Promise<void> {
  const form = page.locator('form[action$="/sign-in"]').first();
  await page.locator('#email').fill(LOCKED);
  await page.locator('#password').fill('of no matter');
  await form.locator('input[name=token]').evaluate((field) => field.setAttribute('value', 'another'));
  await form.locator('button[type=submit]').click();
  await page.waitForLoadState();
}
