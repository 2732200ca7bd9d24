import type { WaslError } from '../../actors/errors.ts';
import type { AccountForm, AccountSaid, Refusal } from './account-page-models.ts';
import type { Page } from './page-models.ts';
import { doneOrAgain } from './refused-forms.ts';
import type { Outcome, Sent } from './routes.ts';

/** As it is before anybody has filled it in. */
export const EMPTY_FORM: AccountForm = { values: {}, faults: {}, refusal: null };

/** The operations' names of fields that these forms call otherwise. */
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

/** What the address says has just been done. */
export function saidIn(search: URLSearchParams): AccountSaid | null {
  const said = search.get('said');
  return said !== null && SAID.has(said) ? (said as AccountSaid) : null;
}

/** What the operations call `currentPassword`; an account without one has no such field in its forms. */
export function proofIn({ password }: Sent['values']): { currentPassword?: string } {
  return password === undefined ? {} : { currentPassword: password };
}

/**
 * Does what a form asks for. What is refused shows the form again, with what was typed and what is wrong with it; what
 * no form can tell is thrown.
 * @param again The page of the form.
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

/** Somebody who is signed in is told otherwise than somebody who would like to be. */
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
