import type { WaslError } from '../../actors/errors.ts';
import { renderProblem } from '../kernel/http/problem.ts';
import { refusedForm } from './field-errors.ts';
import type { FormState } from './form-page-models.ts';
import type { Page } from './page-models.ts';
import { doneOrAgain } from './refused-forms.ts';
import type { Outcome, Sent } from './routes.ts';
import type { EntryRefusal } from './sign-in-page-models.ts';

/** A refused form. */
export interface Refused {
  form: FormState;
  refusal: EntryRefusal | null;
  /** A second-factor code is needed, or was wrong. */
  asksFactor: boolean;
}

const BLANK: FormState = { values: {}, faults: {} };

/** An empty form. */
export const UNTOUCHED: Refused = { form: BLANK, refusal: null, asksFactor: false };

/** An empty form, prefilled with values entered on earlier pages. */
export function begunWith(typed: Readonly<Record<string, string | undefined>>): Refused {
  const known = Object.entries(typed).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { ...UNTOUCHED, form: { values: Object.fromEntries(known), faults: {} } };
}

/**
 * Performs a form's action; if it is refused, shows the form again.
 * @param needed Fields that must not be empty, checked by their own names before anything is done.
 * @param fieldOf As in `faultsOf`.
 */
export async function triedOr(
  { values, visit, res }: Pick<Sent, 'values' | 'visit' | 'res'>,
  { needed, fieldOf = {} }: { needed: readonly string[]; fieldOf?: Readonly<Record<string, string>> },
  work: () => Promise<Outcome>,
  show: (refused: Refused) => Page,
): Promise<Outcome> {
  const missing = needed.filter((name) => (values[name] ?? '').trim() === '');
  const asksFactor = 'mfaToken' in values;
  if (missing.length > 0) {
    const faults = Object.fromEntries(missing.map((name) => [name, 'missing' as const]));
    return { page: show({ form: refusedForm(values, faults), refusal: null, asksFactor }), status: 422 };
  }
  const whyOf = (error: WaslError) => refusalOf(error, visit.visitor);
  return doneOrAgain({ values, res }, { fieldOf, whyOf }, work, (form, refusal, { code }) =>
    show({ form, refusal, asksFactor: asksFactor || code.startsWith('auth.MFA_TOKEN') }),
  );
}

function refusalOf(
  error: WaslError,
  { locale, requestId }: { locale: 'en' | 'ar'; requestId: string },
): EntryRefusal | null {
  if (error.status >= 500 || error.code === 'auth.UNAUTHENTICATED') return null;
  switch (error.code) {
    case 'auth.ACCOUNT_DISABLED':
      return { kind: 'disabled' };
    case 'auth.MFA_TOKEN_REQUIRED':
      return { kind: 'factor' };
    case 'auth.RESET_LINK_INVALID':
      return { kind: 'linkEnded' };
    // The token is the only thing in these forms that may not exist.
    case 'common.NOT_FOUND':
      return { kind: 'noInvitation' };
    case 'auth.SURFACE_REFUSED':
      return { kind: error.extension?.administrator === true ? 'administrator' : 'role' };
    default: {
      const { title, detail } = renderProblem(error, { instance: '', requestId, locale });
      return { kind: 'other', title, detail };
    }
  }
}
