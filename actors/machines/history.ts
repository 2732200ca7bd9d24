import type { ActorKind, DomainEvent, EventContext, JsonObject, RowOp } from '../runtime/machine.ts';

/** `occurredAt`: the plausible time at which the driver says the step was taken. */
type Recorded = DomainEvent & { moves: readonly Move[]; occurredAt?: string };

interface Move {
  subject: string;
  id: string;
  from: string | null;
  to: string;
}

/** One row of `transitions` per status change in the events. `dataOf` must not return secrets. */
export function historyRows<E extends Recorded>(
  kind: ActorKind,
  key: string,
  events: readonly E[],
  context: EventContext,
  dataOf: (event: E) => JsonObject,
): RowOp[] {
  const moves = events.flatMap((event) =>
    event.moves.map((move) => ({ move, data: dataWith(event, dataOf) })),
  );
  return moves.map(({ move, data }, index) => ({
    table: 'transitions',
    op: 'insert',
    row: {
      id: context.id(`transition:${index}`),
      actor_kind: kind,
      actor_key: key,
      actor_version: context.version,
      subject_type: move.subject,
      subject_id: move.id,
      from_state: move.from,
      to_state: move.to,
      command: context.command,
      account_id: context.by.accountId,
      role: context.by.role,
      reason: context.reason,
      at: context.at,
      data,
    },
  }));
}

function dataWith<E extends Recorded>(event: E, dataOf: (event: E) => JsonObject): JsonObject {
  const { occurredAt } = event;
  return occurredAt === undefined ? dataOf(event) : { ...dataOf(event), occurredAt };
}
