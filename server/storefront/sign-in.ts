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
  /** What became of the guest's cart; null when there was none. */
  cartMerge: Schemas['CartMerge'] | null;
  /** What the guest's cart had before. */
  guestItems: readonly Schemas['CartItem'][];
  account: Schemas['Account'];
}

/**
 * Signs a browser in: the operations that open every session, with a cookie in the place of the guest's, so that
 * whatever page was given before can no longer be sent. The visit is changed in its place, and what follows in the same
 * request is done as the account; the browser gets the cookies, however the request ends.
 */
export class SignIn {
  readonly #shop: InProcess;
  readonly #sessions: PageSessions;

  constructor(shop: InProcess, sessions: PageSessions) {
    this.#shop = shop;
    this.#sessions = sessions;
  }

  /** Throws what `login` refuses. */
  signIn(asked: Pick<Asked, 'visit' | 'req'>, credentials: Schemas['LoginRequest']): Promise<Entered> {
    return this.#enter(asked, (guest) => this.#shop.call('login', guest, { body: credentials }));
  }

  /** Throws what `signInByCode` refuses. */
  signInByCode(asked: Pick<Asked, 'visit' | 'req'>, code: Schemas['CodeSignInRequest']): Promise<Entered> {
    const { locale } = asked.visit.visitor;
    return this.#enter(asked, (guest) =>
      this.#shop.call('signInByCode', guest, { body: { locale, ...code } }),
    );
  }

  /**
   * Throws what `registerAccount` refuses; auth.EMAIL_TAKEN unless the password is the one of the account that has the
   * e-mail: whoever registers twice, be it by pressing the button twice, is signed in.
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
    // What was to be kept of the visit before would come after the new cookie, and win.
    Object.assign(visit, { id: token, sessionEnded: false, cookies: [cookie] } satisfies Partial<Visit>);
    const { itemCount } = (await this.#shop.call('getCart', visitor)).body();
    visit.cookies.push(...accountCartCookies(itemCount));
    // Products say their price and day of delivery to there from now on, unless another zone was chosen before.
    const [address] = zoneOf(req) === null ? await savedAddresses(this.#shop, visitor) : [];
    if (address !== undefined) visit.cookies.push(zoneCookie(address.zoneNumber));
    // Its token is gone from this browser: nobody could end it here any more.
    if (former.kind === 'account') await this.#shop.call('logout', { ...visitor, caller: former });
    const { account, cartMerge = null } = reply.body();
    return Object.assign(visit, { cartMerge, guestItems, account });
  }

  /** The cart is gone once it is merged, and what could not be kept of it is told by name. */
  async #guestItems(guest: Visitor): Promise<readonly Schemas['CartItem'][]> {
    if (guest.cartToken === null) return [];
    const cart = await this.#shop.call('getCart', guest).catch((error: unknown) => {
      guest.log.warn({ err: error }, 'what a guest had in the cart is not known');
      return null;
    });
    return cart?.body().items ?? [];
  }
}

/** Whoever signs in is nobody yet: an account that this browser was signed in as has no part in it. */
function guestOf(visitor: Visitor): Visitor {
  return { ...visitor, caller: { kind: 'guest' } };
}
