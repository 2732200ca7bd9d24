import type { DriverPresence, Presence } from '../../../actors/geo/presence-port.ts';
import type { Cause, Condition, Sight } from '../alerts/alerts.ts';

interface Row {
  driver_id: string;
  tasks: number;
  on_board: number;
}

interface Sources {
  presence: Pick<DriverPresence, 'stateOf'>;
}

/** Drivers with work that are asked for in one go. */
const MOST_DRIVERS = 5_000;

/** A driver with accepted work or goods on board has gone silent: STALE is a warning, OFFLINE critical. */
export function driverStaleWithWork({ presence }: Sources): Condition {
  return {
    kind: 'DRIVER_STALE_WITH_WORK',
    async causes(sight) {
      const rows = await atWork(sight);
      const states = await presence.stateOf(rows.map((row) => row.driver_id));
      // The live state cannot be read: who is silent and who is not is unknown.
      if ([...states.values()].includes('UNKNOWN')) return null;
      return rows.flatMap((row) => causeOf(row, states.get(row.driver_id) ?? 'UNKNOWN')).slice(0, sight.most);
    },
  };
}

async function atWork({ trx, known }: Sight): Promise<Row[]> {
  const { rows } = await trx.raw<{ rows: Row[] }>(
    `SELECT driver_id, count(*) AS tasks, count(*) FILTER (WHERE status <> 'ACCEPTED') AS on_board
       FROM delivery_tasks
      WHERE driver_id IS NOT NULL
        AND status IN ('ACCEPTED', 'PICKED_UP', 'IN_TRANSIT', 'ARRIVED', 'CODE_VERIFIED', 'CASH_RECORDED',
                       'FAILED', 'RETURNING')
      GROUP BY driver_id
      ORDER BY driver_id = ANY (CAST(:known AS uuid[])) DESC, driver_id LIMIT :most`,
    { known: [...known], most: MOST_DRIVERS },
  );
  return rows;
}

function causeOf({ driver_id, tasks, on_board }: Row, presence: Presence): Cause[] {
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
