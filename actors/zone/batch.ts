import { accepted, unchanged } from '../machines/decision.ts';
import { hasPassed, plusSeconds } from '../planning/instants.ts';
import type { Effect } from '../runtime/machine.ts';
import type { Commands, Events, Given, Happened, OnAttempt, ZoneTurn } from './behaviour.ts';
import type { ZoneState } from './state.ts';

/** If configured, waiting tickets are gathered for some seconds, and drivers are chosen for all of them together. */
export type BatchCommand = Given<'batch-due', { batchAt: string }>;

/** The gathered tickets are assigned together. */
export type BatchEvent = Happened<'BATCH_DUE', { batchAt: string }>;

/** When the ticket's batch is due; absent: a driver is chosen at once. */
export type InBatch = { batchAt?: string };

/** A batch whose timer is this late is considered lost, and a new one is opened. */
const LOST_AFTER_SECONDS = 60;

export const batchCommands: Commands<BatchCommand, BatchEvent> = {
  // From the timer of a batch that was replaced: ignored.
  'batch-due': ({ state, command: { batchAt }, now }) =>
    state.batchAt === batchAt ? accepted([{ type: 'BATCH_DUE', v: 1, at: now, batchAt }]) : unchanged(),
};

export const batchEvents: Events<BatchEvent> = {
  BATCH_DUE: {
    evolve: (state) => ({ ...state, batchAt: undefined }),
    react: ({ zoneId }) => [{ do: 'consume', consumer: 'choose', payload: { zoneId, batch: true } }],
  },
};

/** A ticket joins the open batch, or opens one. */
export function joinBatch({ state, now, batchSeconds }: ZoneTurn): InBatch {
  if (batchSeconds === null) return {};
  const { batchAt } = state;
  if (batchAt !== undefined && !hasPassed(plusSeconds(batchAt, LOST_AFTER_SECONDS), now)) return { batchAt };
  return { batchAt: plusSeconds(now, batchSeconds) };
}

export function withBatch(state: ZoneState, { batchAt }: InBatch): ZoneState {
  return batchAt === undefined ? state : { ...state, batchAt };
}

/** Has a driver chosen at once, or with the batch, whose first ticket sets the timer. */
export function chooseOrWait(
  zoneId: string,
  { taskId, round, attempt }: OnAttempt,
  { batchAt }: InBatch,
  was: ZoneState | null,
): Effect[] {
  if (batchAt === undefined) {
    return [{ do: 'consume', consumer: 'choose', payload: { zoneId, taskId, round, attempt } }];
  }
  if (was?.batchAt === batchAt) return [];
  return [{ do: 'set-timer', name: 'batch', dueAt: batchAt, type: 'batch-due', payload: { batchAt } }];
}
