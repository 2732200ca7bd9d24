import type { PageClient, ShownPage } from '../../people/pages/page-client.ts';
import type { Form } from '../../people/pages/page-forms.ts';
import { attemptsOf, NoAnswer } from '../net/steady-fetch.ts';
import type { Outcome } from '../record/logbook-types.ts';
import type { PageCustomer, ShopProduct } from '../world/world.ts';

const ID = '[0-9a-f]{8}-[0-9a-f-]{27}';
/** Maximum number of times that a form is submitted again with the values of the new page. */
const MAX_ATTEMPTS = 4;
const MAX_LINES = 50;

/** The id of the order whose page has this address. */
export function orderIn(path: string): string | null {
  return new RegExp(`^/en/orders/(${ID})`).exec(path)?.[1] ?? null;
}

function checkoutIn(path: string): string | null {
  return new RegExp(`^/en/checkout/(${ID})`).exec(path)?.[1] ?? null;
}

/** One browser window of a buyer at the storefront, in English: pages are opened, forms filled in and sent. */
export class PageVisit {
  readonly #customer: PageCustomer;
  readonly #browser: PageClient;
  #isSignedIn = false;
  #checkoutId: string | null = null;

  constructor(customer: PageCustomer, browser: PageClient) {
    this.#customer = customer;
    this.#browser = browser;
  }

  /** Whether the visitor has registered or signed in here. */
  get isSignedIn(): boolean {
    return this.#isSignedIn;
  }

  /** The checkout that was confirmed last; it may have replaced one that expired. */
  get checkoutId(): string | null {
    return this.#checkoutId;
  }

  /** The visible text, with numbers without commas. */
  get shown(): string {
    return this.#browser.page.text.replace(/(?<=\d),(?=\d)/g, '');
  }

  inAnotherTab(): PageVisit {
    return new PageVisit(this.#customer, this.#browser.copy());
  }

  /** @param path Without the language. */
  look(path: string): Promise<ShownPage> {
    return this.#browser.open(`/en${path}`);
  }

  /** Opens the page; if the session has ended, signs in first, which leads back to the page. */
  async lookSignedIn(path: string): Promise<ShownPage> {
    const page = await this.look(path);
    return page.path.startsWith('/en/sign-in') ? this.#signIn() : page;
  }

  /** Finds the product by name or in the shop's list, and opens its page. */
  async findProduct({ productId, variantId, title }: ShopProduct, sellerId: string): Promise<void> {
    const isListed = () => this.#browser.page.html.includes(`/en/p/${productId}`);
    await this.#browser.submit('/search', { q: title });
    if (!isListed()) await this.look(`/s/${sellerId}`);
    await this.look(`/p/${productId}?variant=${variantId}`);
  }

  /** Returns null if it is in the cart, else the message of the page. */
  async putInCart(offerId: string, quantity: number): Promise<string | null> {
    const form = this.#browser
      .forms('/cart/items')
      .find(({ fields }) => fields.some(({ name, value }) => name === 'offerId' && value === offerId));
    if (form === undefined) return 'not sold';
    const choices = form.html.match(/<option\b/g)?.length ?? 1;
    const { path } = await this.#browser.submit(form, { quantity: `${Math.min(quantity, choices)}` });
    const said = new URL(path, 'http://page').searchParams.get('said');
    return said === 'added' || said === 'added-before' ? null : `cart ${said}`;
  }

  /**
   * From the cart to the open checkout; a short reason if that fails.
   * @param hasAccount Signs in instead of registering. @param leavesOut Continues without sold-out items.
   */
  async beginCheckout({
    hasAccount,
    leavesOut,
  }: {
    hasAccount: boolean;
    leavesOut: boolean;
  }): Promise<{ id: string } | string> {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      await this.look('/checkout');
      const [form] = this.#browser.forms('/checkout');
      if (form === undefined) return wordOf(this.#browser.page);
      const isGuest = form.fields.some(({ name }) => name === 'email');
      if (isGuest && hasAccount) {
        await this.#browser.submit(form, { email: this.#customer.citizen.email }, 'do=sign-in');
        await this.#signIn();
        // Leads back to the checkout, or first lists what the cart could not keep.
        continue;
      }
      const { status, path } = await this.#sendAddress(form, isGuest);
      const id = checkoutIn(path);
      if (status === 200 && id !== null) {
        if (isGuest) this.#isSignedIn = true;
        return { id };
      }
      if (leavesOut && path.startsWith('/en/cart') && (await this.#takeOutSoldOut())) {
        hasAccount ||= isGuest;
        continue;
      }
      // Registered, and shown the merged cart.
      if (!path.startsWith('/en/signed-in')) return wordOf(this.#browser.page);
      this.#isSignedIn = true;
      hasAccount = true;
    }
    return wordOf(this.#browser.page);
  }

  /** Chooses the wanted shipping method for every shop that has it. */
  async chooseDelivery(checkoutId: string, method: 'STANDARD' | 'EXPRESS'): Promise<void> {
    const [form] = this.#browser.forms(`/checkout/${checkoutId}`);
    if (form === undefined) return;
    const picks = form.html.matchAll(/<label\b[^>]*class="pick"[^>]*>([\s\S]*?)<\/label>/g);
    const wanted = Array.from(picks, ([pick]) => pick).flatMap((pick): [string, string][] => {
      const [, name, value] = /name="(method-[\w-]+)" value="([\w-]+)"/.exec(pick) ?? [];
      const isWanted = name !== undefined && pick.toUpperCase().includes(method);
      return isWanted && value !== undefined ? [[name, value]] : [];
    });
    if (wanted.length === 0) return;
    await this.#browser.submit(form, Object.fromEntries(wanted), 'do=delivery');
  }

  /**
   * Presses the last button, and again where the page asks for it. Throws NoAnswer when the result is unknown.
   * @param isTwice Submits the form from two windows at once. @param leavesOut Continues without sold-out items.
   */
  async confirm(
    checkoutId: string,
    { isTwice, leavesOut }: { isTwice: boolean; leavesOut: boolean },
  ): Promise<{ orderId: string } | { refused: string }> {
    this.#checkoutId = checkoutId;
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const form = this.#browser
        .forms(`/checkout/${checkoutId}`)
        .find(({ buttons }) => buttons.some(({ name, value }) => name === 'do' && value === 'confirm'));
      if (form === undefined) break;
      const fields = form.filled({}, 'do=confirm');
      const windows = isTwice ? [this.#browser, this.#browser.copy()] : [this.#browser];
      const answers = await Promise.allSettled(windows.map((window) => window.post(form.action, fields)));
      const orders = new Set(
        answers.flatMap((answer) =>
          answer.status === 'fulfilled' ? (orderIn(answer.value.path) ?? []) : [],
        ),
      );
      if (orders.size > 1) throw new Error(`one checkout became the orders ${[...orders].join(', ')}`);
      const failed = answers.find((answer) => answer.status === 'rejected');
      if (failed !== undefined && !(failed.reason instanceof NoAnswer)) throw failed.reason;
      const [orderId] = orders;
      // Without an answer, open the checkout: a confirmed one redirects to its order.
      const page =
        orderId !== undefined && orderIn(this.#browser.page.path) === null
          ? await this.look(`/orders/${orderId}`)
          : failed === undefined
            ? this.#browser.page
            : await this.look(`/checkout/${checkoutId}`);
      const placed = orderId ?? orderIn(page.path);
      if (placed !== null) return { orderId: placed };
      // A form without an answer may still be in progress, so nothing else is requested.
      if (failed !== undefined) continue;
      const next = this.#wayOn(page, checkoutId, leavesOut);
      if (next !== null) {
        const { path } = await this.#browser.submit(next.form, {}, next.button);
        checkoutId = checkoutIn(path) ?? checkoutId;
        this.#checkoutId = checkoutId;
      } else if (page.status === 410) break;
    }
    return { refused: wordOf(this.#browser.page) };
  }

  /** The button that the page offers in place of the confirmation. */
  #wayOn(page: ShownPage, checkoutId: string, leavesOut: boolean): { form: Form; button?: string } | null {
    // The checkout has expired: one button reserves the cart again, in a new checkout.
    if (page.status === 410) {
      const [form] = this.#browser.forms('/checkout');
      return form === undefined ? null : { form };
    }
    // Prices have changed, or items are sold out.
    for (const answer of leavesOut ? ['accept', 'leave-out'] : ['accept']) {
      const form = this.#browser
        .forms(`/checkout/${checkoutId}`)
        .find(({ buttons }) => buttons.some(({ value }) => value === answer));
      if (form !== undefined) return { form, button: `do=${answer}` };
    }
    return null;
  }

  /** Removes the lines that the cart marks as unavailable. Returns false if none is marked or nothing is left. */
  async #takeOutSoldOut(): Promise<boolean> {
    const marked = new RegExp(`class="line-trouble"><strong[\\s\\S]*?action="/en(/cart/items/${ID})"`);
    let taken = 0;
    for (; taken < MAX_LINES; taken += 1) {
      const [, line] = marked.exec(this.#browser.page.html) ?? [];
      if (line === undefined) break;
      await this.#browser.submit(line, {}, 'remove');
    }
    return taken > 0 && this.#browser.page.html.includes('/en/cart/items/');
  }

  /** Goes back to the cart, which releases the reservation. */
  async release(checkoutId: string): Promise<void> {
    const [form] = this.#browser.forms(`/checkout/${checkoutId}`);
    if (form !== undefined) await this.#browser.submit(form, {}, 'do=release');
  }

  /** Returns null if there was nothing left to cancel and nothing was sent. */
  async cancel(
    orderId: string,
    reason: string,
  ): Promise<{ outcome: Outcome; code: string | null; key: string; sent: number } | null> {
    await this.lookSignedIn(`/orders/${orderId}/cancel`);
    const [form] = this.#browser.forms(`/orders/${orderId}/cancel`);
    if (form === undefined) return null;
    const key = form.filled({}).get('key') ?? '';
    try {
      const body = form.filled({ reason });
      const response = await this.#browser.ask(form.action, { method: 'POST', body });
      const said = new URL(response.headers.get('location') ?? '', 'http://page').searchParams.get('said');
      const ends = { key, sent: attemptsOf(response) };
      if (said === 'cancelled') return { ...ends, outcome: 'DONE', code: null };
      if (said === 'too-late') return { ...ends, outcome: 'REFUSED', code: 'order.INVALID_STATE' };
      // The outcome is unknown: any part may have been cancelled.
      return { ...ends, outcome: 'UNKNOWN', code: null };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return { key, sent: error.sent, outcome: 'UNKNOWN', code: null };
    }
  }

  /** The delivery code that the order's page shows for a group. */
  codeOf(groupId: string): string | null {
    const [, code] =
      new RegExp(`id="code-${groupId}"[\\s\\S]*?class="code digits"[^>]*>\\s*(\\d{6})`).exec(
        this.#browser.page.html,
      ) ?? [];
    return code ?? null;
  }

  async emptyCart(): Promise<void> {
    await this.look('/cart');
    for (let lines = 0; lines < MAX_LINES; lines += 1) {
      const [, line] = new RegExp(`action="/en(/cart/items/${ID})"`).exec(this.#browser.page.html) ?? [];
      if (line === undefined) return;
      await this.#browser.submit(line, {}, 'remove');
    }
  }

  async #signIn(): Promise<ShownPage> {
    const { citizen, password } = this.#customer;
    const page = await this.#browser.submit('/sign-in', { email: citizen.email, password });
    if (page.path.startsWith('/en/sign-in')) throw new Error(`${citizen.id} cannot sign in: ${page.text}`);
    this.#isSignedIn = true;
    return page;
  }

  /** Uses the marked address or, without one, a new one; sets its pin as the script would. */
  async #sendAddress(form: Form, isGuest: boolean): Promise<ShownPage> {
    const { citizen, password, planned, setsPin } = this.#customer;
    const { zoneNumber, streetNumber, buildingNumber, location } = planned.address;
    if (form.fields.some(({ name, type }) => name === 'address' && type === 'radio'))
      return this.#browser.submit(form, {}, 'do=begin');
    const person = isGuest ? { email: citizen.email, password } : {};
    const plate = { zone: `${zoneNumber}`, street: `${streetNumber}`, building: `${buildingNumber}` };
    const typed = { ...person, ...plate, name: planned.name, phone: planned.phone };
    const fields = form.filled(typed, 'do=begin');
    if (setsPin) {
      fields.set('latitude', `${location.latitude}`);
      fields.set('longitude', `${location.longitude}`);
    }
    return this.#browser.post(form.action, fields);
  }
}

/** Where a buyer could not continue, without ids. */
function wordOf({ status, path }: ShownPage): string {
  return `${status} ${path.replace(new RegExp(ID, 'g'), ':id').replace(/#.*$/, '')}`;
}
