import { WaslError } from '../../../actors/errors.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { components } from '../../kernel/http/api-types.ts';

/** The command's payload, and the wording for the history. Throws common.VALIDATION_FAILED for OTHER without a note. */
export function failureOf({ reason, note }: components['schemas']['FailTaskRequest']): {
  payload: JsonObject;
  reason: string;
} {
  if (reason === 'OTHER' && note === undefined) {
    throw new WaslError('common.VALIDATION_FAILED', {
      detail: 'The reason OTHER needs a note.',
      errors: [{ pointer: '/note', code: 'required', message: 'Say in words why it failed.' }],
    });
  }
  if (note === undefined) return { payload: { failure: reason }, reason };
  return { payload: { failure: reason, note }, reason: `${reason}: ${note}` };
}
