import { WaslError } from '../../actors/errors.ts';
import type { DriverPresence } from '../../actors/geo/presence-port.ts';
import { deterministicId } from '../../actors/runtime/deterministic-id.ts';
import type { Clock } from '../../actors/runtime/ports.ts';
import type { Consumer, Started } from '../../actors/runtime/relay.ts';
import type { ZoneTicket } from '../../actors/zone/state.ts';
import type { Database } from '../../db/database.ts';
import type { ActorGateway, Cause } from '../actors/actor-gateway.ts';
import { type Choice, chooseDriver, POLICY } from './assignment-choice.ts';
import { readPool } from './driver-pool.ts';
import type { ZoneDirectory } from './zone-directory.ts';
import { findTicket } from './zone-tickets.ts';

export interface ChooseDependencies {
  database: Database;
  clock: Clock;
  presence: DriverPresence;
  zones: ZoneDirectory;
  actors: ActorGateway;
}

interface ChoosePayload {
  zoneId: string;
  taskId: string;
  round: number;
  attempt: number;
}

/**
 * Consumer `choose`: picks a driver for one waiting ticket and tells the zone, which asks the driver. Runs outside
 * every turn; whether the ticket still waits in this attempt is for the zone to say.
 */
export function chooseConsumer(deps: ChooseDependencies): Consumer {
  return async (payload, cause) => {
    const asked = payload as unknown as ChoosePayload;
    const ticket = await findTicket(deps.database, asked.taskId);
    if (ticket === null || !stillWaits(ticket, asked)) return undefined;
    const [pool, zones] = await Promise.all([readPool(deps.database, deps.presence), deps.zones.map()]);
    const choice = chooseDriver(ticket, pool, zones, deps.clock.now().toISOString());
    return tell(deps.actors, cause, ticket, choice);
  };
}

function stillWaits(ticket: ZoneTicket, { zoneId, round, attempt }: ChoosePayload): boolean {
  return (
    ticket.status === 'WAITING' &&
    ticket.zoneId === zoneId &&
    ticket.round === round &&
    ticket.attempt === attempt
  );
}

async function tell(
  actors: ActorGateway,
  cause: Cause,
  ticket: ZoneTicket,
  choice: Choice,
): Promise<Started | undefined> {
  const { zoneId, taskId, round, attempt } = ticket;
  const { driverId, candidates, excludedBy } = choice;
  const about = { taskId, round, attempt, policy: POLICY, candidates, excludedBy };
  const [type, payload] =
    driverId === null
      ? ['no-candidate', about]
      : ['offer', { ...about, driverId, offerId: offerIdOf(ticket) }];
  try {
    return await actors.follow(cause, { kind: 'zone', key: zoneId }, type, payload);
  } catch (error) {
    // Delivered twice at once, and the other run chose somebody else: its word stands.
    if (!(error instanceof WaslError && error.code === 'idempotency.MISMATCH')) throw error;
    return undefined;
  }
}

/** One attempt makes one offer, whoever is chosen and however often. */
function offerIdOf({ taskId, round, attempt }: ZoneTicket): string {
  return deterministicId('offer', taskId, String(round), String(attempt));
}
