import { WaslError } from '../../actors/errors.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { InProcess, PageReply, Visitor } from '../kernel/http/in-process.ts';
import { savedAddresses } from './addresses.ts';
import type { Asked } from './routes.ts';
import { accountCartCookies, type PageSessions, SESSION_COOKIE_VALUE, type Visit } from './visit.ts';
import { zoneCookie, zoneOf } from './zone.ts';

type Schemas = components['schemas'];
type Opened = PageReply<'login' | 'signInByCode' | 'registerAccount'>;

export type Person = Pick<Schemas['RegisterRequest'], 'email' | 'password' | 'displayName'>;

/** A visit that has just been signed in. */
export interface Entered extends Visit {
  /** The result of merging the guest's cart; null if there was none. */
  cartMerge: Schemas['CartMerge'] | null;
  /** The items of the guest's cart before merging. */
  guestItems: readonly Schemas['CartItem'][];
  account: Schemas['Account'];
}

/**
 * Signs a browser in. The session's cookie replaces the guest's, so that forms rendered before can no longer be
 * submitted. The visit is updated in place, so the rest of the request runs as the account, and the browser gets the
 * cookies however the request ends.
 */
export class SignIn {
  readonly #shop: InProcess;
  readonly #sessions: PageSessions;

  constructor(shop: InProcess, sessions: PageSessions) {
    this.#shop = shop;
    this.#sessions = sessions;
  }

  /** Throws the refusals of `login`. */
  signIn(asked: Pick<Asked, 'visit' | 'req'>, credentials: Schemas['LoginRequest']): Promise<Entered> {
    return this.#enter(asked, (guest) => this.#shop.call('login', guest, { body: credentials }));
  }

  /** Throws the refusals of `signInByCode`. */
  signInByCode(asked: Pick<Asked, 'visit' | 'req'>, code: Schemas['CodeSignInRequest']): Promise<Entered> {
    const { locale } = asked.visit.visitor;
    return this.#enter(asked, (guest) =>
      this.#shop.call('signInByCode', guest, { body: { locale, ...code } }),
    );
  }

  /**
   * Throws the refusals of `registerAccount`. If the e-mail is taken but the password matches its account, the browser
   * is signed in instead of getting auth.EMAIL_TAKEN: the form may have been submitted twice.
   */
  async register(asked: Pick<Asked, 'visit' | 'req'>, person: Person): Promise<Entered> {
    const { locale } = asked.visit.visitor;
    const body = { ...person, locale };
    try {
      return await this.#enter(asked, (guest) => this.#shop.call('registerAccount', guest, { body }));
    } catch (error) {
      if (!(error instanceof WaslError) || error.code !== 'auth.EMAIL_TAKEN') throw error;
      const { email, password } = person;
      return await this.signIn(asked, { email, password }).catch((refused: unknown) => {
        throw refused instanceof WaslError && refused.status < 500 ? error : refused;
      });
    }
  }

  async #enter(
    { visit, req }: Pick<Asked, 'visit' | 'req'>,
    open: (guest: Visitor) => Promise<Opened>,
  ): Promise<Entered> {
    const { visitor } = visit;
    const former = visitor.caller;
    const guest = guestOf(visitor);
    const guestItems = await this.#guestItems(guest);
    const reply = await open(guest);
    const cookie = reply.headers['Set-Cookie'] ?? '';
    const token = SESSION_COOKIE_VALUE.exec(cookie)?.[1] ?? '';
    const session = await this.#sessions.resolvePage(token, visitor.ip);
    if (session === null) throw new WaslError('auth.UNAUTHENTICATED', { detail: 'Sign in again.' });
    visitor.caller = session.caller;
    visitor.cartToken = null;
    // Replaces earlier cookies of this visit, which would override the new one.
    Object.assign(visit, { id: token, sessionEnded: false, cookies: [cookie] } satisfies Partial<Visit>);
    const { itemCount } = (await this.#shop.call('getCart', visitor)).body();
    visit.cookies.push(...accountCartCookies(itemCount));
    // Sets the zone for product prices and delivery days from the default address, unless one was chosen before.
    const [address] = zoneOf(req) === null ? await savedAddresses(this.#shop, visitor) : [];
    if (address !== undefined) visit.cookies.push(zoneCookie(address.zoneNumber));
    // The browser no longer has the former session's token, so it could not be ended later.
    if (former.kind === 'account') await this.#shop.call('logout', { ...visitor, caller: former });
    const { account, cartMerge = null } = reply.body();
    return Object.assign(visit, { cartMerge, guestItems, account });
  }

  /** Read before merging, which deletes the guest's cart, to name the items that could not be kept. */
  async #guestItems(guest: Visitor): Promise<readonly Schemas['CartItem'][]> {
    if (guest.cartToken === null) return [];
    const cart = await this.#shop.call('getCart', guest).catch((error: unknown) => {
      guest.log.warn({ err: error }, 'what a guest had in the cart is not known');
      return null;
    });
    return cart?.body().items ?? [];
  }
}

/** Signs in as a guest, independent of any account the browser was signed in to. */
function guestOf(visitor: Visitor): Visitor {
  return { ...visitor, caller: { kind: 'guest' } };
}
