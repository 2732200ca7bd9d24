import type { DriverPresence, Presence } from '../../../actors/geo/presence-port.ts';
import type { Cause, Condition } from '../alerts/alerts.ts';
import { type DriverWork, driversAtWork } from './driver-store.ts';

interface Sources {
  presence: Pick<DriverPresence, 'stateOf'>;
}

/** Drivers with work that are asked for in one go. */
const MOST_DRIVERS = 5_000;

/** A driver with accepted work or goods on board has gone silent: STALE is a warning, OFFLINE critical. */
export function driverStaleWithWork({ presence }: Sources): Condition {
  return {
    kind: 'DRIVER_STALE_WITH_WORK',
    async causes({ trx, known, most }) {
      const rows = await driversAtWork(trx, known, MOST_DRIVERS);
      const states = await presence.stateOf(rows.map((row) => row.driver_id));
      // The live state cannot be read: who is silent and who is not is unknown.
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
