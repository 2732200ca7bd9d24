import { WaslError } from '../../actors/errors.ts';
import { faultsOf, refusedForm } from './field-errors.ts';
import type { FormState, Wait } from './form-page-models.ts';
import type { Page } from './page-models.ts';
import type { Outcome, Sent } from './routes.ts';

const DEFAULT_WAIT_SECONDS = 60;

export interface RefusalRules<Why> {
  /** As in `faultsOf`. */
  fieldOf: Readonly<Record<string, string>>;
  /** What no field can be blamed for and this form can tell all the same; null: it cannot, so it is thrown. */
  whyOf(error: WaslError): Why | null;
}

/**
 * Does what a form asks for. What is refused shows the form again, with what was typed and what is wrong with it.
 * @param again The page of the form.
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
    const faults = faultsOf(error, fieldOf);
    const wait = waitOf(error);
    const refusal = faults === null ? (wait ?? whyOf(error)) : null;
    if (faults === null && refusal === null) throw error;
    if (wait !== null) res.setHeader('Retry-After', wait.seconds);
    const page = await again(refusedForm(values, faults ?? {}), refusal, error);
    // 401 would ask a browser for something that it cannot give.
    return { page, status: faults !== null || error.status === 401 ? 422 : error.status };
  }
}

/** For how long nothing is tried again; null: waiting does not help. */
function waitOf({ code, retryAfter }: WaslError): Wait | null {
  const isLocked = code === 'auth.ACCOUNT_LOCKED';
  if (!isLocked && code !== 'common.RATE_LIMITED') return null;
  const seconds = Math.max(1, Math.ceil(retryAfter ?? DEFAULT_WAIT_SECONDS));
  const until = new Date(Date.now() + seconds * 1_000).toISOString();
  return { kind: isLocked ? 'locked' : 'limited', until, seconds };
}
