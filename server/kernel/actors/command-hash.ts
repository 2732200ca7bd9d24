import { canonicalJson } from '../../../actors/runtime/canonical-json.ts';
import type { Secrets } from '../security/secrets.ts';

/** Keyed hash of a command's type and payload, independent of the payload's key order. */
export function commandHasher(secrets: Secrets): (type: string, payload: object) => Buffer {
  return (type, payload) => secrets.lastingHash('request', type, canonicalJson(payload));
}
