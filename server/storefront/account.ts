import { WaslError } from '../../actors/errors.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { InProcess, Visitor } from '../kernel/http/in-process.ts';
import type { Obstacle as PersonalObstacle } from '../kernel/personal-data/personal-data.ts';
import { EMPTY_FORM, formOutcome, proofIn, saidIn } from './account-forms.ts';
import type { AccountForm, AccountPage, Obstacle, Sending } from './account-page-models.ts';
import type { Drafts } from './draft.ts';
import type { Asked, Outcome, Sent } from './routes.ts';
import { typedDigits } from './typed.ts';
import { codeAddressCookie, forgottenCartCookies, unreadCookie } from './visit.ts';
import { zoneCookie } from './zone.ts';

export type OwnAccount = components['schemas']['Account'];

/** Throws auth.UNAUTHENTICATED for a guest. */
export async function ownAccount(shop: InProcess, visitor: Visitor): Promise<OwnAccount> {
  return (await shop.call('getMe', visitor)).body();
}

/** The buyer's own account: overview, name, stored data, and closing it. */
export class Account {
  readonly #shop: InProcess;
  readonly #sending: Sending;
  readonly #drafts: Drafts;

  constructor(shop: InProcess, { sending, drafts }: { sending: Sending; drafts: Drafts }) {
    this.#shop = shop;
    this.#sending = sending;
    this.#drafts = drafts;
  }

  async overview({ visit: { visitor }, search }: Asked): Promise<AccountPage> {
    const [account, bell] = await Promise.all([
      ownAccount(this.#shop, visitor),
      this.#shop.call('listNotifications', visitor, { query: { limit: '1' } }),
    ]);
    const unread = bell.body().page.unreadCount;
    return { kind: 'account', account, unread, sending: this.#sending, said: saidIn(search) };
  }

  async profile({ visit: { visitor } }: Asked, form: AccountForm = EMPTY_FORM): Promise<AccountPage> {
    return { kind: 'account-profile', account: await ownAccount(this.#shop, visitor), form };
  }

  changeProfile(sent: Sent): Promise<Outcome> {
    const { displayName = '', locale } = sent.values;
    const body = { displayName: displayName.trim(), locale: locale === 'ar' ? 'ar' : 'en' } as const;
    const work = async () => {
      await this.#shop.call('updateMe', sent.visit.visitor, { body });
      return { to: '/account?said=saved' };
    };
    return formOutcome(sent, work, (form) => this.profile(sent, form));
  }

  /** Throws auth.UNAUTHENTICATED for a guest. */
  async privacy({ visit: { visitor } }: Asked): Promise<AccountPage> {
    await ownAccount(this.#shop, visitor);
    return { kind: 'account-privacy' };
  }

  /** The account's data as a file. */
  async download({ visit, res }: Sent): Promise<Outcome> {
    const reply = await this.#shop.call('exportMyData', visit.visitor);
    for (const cookie of visit.cookies) res.append('Set-Cookie', cookie);
    for (const [name, value] of Object.entries(reply.headers)) res.setHeader(name, value);
    res.type('json').send(JSON.stringify(reply.body(), null, 2));
    return 'answered';
  }

  async closing(
    { visit: { visitor } }: Asked,
    form: AccountForm = EMPTY_FORM,
    obstacles: Obstacle[] = [],
  ): Promise<AccountPage> {
    const account = await ownAccount(this.#shop, visitor);
    return { kind: 'account-closing', account, obstacles, form };
  }

  /** Closes the account permanently; the browser then continues as a guest. */
  async close(sent: Sent): Promise<Outcome> {
    const { values, visit } = sent;
    const understood = values.understood === 'on';
    if (!understood) {
      const form = { ...EMPTY_FORM, faults: { understood: 'missing' } } as const;
      return { page: await this.closing(sent, form), status: 422 };
    }
    // The form has this field only for an account with a second factor.
    const code = 'code' in values ? { mfaToken: typedDigits(values.code) ?? '' } : {};
    const body = { ...proofIn(values), ...code };
    const work = async () => {
      const { headers } = await this.#shop.call('closeMyAccount', visit.visitor, { body });
      this.#forget(sent, headers['Set-Cookie']);
      return { to: '/account/closed' };
    };
    try {
      return await formOutcome(sent, work, (form) => this.closing(sent, form));
    } catch (error) {
      if (!(error instanceof WaslError) || error.code !== 'account.NOT_CLOSABLE') throw error;
      const obstacles = error.extension.obstacles as PersonalObstacle[];
      return { page: await this.closing(sent, EMPTY_FORM, obstacles), status: error.status };
    }
  }

  /** Being signed out already is not an error. */
  async signOut(sent: Sent): Promise<Outcome> {
    const { visit } = sent;
    if (visit.visitor.caller.kind === 'account') {
      const { headers } = await this.#shop.call('logout', visit.visitor);
      this.#forget(sent, headers['Set-Cookie']);
    }
    return { to: '' };
  }

  /**
   * Removes everything of the account from the browser; script clears the recently viewed products
   * (`data-forget-seen`).
   */
  #forget({ visit }: Sent, cleared: string | undefined): void {
    visit.visitor.caller = { kind: 'guest' };
    const session = cleared === undefined ? [] : [cleared];
    visit.cookies = [
      ...[...session, ...forgottenCartCookies(), codeAddressCookie(null), unreadCookie(0)],
      ...[this.#drafts.forget(), zoneCookie(null)],
    ];
  }
}
