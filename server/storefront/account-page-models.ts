import type { components } from '../kernel/http/api-types.ts';
import type { FormState, Wait } from './form-page-models.ts';

type Schemas = components['schemas'];
type Account = Schemas['Account'];

/** What has just been done to the account, as named in the URL. */
export type AccountSaid =
  | 'saved'
  | 'same'
  | 'email-verified'
  | 'phone-verified'
  | 'phone-removed'
  | 'password-changed'
  | 'factor-off'
  | 'session-ended'
  | 'sessions-ended'
  | 'device-removed'
  | 'all-read';

/** Why a form was refused, if no single field is the cause. */
export type Refusal =
  | Wait
  | { kind: 'conflict' | 'factor-kept' }
  /** `back`: where to continue after signing in, including the entered values; null: at the form's page. */
  | { kind: 'fresh-sign-in'; back: string | null };

export interface AccountForm extends FormState {
  refusal: Refusal | null;
}

export type Contact = 'EMAIL' | 'PHONE';

/** Whether messages are sent at all, by kind of address. */
export type Sending = Readonly<Record<Contact, boolean>>;

/** One page of a list; `next` is the URL of the next page. */
export interface Paged<Item> {
  items: Item[];
  /** Null on the last page. */
  next: string | null;
}

export type AccountPage =
  | { kind: 'account'; account: Account; unread: number; sending: Sending; said: AccountSaid | null }
  | { kind: 'account-profile'; account: Account; form: AccountForm }
  /** To enter a new e-mail or phone. */
  | { kind: 'account-contact'; contact: Contact; account: Account; sending: Sending; form: AccountForm }
  | {
      /** A code was sent to an address. */
      kind: 'account-code';
      contact: Contact;
      address: string;
      sending: Sending;
      form: AccountForm;
    }
  | { kind: 'account-phone-removal'; account: Account; form: AccountForm }
  | { kind: 'account-security'; account: Account; said: AccountSaid | null }
  | { kind: 'account-password'; account: Account; minPasswordLength: number; form: AccountForm }
  | { kind: 'factor-start'; account: Account; form: AccountForm }
  /** The key for an authenticator app, and a field for its first code. */
  | { kind: 'factor-key'; secret: string; otpauthUri: string; qrSvg: string; form: AccountForm }
  /** Shown only once. */
  | { kind: 'recovery-codes'; account: Account; codes: string[] }
  | { kind: 'factor-off'; account: Account; form: AccountForm }
  /** Asks for a second-factor code before continuing to a page that needs it. */
  | { kind: 'account-confirm'; next: string; form: AccountForm }
  | {
      kind: 'account-devices';
      sessions: Paged<Schemas['Session']>;
      pushed: Schemas['PushSubscription'][];
      apps: Schemas['DeviceToken'][];
      said: AccountSaid | null;
    }
  | {
      kind: 'account-choices';
      preferences: Schemas['NotificationPreferences'];
      zones: string[];
      form: AccountForm;
      said: AccountSaid | null;
    }
  | { kind: 'account-privacy' }
  | { kind: 'account-closing'; account: Account; obstacles: Obstacle[]; form: AccountForm }
  | { kind: 'account-closed' };

/** What must be settled before an account can be closed. */
export interface Obstacle {
  code:
    | 'SUPER_ADMINISTRATOR'
    | 'ORDERS_UNDER_WAY'
    | 'CASH_NOT_SETTLED'
    | 'SHOP_OWNED'
    | 'DRIVER_ON_SHIFT'
    | 'DRIVER_HAS_GOODS'
    | 'DRIVER_HAS_CASH';
  count: number;
}

/** The list of notifications. */
export type NotificationsPage = {
  kind: 'notifications';
  /** `place`: path of the page it is about, without the language. */
  list: Paged<Schemas['Notification'] & { place: string | null }>;
  unread: number;
  said: AccountSaid | null;
};
