import { canonicalJson } from '../../../actors/runtime/canonical-json.ts';
import type { Secrets } from '../security/secrets.ts';

/** Keyed hash of a command's type and payload, the same however the keys of the payload are ordered. */
export function commandHasher(secrets: Secrets): (type: string, payload: object) => Buffer {
  return (type, payload) => secrets.hash('request', type, canonicalJson(payload));
}
