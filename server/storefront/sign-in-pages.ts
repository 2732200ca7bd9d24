import type { InProcess } from '../kernel/http/in-process.ts';
import type { DemoAccountsOf } from '../kernel/process/demo-people.ts';
import type { Sending } from './account-page-models.ts';
import type { Drafts } from './draft.ts';
import { begunWith, triedOr, UNTOUCHED } from './entry-refusal.ts';
import type { Asked, Outcome, Sent } from './routes.ts';
import type { SignIn } from './sign-in.ts';
import { landing, nextOf, toldBy, withNext } from './sign-in-landing.ts';
import type { SignInSaid } from './sign-in-page-models.ts';
import { typedDigits, typedPhone, typedText } from './typed.ts';
import { codeAddressCookie, codeAddressIn } from './visit.ts';

export interface SignInPagesOptions {
  shop: InProcess;
  signIn: SignIn;
  drafts: Drafts;
  sending: Sending;
  minPasswordLength: number;
  demoAccounts: DemoAccountsOf;
}

const SAID: ReadonlySet<string> = new Set<SignInSaid>(['password-set']);

/** Signing in by password or code, and registering. */
export class SignInPages {
  readonly #options: SignInPagesOptions;

  constructor(options: SignInPagesOptions) {
    this.#options = options;
  }

  /** With `again` in the URL, the form is shown even if the browser is signed in. */
  async page({ visit, search, req }: Asked): Promise<Outcome> {
    const next = nextOf(search.get('next'));
    if (isIn({ visit }) && !search.has('again')) return { to: next };
    const word = search.get('said') ?? '';
    const told = SAID.has(word) ? (word as SignInSaid) : null;
    const said = told ?? (visit.sessionEnded ? 'session-ended' : null);
    const begun = begunWith({ email: this.#options.drafts.of(req).email });
    return { page: { kind: 'sign-in', ...begun, next, said, ...(await this.#offered()) } };
  }

  async signIn(sent: Sent): Promise<Outcome> {
    const { values } = sent;
    const next = nextOf(values.next);
    const offered = await this.#offered();
    return triedOr(
      sent,
      { needed: ['email', 'password'] },
      async () => {
        const { email = '', password = '' } = values;
        const credentials = { email: email.trim(), password, ...factorIn(values) };
        return { to: landing(await this.#options.signIn.signIn(sent, credentials), next) };
      },
      (refused) => ({ kind: 'sign-in', next, said: null, ...offered, ...refused }),
    );
  }

  codePage({ search, req, visit }: Asked): Outcome {
    const next = nextOf(search.get('next'));
    if (isIn({ visit }) && !search.has('again')) return { to: next };
    const sentTo = codeAddressIn(req);
    const begun = begunWith({ address: sentTo ?? this.#options.drafts.of(req).email });
    return { page: { kind: 'ask-code', ...begun, next, hasCode: sentTo !== null, ...this.#sending() } };
  }

  async askForCode(sent: Sent): Promise<Outcome> {
    const { values, visit, req } = sent;
    const next = nextOf(values.next);
    return triedOr(
      sent,
      { needed: ['address'], fieldOf: { email: 'address', phone: 'address' } },
      async () => {
        const address = typedText(values.address) ?? '';
        await this.#options.shop.call('requestSignInCode', visit.visitor, { body: addressOf(address) });
        visit.cookies.push(codeAddressCookie(address));
        return { to: withNext('/sign-in/code/enter', next) };
      },
      (refused) => ({
        kind: 'ask-code',
        next,
        hasCode: codeAddressIn(req) !== null,
        ...this.#sending(),
        ...refused,
      }),
    );
  }

  enterCodePage({ search, req }: Asked): Outcome {
    const next = nextOf(search.get('next'));
    const address = codeAddressIn(req);
    if (address === null) return { to: withNext('/sign-in/code', next) };
    return { page: { kind: 'enter-code', ...UNTOUCHED, next, address, ...this.#sending() } };
  }

  async signInByCode(sent: Sent): Promise<Outcome> {
    const { values, req, visit } = sent;
    const next = nextOf(values.next);
    const address = codeAddressIn(req);
    if (address === null) return { to: withNext('/sign-in/code', next) };
    const code = typedDigits(values.code) ?? '';
    return triedOr(
      sent,
      { needed: ['code'] },
      async () => {
        const asked = { ...addressOf(address), code, ...factorIn(values) };
        const entered = await this.#options.signIn.signInByCode(sent, asked);
        visit.cookies.push(codeAddressCookie(null));
        return { to: landing(entered, next) };
      },
      ({ form, ...refused }) => ({
        kind: 'enter-code',
        next,
        address,
        ...this.#sending(),
        ...refused,
        // The e-mailed code is still valid after a wrong second-factor code.
        form: refused.asksFactor ? { ...form, values: { ...form.values, code } } : form,
      }),
    );
  }

  registerPage({ visit, search, req }: Asked): Outcome {
    const next = nextOf(search.get('next'));
    if (isIn({ visit })) return { to: next };
    const { name, email } = this.#options.drafts.of(req);
    const begun = begunWith({ displayName: name, email });
    return { page: { kind: 'register', ...begun, next, ...this.#rules() } };
  }

  async register(sent: Sent): Promise<Outcome> {
    const { values } = sent;
    const next = nextOf(values.next);
    return triedOr(
      sent,
      { needed: ['displayName', 'email', 'password'] },
      async () => {
        const { displayName = '', email = '', password = '' } = values;
        const person = { displayName: displayName.trim(), email: email.trim(), password };
        return { to: landing(await this.#options.signIn.register(sent, person), next) };
      },
      (refused) => ({ kind: 'register', next, ...this.#rules(), ...refused }),
    );
  }

  /** Shows the result of merging the guest's cart. */
  async signedInPage({ visit: { visitor }, search }: Asked): Promise<Outcome> {
    const { shop } = this.#options;
    const { capped, gone, ...told } = toldBy(search);
    const { items } = (await shop.call('getCart', visitor)).body();
    const names = await Promise.all(
      gone.map(async (id) => {
        const found = await shop.call('getProduct', visitor, { params: { id } }).catch(() => null);
        return found?.body().name;
      }),
    );
    return {
      page: {
        kind: 'signed-in',
        ...told,
        capped: capped.flatMap(({ offerId, ...counts }) => {
          const name = items.find((item) => item.offerId === offerId)?.name;
          return name === undefined ? [] : [{ name, ...counts }];
        }),
        gone: names.filter((name) => name !== undefined),
      },
    };
  }

  /** A form rendered before this browser signed in: signing in is done already. */
  stale({ visit }: Pick<Asked, 'visit'>, next: string): Outcome | null {
    return isIn({ visit }) ? { to: nextOf(next) } : null;
  }

  async #offered() {
    return { ...this.#sending(), demo: await this.#options.demoAccounts('shop') };
  }

  #sending() {
    return { sending: this.#options.sending };
  }

  #rules() {
    return { ...this.#sending(), minPasswordLength: this.#options.minPasswordLength };
  }
}

function isIn({ visit }: Pick<Asked, 'visit'>): boolean {
  return visit.visitor.caller.kind === 'account';
}

/** A second-factor or recovery code, if the form asked for it. */
function factorIn({ mfaToken }: Record<string, string>): { mfaToken?: string } {
  const typed = typedDigits(mfaToken);
  return typed === undefined ? {} : { mfaToken: typed };
}

function addressOf(address: string): { email: string } | { phone: string } {
  return address.includes('@') ? { email: address } : { phone: typedPhone(address) ?? '' };
}
