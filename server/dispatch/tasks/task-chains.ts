import { isErrorCode, WaslError } from '../../../actors/errors.ts';
import type { JsonObject, Principal } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import { doneWithin } from '../../../db/deadline.ts';
import type { Origin } from '../../kernel/actors/actor-gateway.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { findOrderEvent, findOrderOfTask } from './task-store.ts';
import { inApiWords, noSuchTask } from './task-words.ts';

/** Milliseconds the dispatcher waits for the driver's side before the answer is "taken in". */
const PATIENCE = 3_000;

/** A command whose outcome another actor decides, and what tells of it in the order's events. */
interface Chain {
  type: string;
  /** The payload's and the events' field that names this chain. */
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
  /** `pending`: the driver's side has not answered yet. */
  outcome: 'done' | 'pending';
  replayed: boolean;
}

export interface ChainRequest {
  taskId: string;
  reason: string | undefined;
}

type ChainDependencies = Pick<Dependencies, 'database' | 'actors' | 'ids'>;

/**
 * Takes a completion back. Throws what the order or the driver's side refuses it for: delivery.INVALID_STATE,
 * REVERSAL_TOO_LATE, CASH_SETTLED, DRIVER_UNAVAILABLE, or common.CONFLICT while the cash is not noted yet.
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
 * Opens a hand-over. Throws what the order or the receiving driver's side refuses it for: delivery.INVALID_STATE,
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
  const result = await inApiWords(deps.actors.command(origin, by, order, chain.type, payload, reason));
  await doneWithin(result.effects, PATIENCE);
  // A repeat answers with the first one's id; one that has long taken effect names none.
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
    detail: detail ?? 'This came to nothing meanwhile. Look at the task again.',
  });
}
