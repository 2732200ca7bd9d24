import type { AnyZoneFacts, ZoneCommand } from '../../../actors/zone/behaviours.ts';

import type { ZoneState } from '../../../actors/zone/state.ts';
import type { PresentReads } from '../../../db/stores/present-reads-store.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { findTicket } from './ticket-store.ts';

/** Commands after which a ticket waits for a choice, immediate or batched. */
const THEN_WAITS: readonly ZoneCommand['type'][] = ['enqueue', 'offer-refused', 'offer-denied', 'retry'];

type Supplied = Omit<AnyZoneFacts, 'now'>;

/** Facts for the zone actor: the ticket named by the command, in whichever zone. */
export function zoneFacts({ present, settings }: { present: PresentReads; settings: Settings }) {
  return async (_key: string, _state: ZoneState, command: ZoneCommand): Promise<AnyZoneFacts> => {
    const [ticket, batchSeconds] = await Promise.all([
      'taskId' in command ? findTicket(present, command.taskId) : null,
      THEN_WAITS.includes(command.type) ? batchSecondsOf(settings) : null,
    ]);
    const facts: Supplied = { ticket, batchSeconds };
    // The runtime adds `now`.
    return facts as AnyZoneFacts;
  };
}

async function batchSecondsOf(settings: Settings): Promise<number | null> {
  const { assignmentMode, assignmentBatchSeconds } = await settings.values();
  return assignmentMode === 'BATCHED' ? assignmentBatchSeconds : null;
}
