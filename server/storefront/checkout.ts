import { WaslError } from '../../actors/errors.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { InProcess, Visitor } from '../kernel/http/in-process.ts';
import { ADDRESS_FIELDS, EMPTY_FORM, hasAddress, typedAddress, zoneNames } from './address-form.ts';
import { savedAddresses } from './addresses.ts';
import { CheckoutChoices, type Chosen, wantedIn } from './checkout-choices.ts';
import type { CheckoutStartPage, CheckoutTrouble } from './checkout-page-models.ts';
import { CheckoutPages } from './checkout-pages.ts';
import { refusedCart, troubleOf } from './checkout-troubles.ts';
import type { Drafts } from './draft.ts';
import { errorsOf, refusedForm } from './field-errors.ts';
import type { ShownErrors } from './form-page-models.ts';
import type { Asked, Outcome, Sent } from './routes.ts';
import type { Entered, SignIn } from './sign-in.ts';
import { landing } from './sign-in-landing.ts';
import { typedText } from './typed.ts';
import { cartCookies } from './visit.ts';
import { zoneCookie } from './zone.ts';

type Schemas = components['schemas'];
type Values = Readonly<Record<string, string>>;

const REGISTER_FIELDS = { ...ADDRESS_FIELDS, displayName: 'name' };

export interface CheckoutOptions {
  drafts: Drafts;
  signIn: SignIn;
  /** Minimum number of characters of a new buyer's password. */
  minPasswordLength: number;
}

/**
 * From the cart to a placed order. GET requests change nothing: goods are reserved when a form is submitted, and from
 * then on the checkout has its own URL, `/checkout/:id`. See decision 0066.
 */
export class Checkout {
  readonly #shop: InProcess;
  readonly #drafts: Drafts;
  readonly #signIn: SignIn;
  readonly #choices: CheckoutChoices;
  readonly #pages: CheckoutPages;
  readonly #minPasswordLength: number;

  constructor(shop: InProcess, { drafts, signIn, minPasswordLength }: CheckoutOptions) {
    this.#shop = shop;
    this.#drafts = drafts;
    this.#signIn = signIn;
    this.#minPasswordLength = minPasswordLength;
    this.#choices = new CheckoutChoices(shop);
    this.#pages = new CheckoutPages(shop);
  }

  /** The page for recipient and address. */
  async start(asked: Asked): Promise<Outcome> {
    const { visitor } = asked.visit;
    const cart = (await this.#shop.call('getCart', visitor)).body();
    if (cart.items.length === 0) return { to: '/cart' };
    return { page: await this.#startPage(asked, cart) };
  }

  /** Registers a new buyer, saves the address, and reserves the cart's goods. */
  async begin(sent: Sent): Promise<Outcome> {
    const { visit, values } = sent;
    if (visit.visitor.caller.kind !== 'guest') return this.#open(sent);
    // A buyer whose session has ended signs in again instead of registering twice.
    if (values.do === 'sign-in' || visit.sessionEnded) return this.#toSignIn(sent, '/checkout');
    const faults = this.#faultsOf(visit.visitor, values);
    if (faults !== null) return this.#again(sent, faults);
    const cart = (await this.#shop.call('getCart', visit.visitor)).body();
    if (cart.items.length === 0) return this.#goOn(sent);
    let entered: Entered;
    try {
      entered = await this.#signIn.register(sent, personIn(values));
      // If merging the carts reduced quantities, the buyer must see that before ordering.
      if ((entered.cartMerge?.adjusted.length ?? 0) > 0) {
        visit.cookies.push(this.#drafts.keep(values));
        return { to: landing(entered, '/checkout') };
      }
    } catch (error) {
      const found = errorsOf(error, REGISTER_FIELDS);
      if (found !== null) return this.#again(sent, found);
      const trouble = troubleOf(error);
      if (trouble === null) throw error;
      return this.#again(sent, {}, trouble);
    }
    return this.#open({ ...sent, values: { ...values, address: 'new' } }, entered);
  }

  /**
   * The cart is empty because the form was submitted before and its response was lost: the account created then has the
   * cart.
   */
  async #goOn(sent: Sent): Promise<Outcome> {
    const { email, password } = personIn(sent.values);
    try {
      await this.#signIn.signIn(sent, { email, password });
    } catch (error) {
      if (error instanceof WaslError && error.status < 500) return { to: '/cart' };
      throw error;
    }
    return this.#open({ ...sent, values: { ...sent.values, address: 'new' } });
  }

  /** The open checkout, or the order once it is placed. */
  async show({ visit, params: { id = '' }, search, req }: Asked): Promise<Outcome> {
    const form = { ...EMPTY_FORM, values: this.#drafts.of(req) };
    return this.#pages.outcome(visit.visitor, id, { form, said: search.get('said') });
  }

  /** Performs the action of one of the checkout's forms. */
  async change(sent: Sent): Promise<Outcome> {
    const { visit, values, params } = sent;
    const { id = '' } = params;
    if (visit.visitor.caller.kind === 'guest') return this.#toSignIn(sent, `/checkout/${id}`);
    try {
      switch (values.do) {
        case 'address':
          return await this.#deliverTo(sent, id);
        case 'delivery':
          await this.#choices.shipping(visit.visitor, id, values);
          visit.cookies.push(this.#draftOf(values));
          return { to: `/checkout/${id}?said=delivery#delivery` };
        case 'accept':
          await this.#choices.accept(visit.visitor, id, values);
          return { to: `/checkout/${id}?said=prices#total` };
        case 'leave-out':
          return await this.#leaveOut(sent, id);
        case 'release':
          await this.#shop.call('cancelCheckout', visit.visitor, { params: { id } });
          visit.cookies.push(this.#draftOf(values));
          return { to: '/cart?said=released' };
        default:
          return await this.#confirm(sent, id);
      }
    } catch (error) {
      return this.#told(sent, id, error);
    }
  }

  /** Safe to repeat: a checkout becomes at most one order. */
  async #confirm(sent: Sent, id: string): Promise<Outcome> {
    const { visit, values, key } = sent;
    const { visitor } = visit;
    const former = (await this.#shop.call('getCheckout', visitor, { params: { id } })).body();
    if (former.status !== 'OPEN') return this.#pages.outcome(visitor, id);
    const addresses = await savedAddresses(this.#shop, visitor);
    const chosen = this.#choices.savedAs(former.address, addresses);
    // An address was marked but not applied yet: the buyer must see what it changes before ordering.
    if (values.address !== undefined && values.address !== '' && values.address !== chosen) {
      return this.#deliverTo(sent, id);
    }
    await this.#choices.complete(visitor, former, values);
    // An order needs the total that the buyer was shown.
    const expectedTotal = { amount: values.total ?? '', currency: 'QAR' as const };
    const order = await this.#shop.call('confirmCheckout', visitor, {
      params: { id },
      body: { expectedTotal },
      ...(key === undefined ? {} : { key }),
    });
    const cart = (await this.#shop.call('getCart', visitor)).body();
    visit.cookies.push(...cartCookies(cart), this.#drafts.forget());
    return { to: `/orders/${order.body().id}?said=placed` };
  }

  async #deliverTo(sent: Sent, id: string): Promise<Outcome> {
    const { visit, values, key } = sent;
    let addressId = values.address ?? '';
    if (addressId === 'new' || addressId === '') {
      const saved = await this.#save(visit.visitor, values, key);
      if ('faults' in saved)
        return this.#pages.outcome(visit.visitor, id, {
          form: refusedForm(values, saved.faults),
          status: 422,
        });
      addressId = saved.id;
    }
    visit.cookies.push(this.#drafts.forget());
    const checkout = (await this.#shop.call('getCheckout', visit.visitor, { params: { id } })).body();
    const to = `/checkout/${id}?said=address#delivery`;
    return this.#prepared(sent, id, { addressId, to, wanted: wantedIn(checkout, values) });
  }

  /** Removes from the cart what cannot be ordered, and reserves the rest for the same address. */
  async #leaveOut(sent: Sent, id: string): Promise<Outcome> {
    const { visit, values, key } = sent;
    const { visitor } = visit;
    const former = (await this.#shop.call('getCheckout', visitor, { params: { id } })).body();
    const chosen = this.#choices.savedAs(former.address, await savedAddresses(this.#shop, visitor));
    const cart = await this.#choices.leaveOut(visitor, values);
    visit.cookies.push(...cartCookies(cart));
    if (cart.items.length === 0) return { to: '/cart?said=removed' };
    const opened = await this.#reserve(visitor, key);
    const addressId = values.address || chosen;
    const to = `/checkout/${opened}?said=left-out`;
    if (addressId === null) return { to };
    return this.#prepared(sent, opened, { addressId, to, wanted: former.shipping });
  }

  /** @param entered Set if the buyer has just signed in; then the next page shows what was merged into the cart. */
  async #open(sent: Sent, entered: Entered | null = null): Promise<Outcome> {
    const { visit, values, key } = sent;
    const { visitor } = visit;
    const addresses = await savedAddresses(this.#shop, visitor);
    const wanted = values.address ?? addresses[0]?.id ?? '';
    let addressId = addresses.find(({ id }) => id === wanted)?.id ?? null;
    // Submitted from the cart, without an address yet.
    if (addressId === null && values.address === undefined) return { to: '/checkout' };
    try {
      if (addressId === null) {
        const saved = await this.#save(visitor, values, key);
        if ('faults' in saved) return this.#again(sent, saved.faults);
        addressId = saved.id;
      }
      visit.cookies.push(this.#drafts.forget());
      const id = await this.#reserve(visitor, key);
      const to = `/checkout/${id}`;
      return await this.#prepared(sent, id, {
        addressId,
        to: entered === null ? to : landing(entered, to),
      });
    } catch (error) {
      const refused = refusedCart(error);
      if (refused !== null) return { to: `/cart?said=${refused}` };
      const trouble = troubleOf(error);
      if (trouble === null) throw error;
      return this.#again(sent, {}, trouble);
    }
  }

  /** Continues if all shops deliver to the address; otherwise the page says which do not. */
  async #prepared(
    sent: Sent,
    id: string,
    { addressId, to, wanted = [] }: { addressId: string; to: string; wanted?: readonly Chosen[] },
  ): Promise<Outcome> {
    try {
      const { visit } = sent;
      const zone = await this.#choices.prepare(visit.visitor, id, addressId, wanted);
      if (zone !== null) visit.cookies.push(zoneCookie(zone));
      return { to };
    } catch (error) {
      return this.#told(sent, id, error, addressId);
    }
  }

  async #reserve(visitor: Visitor, key: string | undefined): Promise<string> {
    const reply = await this.#shop.call('openCheckout', visitor, key === undefined ? {} : { key });
    return reply.body().id;
  }

  async #save(
    visitor: Visitor,
    values: Values,
    key: string | undefined,
  ): Promise<{ id: string } | { faults: ShownErrors }> {
    try {
      const body = typedAddress(values);
      const reply = await this.#shop.call('createAddress', visitor, {
        body,
        ...(key === undefined ? {} : { key: `${key}-address` }),
      });
      return { id: reply.body().id };
    } catch (error) {
      const faults = errorsOf(error, ADDRESS_FIELDS);
      if (faults === null) throw error;
      return { faults };
    }
  }

  /** Validates account and address together before either is created; null: no errors found at this stage. */
  #faultsOf(visitor: Visitor, values: Values): ShownErrors | null {
    const faults: ShownErrors[] = [];
    const person = { ...personIn(values), locale: visitor.locale };
    for (const check of [
      () => this.#shop.check('registerAccount', visitor, { body: person }),
      () => this.#shop.check('createAddress', visitor, { body: typedAddress(values) }),
    ])
      try {
        check();
      } catch (error) {
        const found = errorsOf(error, REGISTER_FIELDS);
        if (found === null) throw error;
        faults.push(found);
      }
    return faults.length === 0 ? null : Object.assign({}, ...faults);
  }

  /** Keeps an address that is being typed; marked methods are applied by now. */
  #draftOf(values: Values): string {
    const typed = Object.entries(values).filter(([name]) => !name.startsWith('method-'));
    const isTyped = values.address === 'new' && hasAddress(values);
    return isTyped ? this.#drafts.keep(Object.fromEntries(typed)) : this.#drafts.forget();
  }

  #toSignIn({ visit, values }: Sent, page: string): Outcome {
    visit.cookies.push(this.#drafts.keep(values));
    return { to: `/sign-in?next=${encodeURIComponent(page)}` };
  }

  /** The first page again, with the entered values. */
  async #again(sent: Sent, faults: ShownErrors, trouble: CheckoutTrouble | null = null): Promise<Outcome> {
    const cart = (await this.#shop.call('getCart', sent.visit.visitor)).body();
    const page = await this.#startPage(sent, cart);
    waitAWhile(sent, trouble);
    return {
      page: { ...page, form: refusedForm(sent.values, faults), addressId: null, trouble },
      status: trouble === null ? 422 : statusOf(trouble),
    };
  }

  async #startPage({ visit, req }: Asked, cart: Schemas['Cart']): Promise<CheckoutStartPage> {
    const { visitor } = visit;
    const isGuest = visitor.caller.kind === 'guest';
    const addresses = isGuest ? [] : await savedAddresses(this.#shop, visitor);
    const values = this.#drafts.of(req);
    return {
      kind: 'checkout-start',
      isGuest,
      cart,
      addresses,
      addressId: hasAddress(values) ? null : (addresses[0]?.id ?? null),
      form: { values, faults: {} },
      zones: zoneNames(visitor.locale),
      minPasswordLength: this.#minPasswordLength,
      trouble: null,
    };
  }

  /** Shows a refusal on the page it concerns, with what to do. */
  async #told(sent: Sent, id: string, error: unknown, tried: string | null = null): Promise<Outcome> {
    const { visitor } = sent.visit;
    const refused = refusedCart(error);
    if (refused !== null && sent.values.do === 'leave-out') return { to: `/cart?said=${refused}` };
    if (error instanceof WaslError && ENDED.has(error.code)) return this.#pages.outcome(visitor, id);
    const trouble = troubleOf(error);
    if (trouble === null) throw error;
    if (trouble.why === 'delivery') await this.#choices.refresh(visitor, id);
    waitAWhile(sent, trouble);
    return this.#pages.outcome(visitor, id, { trouble, tried, status: statusOf(trouble) });
  }
}

const ENDED: ReadonlySet<string> = new Set(['checkout.EXPIRED', 'checkout.INVALID_STATE']);

function personIn(values: Values) {
  return {
    email: typedText(values.email) ?? '',
    password: values.password ?? '',
    displayName: typedText(values.name) ?? '',
  };
}

function statusOf({ why }: CheckoutTrouble): number {
  if (why === 'limited') return 429;
  if (why === 'busy') return 503;
  return why === 'unserviceable' || why === 'cash' ? 422 : 409;
}

function waitAWhile({ res }: Sent, trouble: CheckoutTrouble | null): void {
  if (trouble?.why === 'limited') res.setHeader('Retry-After', trouble.seconds);
}
