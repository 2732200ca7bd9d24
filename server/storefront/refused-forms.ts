import { WaslError } from '../../actors/errors.ts';
import { errorsOf, refusedForm } from './field-errors.ts';
import type { FormState, Wait } from './form-page-models.ts';
import type { Page } from './page-models.ts';
import type { Outcome, Sent } from './routes.ts';

const DEFAULT_WAIT_SECONDS = 60;

export interface RefusalRules<Why> {
  /** As in `errorsOf`. */
  fieldOf: Readonly<Record<string, string>>;
  /** A refusal without a field that this form can still show; null: it cannot, so the refusal is thrown. */
  whyOf(error: WaslError): Why | null;
}

/**
 * Performs a form's action. If it is refused, the form is shown again with the entered values and its errors.
 * @param again The form's page.
 */
export async function doneOrAgain<Why>(
  { values, res }: Pick<Sent, 'values' | 'res'>,
  { fieldOf, whyOf }: RefusalRules<Why>,
  work: () => Promise<Outcome>,
  again: (form: FormState, refusal: Wait | Why | null, error: WaslError) => Page | Promise<Page>,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WaslError)) throw error;
    const faults = errorsOf(error, fieldOf);
    const wait = waitOf(error);
    const refusal = faults === null ? (wait ?? whyOf(error)) : null;
    if (faults === null && refusal === null) throw error;
    if (wait !== null) res.setHeader('Retry-After', wait.seconds);
    const page = await again(refusedForm(values, faults ?? {}), refusal, error);
    // 401 would need a WWW-Authenticate challenge, which browsers cannot answer here.
    return { page, status: faults !== null || error.status === 401 ? 422 : error.status };
  }
}

/** How long to wait before the next attempt; null: waiting does not help. */
function waitOf({ code, retryAfter }: WaslError): Wait | null {
  const isLocked = code === 'auth.ACCOUNT_LOCKED';
  if (!isLocked && code !== 'common.RATE_LIMITED') return null;
  const seconds = Math.max(1, Math.ceil(retryAfter ?? DEFAULT_WAIT_SECONDS));
  const until = new Date(Date.now() + seconds * 1_000).toISOString();
  return { kind: isLocked ? 'locked' : 'limited', until, seconds };
}
