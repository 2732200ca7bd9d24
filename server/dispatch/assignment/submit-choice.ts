import type { Choice, PolicyName } from '../../../actors/assignment/policy.ts';
import { WaslError } from '../../../actors/errors.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { Started } from '../../../actors/runtime/relay.ts';
import type { ZoneTicket } from '../../../actors/zone/state.ts';
import type { Database } from '../../../db/database.ts';
import type { PresentReads } from '../../../db/stores/present-reads-store.ts';
import type { ActorGateway, Cause } from '../../kernel/actors/actor-gateway.ts';
import type { AssignmentDesk } from './assignment-desk.ts';

export interface ChooseDependencies {
  database: Database;
  actors: ActorGateway;
  desk: AssignmentDesk;
  present: PresentReads;
}

/** Submits the chosen driver, or that no one fits, to the zone, which decides whether the ticket still waits. */
export async function submitChoice(
  actors: ActorGateway,
  cause: Cause,
  ticket: ZoneTicket,
  policy: PolicyName,
  choice: Choice,
): Promise<Started | undefined> {
  const { zoneId, taskId, round, attempt } = ticket;
  const { driverId, candidates, excludedBy, why } = choice;
  const about = { taskId, round, attempt, policy, candidates, excludedBy, why };
  const [type, payload] =
    driverId === null
      ? ['no-candidate', about]
      : ['offer', { ...about, driverId, offerId: offerIdOf(ticket) }];
  try {
    return await actors.follow(cause, { kind: 'zone', key: zoneId }, type, payload);
  } catch (error) {
    // The effect was delivered twice concurrently and the other run chose a different driver, which stands.
    if (!(error instanceof WaslError && error.code === 'idempotency.MISMATCH')) throw error;
    return undefined;
  }
}

/** One offer id per attempt, whichever driver is chosen and however often. */
function offerIdOf({ taskId, round, attempt }: ZoneTicket): string {
  return deterministicId('offer', taskId, String(round), String(attempt));
}
