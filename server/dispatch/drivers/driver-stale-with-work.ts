import type { DriverPresence, Presence } from '../../../actors/geo/presence-port.ts';
import type { Cause, Condition } from '../alerts/alerts.ts';
import { type DriverWork, driversAtWork } from './driver-store.ts';

interface Sources {
  presence: Pick<DriverPresence, 'stateOf'>;
}

/** Most drivers checked per run. */
const MAX_DRIVERS = 5_000;

/** A driver with accepted tasks or goods on board is out of contact: STALE is a warning, OFFLINE critical. */
export function driverStaleWithWork({ presence }: Sources): Condition {
  return {
    kind: 'DRIVER_STALE_WITH_WORK',
    async causes({ trx, known, most }) {
      const rows = await driversAtWork(trx, known, MAX_DRIVERS);
      const states = await presence.stateOf(rows.map((row) => row.driver_id));
      // Live state cannot be read, so it is unknown who is out of contact.
      if ([...states.values()].includes('UNKNOWN')) return null;
      return rows.flatMap((row) => causeOf(row, states.get(row.driver_id) ?? 'UNKNOWN')).slice(0, most);
    },
  };
}

function causeOf({ driver_id, tasks, on_board }: DriverWork, presence: Presence): Cause[] {
  if (presence !== 'STALE' && presence !== 'OFFLINE') return [];
  return [
    {
      key: driver_id,
      subjectType: 'DRIVER',
      subjectId: driver_id,
      severity: presence === 'OFFLINE' ? 'CRITICAL' : 'WARNING',
      data: { presence, tasks, onBoard: on_board },
    },
  ];
}
