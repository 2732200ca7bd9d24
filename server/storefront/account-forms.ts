import type { WaslError } from '../../actors/errors.ts';
import type { AccountForm, AccountSaid, Refusal } from './account-page-models.ts';
import type { Page } from './page-models.ts';
import { doneOrAgain } from './refused-forms.ts';
import type { Outcome, Sent } from './routes.ts';

export const EMPTY_FORM: AccountForm = { values: {}, faults: {}, refusal: null };

/** Fields that these forms name differently from the operations. */
const FIELDS = {
  currentPassword: 'password',
  mfaToken: 'code',
  from: 'quietFrom',
  until: 'quietUntil',
} as const;

const SAID: ReadonlySet<string> = new Set<AccountSaid>([
  ...(['saved', 'same', 'email-verified', 'phone-verified', 'phone-removed'] as const),
  ...(['password-changed', 'factor-off', 'session-ended', 'sessions-ended'] as const),
  ...(['device-removed', 'all-read'] as const),
]);

/** The confirmation named in the URL. */
export function saidIn(search: URLSearchParams): AccountSaid | null {
  const said = search.get('said');
  return said !== null && SAID.has(said) ? (said as AccountSaid) : null;
}

/** The operations' `currentPassword`; the forms of an account without a password have no such field. */
export function proofIn({ password }: Sent['values']): { currentPassword?: string } {
  return password === undefined ? {} : { currentPassword: password };
}

/**
 * Performs a form's action. If it is refused, the form is shown again with the entered values and its errors; a refusal
 * that the form cannot show is thrown.
 * @param again The form's page.
 */
export function formOutcome(
  sent: Pick<Sent, 'values' | 'res'>,
  work: () => Promise<Outcome>,
  again: (form: AccountForm) => Page | Promise<Page>,
): Promise<Outcome> {
  return doneOrAgain(sent, { fieldOf: FIELDS, whyOf }, work, ({ values, faults }, refusal) =>
    again({ values, faults: ownWords(faults), refusal }),
  );
}

/** Errors for a signed-in buyer are worded differently from those on the sign-in pages. */
function ownWords(faults: AccountForm['faults']): AccountForm['faults'] {
  return Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => {
      if (fault === 'wrongPassword') return [field, 'notYourPassword'];
      if (fault === 'emailTaken') return [field, 'emailOfAnother'];
      return [field, fault];
    }),
  );
}

function whyOf({ code }: WaslError): Refusal | null {
  switch (code) {
    case 'auth.FRESH_SIGN_IN_REQUIRED':
      return { kind: 'fresh-sign-in', back: null };
    case 'common.CONFLICT':
    case 'auth.MFA_ALREADY_ENROLLED':
    case 'auth.MFA_NOT_STARTED':
      return { kind: 'conflict' };
    case 'auth.FORBIDDEN':
      return { kind: 'factor-kept' };
    default:
      return null;
  }
}
