import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../actors/runtime/canonical-json.ts';
import type { ActorRef, JsonObject, Principal } from '../../../actors/runtime/machine.ts';
import type { CommandResult } from '../../../actors/runtime/runtime.ts';
import type { ActorGateway } from '../../kernel/actors/actor-gateway.ts';

/** A plan's step as a command whose id is derived from the plan, so that each step takes effect once. */
export function planCommand(
  actors: ActorGateway,
  { requestId, ip }: { requestId: string; ip: string },
  step: string,
  by: Principal,
  ref: ActorRef,
  type: string,
  payload: JsonObject,
): Promise<CommandResult> {
  const requestHash = createHash('sha256').update(canonicalJson({ type, payload })).digest();
  const idempotency = { principal: 'plan', key: step, requestHash };
  return actors.command({ requestId, ip, idempotency }, by, ref, type, payload, 'A plan was applied');
}
