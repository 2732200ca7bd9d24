import type { components } from '../kernel/http/api-types.ts';
import type { FormState, Wait } from './form-page-models.ts';

type Schemas = components['schemas'];
type Account = Schemas['Account'];

/** What has just become of the account, as the address says. */
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

/** Why a form was refused that no field of it can be blamed for. */
export type Refusal =
  | Wait
  | { kind: 'conflict' | 'factor-kept' }
  /** `back`: where to go on afterwards, with what was typed; null: at the page of the form. */
  | { kind: 'fresh-sign-in'; back: string | null };

export interface AccountForm extends FormState {
  refusal: Refusal | null;
}

export type Contact = 'EMAIL' | 'PHONE';

/** Whether messages go out at all, by what they are sent to. */
export type Sending = Readonly<Record<Contact, boolean>>;

/** A list that goes on behind `next`, the address of its next page. */
export interface Paged<Item> {
  items: Item[];
  /** Null on the last one. */
  next: string | null;
}

export type AccountPage =
  | { kind: 'account'; account: Account; unread: number; sending: Sending; said: AccountSaid | null }
  | { kind: 'account-profile'; account: Account; form: AccountForm }
  /** A new e-mail or phone. */
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
  /** The key for the authenticator app, and a field for the code that it makes. */
  | { kind: 'factor-key'; secret: string; otpauthUri: string; qrSvg: string; form: AccountForm }
  /** Shown this once. */
  | { kind: 'recovery-codes'; account: Account; codes: string[] }
  | { kind: 'factor-off'; account: Account; form: AccountForm }
  /** A code of the second factor, then on to what needs it. */
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

/** What has to be settled before an account can be closed. */
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

/** The bell. */
export type NotificationsPage = {
  kind: 'notifications';
  /** `place`: where what it tells can be looked at, without the language. */
  list: Paged<Schemas['Notification'] & { place: string | null }>;
  unread: number;
  said: AccountSaid | null;
};
