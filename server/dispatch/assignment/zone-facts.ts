import type { AnyZoneFacts, ZoneCommand } from '../../../actors/zone/behaviours.ts';

import type { ZoneState } from '../../../actors/zone/state.ts';
import type { PresentReads } from '../../../db/stores/present-reads-store.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { findTicket } from './ticket-store.ts';

/** After these a ticket waits for a choice: at once, or in a batch. */
const THEN_WAITS: readonly ZoneCommand['type'][] = ['enqueue', 'offer-refused', 'offer-denied', 'retry'];

type Supplied = Omit<AnyZoneFacts, 'now'>;

/** Facts for the zone actor: the ticket the command names, whichever zone it lies in. */
export function zoneFacts({ present, settings }: { present: PresentReads; settings: Settings }) {
  return async (_key: string, _state: ZoneState, command: ZoneCommand): Promise<AnyZoneFacts> => {
    const [ticket, batchSeconds] = await Promise.all([
      'taskId' in command ? findTicket(present, command.taskId) : null,
      THEN_WAITS.includes(command.type) ? batchSecondsOf(settings) : null,
    ]);
    const facts: Supplied = { ticket, batchSeconds };
    // `now` is added by the runtime.
    return facts as AnyZoneFacts;
  };
}

async function batchSecondsOf(settings: Settings): Promise<number | null> {
  const { assignmentMode, assignmentBatchSeconds } = await settings.values();
  return assignmentMode === 'BATCHED' ? assignmentBatchSeconds : null;
}
