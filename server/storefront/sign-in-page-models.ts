import type { DemoAccount } from '../kernel/process/demo-people.ts';
import type { Sending } from './account-page-models.ts';
import type { FormState, Wait } from './form-page-models.ts';

/** Why signing in was refused, if it does not concern one field. */
export type EntryRefusal =
  | Wait
  | { kind: 'disabled' | 'administrator' | 'role' | 'factor' | 'linkEnded' | 'noInvitation' }
  /** Worded by the API. */
  | { kind: 'other'; title: string; detail: string };

/** A form as shown: empty, or as refused. */
interface EntryForm {
  form: FormState;
  refusal: EntryRefusal | null;
}

interface Entry extends EntryForm {
  /** Path to continue at afterwards, without the language; empty for the front page. */
  next: string;
  sending: Sending;
}

export type SignInSaid = 'password-set' | 'session-ended';

export type SignInPage = Entry & {
  kind: 'sign-in';
  said: SignInSaid | null;
  /** The account has a second factor, so its code is needed too. */
  asksFactor: boolean;
  /** The demo installation's accounts; empty elsewhere. */
  demo: readonly DemoAccount[];
};

export type AskCodePage = Entry & { kind: 'ask-code'; hasCode: boolean };

export type EnterCodePage = Entry & { kind: 'enter-code'; address: string; asksFactor: boolean };

export type RegisterPage = Entry & { kind: 'register'; minPasswordLength: number };

export type ForgotPasswordPage = Entry & { kind: 'forgot-password'; isSent: boolean };

export type ResetPasswordPage = EntryForm & {
  kind: 'reset-password';
  /** From the link; null if it must be typed. */
  token: string | null;
  minPasswordLength: number;
};

export type VerifyEmailPage = Entry & {
  kind: 'verify-email';
  email: string;
  isVerified: boolean;
  isSent: boolean;
};

export type InvitationPage = EntryForm & {
  kind: 'invitation';
  /** From the link; null if it must be typed. */
  token: string | null;
  /** The signed-in account's e-mail. */
  email: string | null;
  /** Name of the shop that was just joined. */
  joined: string | null;
};

/** The result of merging the guest's cart, if not everything could be kept. */
export type SignedInPage = {
  kind: 'signed-in';
  next: string;
  /** Number of lines that were merged. */
  lines: number;
  /** Lines whose quantity was reduced. */
  capped: { name: string; requested: number; quantity: number }[];
  /** Names of products that can no longer be bought, as far as they are known. */
  gone: string[];
  goneCount: number;
};

export type EntryPage =
  | SignInPage
  | AskCodePage
  | EnterCodePage
  | RegisterPage
  | ForgotPasswordPage
  | ResetPasswordPage
  | VerifyEmailPage
  | InvitationPage
  | SignedInPage;
