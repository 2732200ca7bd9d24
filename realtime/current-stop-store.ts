import type { Place } from '../actors/geo/service-area.ts';
import type { Database } from '../db/database.ts';
import { arrayOf, double, integer, uuid } from '../db/sql-types.ts';
import { statement } from '../db/statement.ts';

/** The door a driver is on the way to. */
export interface CurrentStop extends Place {
  driverId: string;
  taskId: string;
  orderId: string;
  /** Increases with every new assignment of the task. */
  round: number;
  /** Counts the delivery attempts at this door in the same round. */
  attempt: number;
}

/** The current stops of those drivers whose route's next stop is the drop-off of a task in transit. */
export async function readCurrentStops(
  database: Database,
  driverIds: readonly string[],
): Promise<CurrentStop[]> {
  const rows = await currentStops.all(database, { driverIds });
  return rows.map((row) => ({
    driverId: row.driver_id,
    taskId: row.id,
    orderId: row.order_id,
    round: row.round,
    attempt: row.attempt,
    latitude: row.dropoff_lat,
    longitude: row.dropoff_lng,
  }));
}

const currentStops = statement({
  name: 'realtime.current_stops',
  sql: `SELECT t.driver_id, t.id, t.order_id, t.round, t.attempt, t.dropoff_lat, t.dropoff_lng
          FROM delivery_tasks t
          JOIN drivers d ON d.id = t.driver_id
          JOIN routes r ON r.driver_id = d.id AND r.shift_id = d.shift_id
          JOIN LATERAL (SELECT stop FROM jsonb_array_elements(r.stops) WITH ORDINALITY AS each (stop, place)
                         WHERE (stop->>'done')::boolean IS NOT TRUE ORDER BY place LIMIT 1) next ON true
         WHERE t.status = 'IN_TRANSIT' AND t.driver_id = ANY(:driverIds)
           AND next.stop->>'kind' = 'DROPOFF' AND next.stop->>'taskId' = t.id::text
           -- without a pin, the location is only the centre of a zone
           AND NOT EXISTS (SELECT FROM orders o WHERE o.id = t.order_id AND o.address -> 'pinned' = 'false'::jsonb)`,
  params: { driverIds: arrayOf(uuid) },
  row: {
    driver_id: uuid,
    id: uuid,
    order_id: uuid,
    round: integer,
    attempt: integer,
    dropoff_lat: double,
    dropoff_lng: double,
  },
});
