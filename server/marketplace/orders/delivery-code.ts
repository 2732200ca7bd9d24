import { randomInt } from 'node:crypto';

import type { RequestCodeFacts } from '../../../actors/order/delivery.ts';
import type { DeliveryCode } from '../../../actors/order/state.ts';
import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';

const CODE_DIGITS = 6;
const CODE_LIFE_MINUTES = 30;

/**
 * Creates a delivery code and returns it only as a keyed hash for comparison and a sealed text that only the buyer's
 * notification opens. The plain digits do not leave this function.
 */
export function issueDeliveryCode(deps: {
  secrets: Secrets;
  clock: Clock;
  ids: Ids;
}): RequestCodeFacts['code'] {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const codeId = deps.ids.next();
  return {
    codeId,
    hash: deps.secrets.hash('delivery-code', codeId, code).toString('base64'),
    sealed: deps.secrets.seal('delivery-code', code, codeId).toString('base64'),
    expiresAt: new Date(deps.clock.now().getTime() + CODE_LIFE_MINUTES * 60_000).toISOString(),
  };
}

/** Seals the digits a driver typed for the command, which may pass through Redis on its way to the actor. */
export function sealTypedCode(secrets: Secrets, taskId: string, typed: string): string {
  return secrets.seal('delivery-code', typed, `typed:${taskId}`).toString('base64');
}

/** Null if it was not sealed for this task. */
export function openTypedCode(secrets: Secrets, taskId: string, sealed: unknown): string | null {
  if (typeof sealed !== 'string') return null;
  try {
    return secrets.open('delivery-code', Buffer.from(sealed, 'base64'), `typed:${taskId}`);
  } catch {
    return null;
  }
}

/** Compares in constant time. False if there is no code to compare with. */
export function deliveryCodeMatches(
  secrets: Secrets,
  issued: DeliveryCode | undefined,
  typed: string | null,
): boolean {
  if (issued === undefined || typed === null) return false;
  return secrets.isHash(Buffer.from(issued.hash, 'base64'), 'delivery-code', issued.codeId, typed);
}
