import { WaslError } from '../../actors/errors.ts';
import type { InProcess } from '../kernel/http/in-process.ts';
import { totpQr, totpUri } from '../kernel/security/totp.ts';
import { ownAccount } from './account.ts';
import { EMPTY_FORM, formOutcome, proofIn, saidIn } from './account-forms.ts';
import type { AccountForm, AccountPage } from './account-page-models.ts';
import { localPath } from './local-path.ts';
import type { Asked, Outcome, Sent } from './routes.ts';
import { typedDigits } from './typed.ts';

/** Format of an authenticator key. */
const SECRET = /^[A-Z2-7]{16,64}$/;

/** Password and second factor. */
export class AccountSecurity {
  readonly #shop: InProcess;
  readonly #minPasswordLength: number;

  constructor(shop: InProcess, { minPasswordLength }: { minPasswordLength: number }) {
    this.#shop = shop;
    this.#minPasswordLength = minPasswordLength;
  }

  async page({ visit: { visitor }, search }: Asked): Promise<AccountPage> {
    return {
      kind: 'account-security',
      account: await ownAccount(this.#shop, visitor),
      said: saidIn(search),
    };
  }

  async password({ visit: { visitor } }: Asked, form: AccountForm = EMPTY_FORM): Promise<AccountPage> {
    const account = await ownAccount(this.#shop, visitor);
    return { kind: 'account-password', account, minPasswordLength: this.#minPasswordLength, form };
  }

  changePassword(sent: Sent): Promise<Outcome> {
    const { newPassword = '' } = sent.values;
    const work = async () => {
      const body = { newPassword, ...proofIn(sent.values) };
      await this.#shop.call('changePassword', sent.visit.visitor, { body });
      return { to: '/account/security?said=password-changed' };
    };
    return formOutcome(sent, work, (form) => this.password(sent, form));
  }

  /**
   * First step of enrolling a second factor, or of moving it to another phone: the owner must confirm their identity.
   */
  async start({ visit: { visitor } }: Asked, form: AccountForm = EMPTY_FORM): Promise<AccountPage> {
    return { kind: 'factor-start', account: await ownAccount(this.#shop, visitor), form };
  }

  /**
   * Responds with the key's page directly, because the key must not be in a URL. Replacing a confirmed key needs a code
   * of that key first, which `Routes` asks for.
   */
  enroll(sent: Sent): Promise<Outcome> {
    const { visitor } = sent.visit;
    const work = async () => {
      const { mfaEnrolled: replace } = await ownAccount(this.#shop, visitor);
      const reply = await this.#shop.call('enrollMfa', visitor, {
        body: { ...proofIn(sent.values), replace },
      });
      return { page: { kind: 'factor-key', ...reply.body(), form: EMPTY_FORM } } as const;
    };
    return formOutcome(sent, work, (form) => this.start(sent, form));
  }

  /** Responds with the recovery codes, which are shown only once. */
  async confirm(sent: Sent): Promise<Outcome> {
    const { values, visit } = sent;
    const account = await ownAccount(this.#shop, visit.visitor);
    const { secret = '' } = values;
    if (!SECRET.test(secret)) return { to: '/account/security/factor' };
    const work = async () => {
      const body = { code: typedDigits(values.code) ?? '' };
      const reply = await this.#shop.call('confirmMfa', visit.visitor, { body });
      return { page: { kind: 'recovery-codes', account, codes: reply.body().recoveryCodes } } as const;
    };
    return formOutcome(sent, work, async (form) => {
      const otpauthUri = totpUri(secret, account.email);
      return { kind: 'factor-key', secret, otpauthUri, qrSvg: await totpQr(otpauthUri), form };
    });
  }

  async turningOff({ visit: { visitor } }: Asked, form: AccountForm = EMPTY_FORM): Promise<Outcome> {
    const account = await ownAccount(this.#shop, visitor);
    if (!account.mfaEnrolled) return { to: '/account/security' };
    return { page: { kind: 'factor-off', account, form } };
  }

  async turnOff(sent: Sent): Promise<Outcome> {
    const { values, visit } = sent;
    const account = await ownAccount(this.#shop, visit.visitor);
    const work = async () => {
      const body = { code: typedDigits(values.code) ?? '', ...proofIn(values) };
      await this.#shop.call('disableMfa', visit.visitor, { body });
      return { to: '/account/security?said=factor-off' };
    };
    return formOutcome(sent, work, (form) => ({ kind: 'factor-off', account, form }));
  }

  /** Asks for a code before something that needs it. */
  async confirmation({ visit: { visitor }, search }: Asked): Promise<AccountPage> {
    await ownAccount(this.#shop, visitor);
    return { kind: 'account-confirm', next: nextIn(search.get('next')), form: EMPTY_FORM };
  }

  stepUp(sent: Sent): Promise<Outcome> {
    const { values, visit, search } = sent;
    const next = nextIn(search.get('next'));
    const work = async () => {
      const body = { code: typedDigits(values.code) ?? '' };
      await this.#shop.call('stepUpMfa', visit.visitor, { body }).catch((error: unknown) => {
        // The second factor was turned off in another window, so no code is needed any more.
        if (!(error instanceof WaslError) || error.code !== 'auth.MFA_NOT_STARTED') throw error;
      });
      return { to: next };
    };
    return formOutcome(sent, work, (form) => ({ kind: 'account-confirm', next, form }));
  }
}

function nextIn(given: string | null): string {
  return localPath(given) || '/account/security';
}
