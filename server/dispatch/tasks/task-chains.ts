import { isErrorCode, WaslError } from '../../../actors/errors.ts';
import type { JsonObject, Principal } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import { doneWithin } from '../../../db/deadline.ts';
import type { Origin } from '../../kernel/actors/actor-gateway.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { inApiNames, noSuchTask } from './api-names.ts';
import { findOrderEvent, findOrderOfTask } from './task-store.ts';

/** Milliseconds to wait for the driver actor before answering `pending`. */
const ANSWER_TIMEOUT_MS = 3_000;

/** A command whose outcome another actor decides, and the order events that report it. */
interface Chain {
  type: string;
  /** Field of payload and events that identifies this chain. */
  idField: 'reversalId' | 'handOverId';
  done: string;
  refused: string;
}

const REVERSAL: Chain = {
  type: 'reverse',
  idField: 'reversalId',
  done: 'TASK_REVERSED',
  refused: 'REVERSAL_REFUSED',
};
const HAND_OVER: Chain = {
  type: 'open-hand-over',
  idField: 'handOverId',
  done: 'HAND_OVER_RESERVED',
  refused: 'HAND_OVER_ENDED',
};

export interface ChainResult {
  /** `pending`: the driver actor has not answered yet. */
  outcome: 'done' | 'pending';
  replayed: boolean;
}

export interface ChainRequest {
  taskId: string;
  reason: string | undefined;
}

type ChainDependencies = Pick<Dependencies, 'database' | 'actors' | 'ids'>;

/**
 * Reverses a completion. Throws the refusal of the order or driver actor: delivery.INVALID_STATE, REVERSAL_TOO_LATE,
 * CASH_SETTLED, DRIVER_UNAVAILABLE, or common.CONFLICT while the cash has not been recorded yet.
 */
export function reverseCompletion(
  deps: ChainDependencies,
  origin: Origin,
  by: Principal,
  request: ChainRequest,
): Promise<ChainResult> {
  return follow(deps, origin, by, request, REVERSAL, {});
}

/**
 * Opens a hand-over. Throws the refusal of the order or the receiving driver's actor: delivery.INVALID_STATE,
 * HAND_OVER_OPEN, DRIVER_UNAVAILABLE, OUTSIDE_ZONES, CAPACITY_EXCEEDED, CASH_LIMIT_EXCEEDED.
 */
export function openHandOver(
  deps: ChainDependencies,
  origin: Origin,
  by: Principal,
  request: ChainRequest & { toDriverId: string },
): Promise<ChainResult> {
  return follow(deps, origin, by, request, HAND_OVER, { toDriverId: request.toDriverId });
}

async function follow(
  deps: ChainDependencies,
  origin: Origin,
  by: Principal,
  { taskId, reason }: ChainRequest,
  chain: Chain,
  more: JsonObject,
): Promise<ChainResult> {
  const found = await findOrderOfTask(deps.database, taskId);
  if (found === null) throw noSuchTask();
  const order = { kind: 'order', key: found.orderId } as const;
  const fresh = deps.ids.next();
  const payload = { taskId, [chain.idField]: fresh, ...more };
  const result = await inApiNames(deps.actors.command(origin, by, order, chain.type, payload, reason));
  await doneWithin(result.effects, ANSWER_TIMEOUT_MS);
  // A repeat returns the first one's id; a command that had already taken effect returns none.
  const id = result.reply[chain.idField];
  if (typeof id !== 'string') return { outcome: 'done', replayed: result.replayed };
  const outcome = await outcomeOf(deps.database, found.orderId, chain, id);
  return { outcome, replayed: result.replayed };
}

type Answer = {
  type: string;
  code?: string | null;
  detail?: string | null;
};

async function outcomeOf(
  database: Database,
  orderId: string,
  { idField, done, refused }: Chain,
  id: string,
): Promise<'done' | 'pending'> {
  const asked = { orderId, field: idField, id, types: [done, refused] };
  const answer = await findOrderEvent<Answer>(database, asked);
  if (answer === null) return 'pending';
  if (answer.type === done) return 'done';
  const { code, detail } = answer;
  throw new WaslError(isErrorCode(code) ? code : 'common.CONFLICT', {
    detail: detail ?? 'This did not take effect. Check the task again.',
  });
}
