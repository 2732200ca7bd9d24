import { WaslError } from '../../../actors/errors.ts';
import type { Principal } from '../../../actors/runtime/machine.ts';
import { doneWithin } from '../../../db/deadline.ts';
import type { Origin } from '../../kernel/actors/actor-gateway.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { OrderGroup } from './order-group-store.ts';

/** Milliseconds to wait for a cancelled group's units to be restocked; they are restocked later in any case. */
export const RESTOCK_TIMEOUT_MS = 1_000;

export interface GroupCancellation {
  groupId: string;
  cancelled: boolean;
  /** Error code if this group was not cancelled. */
  code: string | null;
  replayed: boolean;
}

export interface Cancelling {
  orderId: string;
  groups: readonly OrderGroup[];
  principal: Principal;
  origin: Origin;
  reason: string | undefined;
}

/**
 * Asks the order to cancel each group; a buyer may cancel groups no seller has accepted. Throws order.INVALID_STATE if
 * every group refused, so that a cancellation without effect is reported as such.
 */
export async function cancelOrderGroups(
  { actors }: Pick<Dependencies, 'actors'>,
  { orderId, groups, principal, origin, reason }: Cancelling,
): Promise<GroupCancellation[]> {
  const ref = { kind: 'order', key: orderId } as const;
  const outcomes: { cancellation: GroupCancellation; refusal: WaslError | null }[] = [];
  const following: Promise<void>[] = [];
  for (const { id: groupId } of groups) {
    try {
      const command = actors.command(
        perGroup(origin, groupId),
        principal,
        ref,
        'cancel-group',
        { groupId },
        reason,
      );
      const { replayed, effects } = await command;
      following.push(effects);
      outcomes.push({ cancellation: { groupId, cancelled: true, code: null, replayed }, refusal: null });
    } catch (error) {
      if (!(error instanceof WaslError) || error.code !== 'order.INVALID_STATE') throw error;
      const cancellation = { groupId, cancelled: false, code: error.code, replayed: false };
      outcomes.push({ cancellation, refusal: error });
    }
  }
  await doneWithin(Promise.all(following), RESTOCK_TIMEOUT_MS);
  const [first] = outcomes;
  if (first?.refusal != null && outcomes.every(({ refusal }) => refusal !== null)) throw first.refusal;
  return outcomes.map(({ cancellation }) => cancellation);
}

/** One request with a command per group: each command needs its own id. */
function perGroup(origin: Origin, groupId: string): Origin {
  const { idempotency } = origin;
  if (idempotency === null) return origin;
  return { ...origin, idempotency: { ...idempotency, key: `${idempotency.key}\u0000${groupId}` } };
}
