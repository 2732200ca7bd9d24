import type { DemoAccount } from '../kernel/process/demo-people.ts';
import type { Sending } from './account-page-models.ts';
import type { FormState, Wait } from './form-page-models.ts';

/** Why somebody was not let in, where it is not about one field. */
export type EntryRefusal =
  | Wait
  | { kind: 'disabled' | 'administrator' | 'role' | 'factor' | 'linkEnded' | 'noInvitation' }
  /** In the words of the service. */
  | { kind: 'other'; title: string; detail: string };

/** A form as it is shown: as it begins, or as it was refused. */
interface EntryForm {
  form: FormState;
  refusal: EntryRefusal | null;
}

interface Entry extends EntryForm {
  /** Where to go on afterwards, without the language; the front page is the empty string. */
  next: string;
  sending: Sending;
}

export type SignInSaid = 'password-set' | 'session-ended';

export type SignInPage = Entry & {
  kind: 'sign-in';
  said: SignInSaid | null;
  /** The account has a second factor: its code is needed, too. */
  asksFactor: boolean;
  /** Accounts of the demo installation; none elsewhere. */
  demo: readonly DemoAccount[];
};

export type AskCodePage = Entry & { kind: 'ask-code'; hasCode: boolean };

export type EnterCodePage = Entry & { kind: 'enter-code'; address: string; asksFactor: boolean };

export type RegisterPage = Entry & { kind: 'register'; minPasswordLength: number };

export type ForgotPasswordPage = Entry & { kind: 'forgot-password'; isSent: boolean };

export type ResetPasswordPage = EntryForm & {
  kind: 'reset-password';
  /** Of the link; null when it has to be typed. */
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
  /** Of the link; null when it has to be typed. */
  token: string | null;
  /** Who is signed in. */
  email: string | null;
  /** The shop that was joined just now. */
  joined: string | null;
};

/** What became of the guest's cart, where not all of it could be kept. */
export type SignedInPage = {
  kind: 'signed-in';
  next: string;
  /** How many lines came along. */
  lines: number;
  /** Those that could not keep their quantity. */
  capped: { name: string; requested: number; quantity: number }[];
  /** Names of products that can no longer be bought, so far as they are still known. */
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
