import type { InProcess } from '../kernel/http/in-process.ts';
import type { Sending } from './account-page-models.ts';
import { type Refused, triedOr, UNTOUCHED } from './entry-refusal.ts';
import type { Asked, Outcome, Sent } from './routes.ts';
import { nextOf, withNext } from './sign-in-landing.ts';
import type { VerifyEmailPage } from './sign-in-page-models.ts';
import { typedDigits, typedText } from './typed.ts';
import type { Visit } from './visit.ts';

export interface MailboxPagesOptions {
  shop: InProcess;
  sending: Sending;
  minPasswordLength: number;
}

/** Pages that links in messages lead to: a new password, e-mail verification, an invitation to a seller's staff. */
export class MailboxPages {
  readonly #options: MailboxPagesOptions;

  constructor(options: MailboxPagesOptions) {
    this.#options = options;
  }

  forgotPage({ search }: Asked): Outcome {
    const isSent = search.get('said') === 'sent';
    return { page: { kind: 'forgot-password', ...UNTOUCHED, ...this.#around(search), isSent } };
  }

  /** The response is the same whether or not an account has the e-mail. */
  async forgot(sent: Sent): Promise<Outcome> {
    const { values, visit } = sent;
    const next = nextOf(values.next);
    return triedOr(
      sent,
      { needed: ['email'] },
      async () => {
        const body = { email: typedText(values.email) ?? '' };
        await this.#options.shop.call('forgotPassword', visit.visitor, { body });
        return { to: '/forgot-password?said=sent' };
      },
      (refused) => ({
        kind: 'forgot-password',
        ...refused,
        next,
        isSent: false,
        sending: this.#options.sending,
      }),
    );
  }

  resetPage({ search }: Asked): Outcome {
    const token = typedText(search.get('token') ?? undefined) ?? null;
    return { isSecret: true, page: { kind: 'reset-password', ...UNTOUCHED, token, ...this.#rules() } };
  }

  /** Ends all sessions of the account, including this browser's. */
  async reset(sent: Sent): Promise<Outcome> {
    const { values, visit } = sent;
    const { link, given, newPassword = '' } = values;
    const outcome = await triedOr(
      sent,
      {
        needed: [link === undefined ? 'given' : 'link', 'newPassword'],
        fieldOf: { password: 'newPassword', token: 'given' },
      },
      async () => {
        const body = { token: (link ?? given ?? '').trim(), newPassword };
        await this.#options.shop.call('resetPassword', visit.visitor, { body });
        return { to: '/sign-in?said=password-set' };
      },
      // An invalid token from the link is not submitted again; the buyer can type another one.
      (refused) => ({
        kind: 'reset-password',
        ...refused,
        token: refused.refusal?.kind === 'linkEnded' ? null : (link ?? null),
        ...this.#rules(),
      }),
    );
    return secret(outcome);
  }

  async verifyPage({ visit, search }: Asked): Promise<Outcome> {
    const isSent = search.get('said') === 'sent';
    return { page: await this.#verifying(visit, nextOf(search.get('next')), { ...UNTOUCHED, isSent }) };
  }

  /** Submits a code, or sends another. */
  async verify(sent: Sent): Promise<Outcome> {
    if ('again' in sent.values) return this.#sendVerification(sent);
    const next = nextOf(sent.values.next);
    const page = await this.#verifying(sent.visit, next, { ...UNTOUCHED, isSent: false });
    return triedOr(
      sent,
      { needed: ['code'] },
      async () => {
        const body = { code: typedDigits(sent.values.code) ?? '' };
        await this.#options.shop.call('verifyEmail', sent.visit.visitor, { body });
        return { to: withNext('/verify-email', next) };
      },
      (refused) => ({ ...page, ...refused }),
    );
  }

  async #sendVerification(sent: Sent): Promise<Outcome> {
    const next = nextOf(sent.values.next);
    const page = await this.#verifying(sent.visit, next, { ...UNTOUCHED, isSent: false });
    return triedOr(
      sent,
      { needed: [] },
      async () => {
        await this.#options.shop.call('requestEmailVerification', sent.visit.visitor, { body: {} });
        return { to: `${withNext('/verify-email', next)}${next === '' ? '?' : '&'}said=sent` };
      },
      (refused) => ({ ...page, ...refused }),
    );
  }

  async invitationPage({ visit, search }: Asked): Promise<Outcome> {
    const token = typedText(search.get('token') ?? undefined) ?? null;
    const email = await this.#emailOf(visit);
    return { isSecret: true, page: { kind: 'invitation', ...UNTOUCHED, token, email, joined: null } };
  }

  /** Repeating the acceptance changes nothing, so this may respond with the page directly. */
  async accept(sent: Sent): Promise<Outcome> {
    const { values, visit, key } = sent;
    const { link, given } = values;
    const email = await this.#emailOf(visit);
    const around = { kind: 'invitation', token: link ?? null, email } as const;
    const outcome = await triedOr(
      sent,
      { needed: [link === undefined ? 'given' : 'link'], fieldOf: { token: 'given' } },
      async () => {
        const body = { token: (link ?? given ?? '').trim() };
        const reply = await this.#options.shop.call('acceptStaffInvitation', visit.visitor, {
          body,
          ...(key === undefined ? {} : { key }),
        });
        return { page: { ...around, ...UNTOUCHED, joined: reply.body().displayName[visit.visitor.locale] } };
      },
      (refused) => {
        const isKnown = refused.refusal?.kind !== 'noInvitation';
        return { ...around, ...refused, token: isKnown ? around.token : null, joined: null };
      },
    );
    return secret(outcome);
  }

  async #verifying(
    visit: Visit,
    next: string,
    state: Refused & { isSent: boolean },
  ): Promise<VerifyEmailPage> {
    const { email, verified } = (await this.#options.shop.call('getMe', visit.visitor)).body();
    const { sending } = this.#options;
    return { kind: 'verify-email', ...state, email, isVerified: verified, next, sending };
  }

  async #emailOf({ visitor }: Visit): Promise<string | null> {
    if (visitor.caller.kind === 'guest') return null;
    return (await this.#options.shop.call('getMe', visitor)).body().email;
  }

  #around(search: URLSearchParams) {
    return { next: nextOf(search.get('next')), sending: this.#options.sending };
  }

  #rules() {
    return { minPasswordLength: this.#options.minPasswordLength };
  }
}

function secret(outcome: Outcome): Outcome {
  return typeof outcome === 'object' && 'page' in outcome ? { ...outcome, isSecret: true } : outcome;
}
