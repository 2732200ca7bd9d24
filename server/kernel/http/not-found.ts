import { WaslError } from '../../../actors/errors.ts';

/** common.NOT_FOUND for a record that does not exist or is not the caller's, e.g. `notFound('driver')`. */
export function notFound(record: string): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: `No such ${record}.` });
}
