import type { OrderEvent } from './events.ts';

/** What an event says of the arrivals that were told: absent where it says nothing. */
export type EtaChange = { pickupEta?: string | null; dropoffEta?: string | null };

/**
 * Arrivals are told, shown and watched, but nothing is decided on them: they are columns of the task's row and parts
 * of what is pushed, and the state is spared them. They end with the assignment, or at the door.
 */
export function etaChangeOf(event: OrderEvent): EtaChange {
  switch (event.type) {
    case 'ETA_CHANGED': {
      const { pickupEta, dropoffEta } = event;
      return { pickupEta, dropoffEta };
    }
    case 'TASK_PICKED_UP':
      return { pickupEta: null };
    case 'TASK_COMPLETED':
    case 'TASK_FAILED':
      return { dropoffEta: null };
    case 'GROUP_CANCELLED':
      return event.taskId === null ? {} : { pickupEta: null, dropoffEta: null };
    case 'TASK_UNASSIGNED':
    case 'ASSIGN_BY_HAND_OPENED':
      return { pickupEta: null, dropoffEta: null };
    default:
      return {};
  }
}

/** The columns of a group's task that these events change; none where they say nothing of arrivals. */
export function etaColumns(events: readonly OrderEvent[], groupId: string): EtaColumns {
  const columns: EtaColumns = {};
  for (const event of events) {
    if (!('groupId' in event) || event.groupId !== groupId) continue;
    const { pickupEta, dropoffEta } = etaChangeOf(event);
    if (pickupEta !== undefined) columns.pickup_eta = pickupEta;
    if (dropoffEta !== undefined) columns.dropoff_eta = dropoffEta;
  }
  return columns;
}

type EtaColumns = { pickup_eta?: string | null; dropoff_eta?: string | null };
