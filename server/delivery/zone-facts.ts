import type { AnyZoneFacts, ZoneCommand } from '../../actors/zone/commands.ts';
import type { ZoneState } from '../../actors/zone/state.ts';
import type { Database } from '../../db/database.ts';
import { findTicket } from './zone-tickets.ts';

/** Facts for the zone actor: the ticket the command names, whichever zone it lies in. */
export function zoneFacts({ database }: { database: Database }) {
  return async (_key: string, _state: ZoneState, { taskId }: ZoneCommand): Promise<AnyZoneFacts> => {
    const facts: Omit<AnyZoneFacts, 'now'> = { ticket: await findTicket(database, taskId) };
    // `now` is added by the runtime.
    return facts as AnyZoneFacts;
  };
}
