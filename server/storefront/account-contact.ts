import type { InProcess } from '../kernel/http/in-process.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { ownAccount } from './account.ts';
import { EMPTY_FORM, formOutcome, proofIn } from './account-forms.ts';
import type { AccountForm, AccountPage, Contact, Sending } from './account-page-models.ts';
import type { Asked, Outcome, Sent } from './routes.ts';
import { typedDigits, typedPhone, typedText } from './typed.ts';

const PATHS: Readonly<Record<Contact, string>> = { EMAIL: '/account/email', PHONE: '/account/phone' };
const FIELDS: Readonly<Record<Contact, string>> = { EMAIL: 'email', PHONE: 'phone' };

/** The account's e-mail and phone. A new one replaces the old one only after the code sent to it has been entered. */
export class AccountContact {
  readonly #shop: InProcess;
  readonly #secrets: Secrets;
  readonly #sending: Sending;

  constructor(shop: InProcess, { secrets, sending }: { secrets: Secrets; sending: Sending }) {
    this.#shop = shop;
    this.#secrets = secrets;
    this.#sending = sending;
  }

  /** `form`: as filled in before the buyer had to sign in again. */
  async page(contact: Contact, asked: Asked, form?: AccountForm): Promise<AccountPage> {
    const account = await ownAccount(this.#shop, asked.visit.visitor);
    const typed = this.#opened(asked);
    const filled = typed === null ? EMPTY_FORM : { ...EMPTY_FORM, values: { [FIELDS[contact]]: typed } };
    return { kind: 'account-contact', contact, account, sending: this.#sending, form: form ?? filled };
  }

  /** Sends a code to a new address. */
  async change(contact: Contact, sent: Sent): Promise<Outcome> {
    const { values, visit } = sent;
    const typed = contact === 'EMAIL' ? (typedText(values.email) ?? '') : (typedPhone(values.phone) ?? '');
    const address = contact === 'EMAIL' ? { email: typed } : { phone: typed };
    const work = async () => {
      const reply = await this.#shop.call('updateMe', visit.visitor, {
        body: { ...address, ...proofIn(values) },
      });
      if (!reply.body().awaiting.includes(contact)) return { to: '/account?said=same' };
      return { to: `${PATHS[contact]}/code?to=${this.#sealed(sent, typed)}` };
    };
    return formOutcome(sent, work, ({ refusal, ...form }) => {
      const back = `${PATHS[contact]}?to=${this.#sealed(sent, typed)}`;
      const isStale = refusal?.kind === 'fresh-sign-in';
      return this.page(contact, sent, { ...form, refusal: isStale ? { ...refusal, back } : refusal });
    });
  }

  /** The page to enter the code. */
  async code(contact: Contact, asked: Asked): Promise<Outcome> {
    await ownAccount(this.#shop, asked.visit.visitor);
    const address = this.#opened(asked);
    if (address === null) return { to: PATHS[contact] };
    return { page: this.#codePage(contact, address, EMPTY_FORM) };
  }

  async verify(contact: Contact, sent: Sent): Promise<Outcome> {
    const { visit, values } = sent;
    const address = this.#opened(sent);
    if (address === null) return { to: PATHS[contact] };
    const code = typedDigits(values.code) ?? '';
    const work = async () => {
      if (contact === 'PHONE') {
        await this.#shop.call('verifyPhone', visit.visitor, { body: { phone: address, code } });
        return { to: '/account?said=phone-verified' };
      }
      await this.#shop.call('verifyEmail', visit.visitor, { body: { email: address, code } });
      return { to: '/account?said=email-verified' };
    };
    return formOutcome(sent, work, (form) => {
      // Whether another account has this e-mail is only revealed to its reader.
      const isTaken = 'email' in form.faults;
      const told: AccountForm = isTaken ? { ...form, faults: { code: 'emailOfAnother' } } : form;
      return this.#codePage(contact, address, told);
    });
  }

  async phoneRemoval({ visit: { visitor } }: Asked, form: AccountForm = EMPTY_FORM): Promise<Outcome> {
    const account = await ownAccount(this.#shop, visitor);
    if (account.phone === null) return { to: '/account' };
    return { page: { kind: 'account-phone-removal', account, form } };
  }

  async removePhone(sent: Sent): Promise<Outcome> {
    const { visitor } = sent.visit;
    const account = await ownAccount(this.#shop, visitor);
    const work = async () => {
      await this.#shop.call('updateMe', visitor, { body: { phone: null, ...proofIn(sent.values) } });
      return { to: '/account?said=phone-removed' };
    };
    return formOutcome(sent, work, (form) => ({ kind: 'account-phone-removal', account, form }));
  }

  #codePage(contact: Contact, address: string, form: AccountForm): AccountPage {
    return { kind: 'account-code', contact, address, sending: this.#sending, form };
  }

  /** Encrypted, because URLs end up in histories and logs and must not contain an e-mail or phone. */
  #sealed({ visit }: Sent, address: string): string {
    return this.#secrets.seal('page-address', address, accountOf(visit)).toString('base64url');
  }

  /** Null if the URL has no address, or not one of this account. */
  #opened({ visit, search }: Asked): string | null {
    const sealed = search.get('to');
    if (sealed === null) return null;
    try {
      return this.#secrets.open('page-address', Buffer.from(sealed, 'base64url'), accountOf(visit));
    } catch {
      return null;
    }
  }
}

function accountOf({ visitor: { caller } }: Asked['visit']): string {
  return caller.kind === 'account' ? caller.accountId : 'nobody';
}
