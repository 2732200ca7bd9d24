import type { Condition } from '../alerts/alerts.ts';

/** An approved driver is on duty and has no active zone left: no task will ever be offered. */
export const driverWithoutZone: Condition = {
  kind: 'DRIVER_WITHOUT_ZONE',
  async causes({ trx, known, most }) {
    const { rows } = await trx.raw<{ rows: { id: string; zone_ids: string[] }[] }>(
      `SELECT d.id, d.zone_ids FROM drivers d
        WHERE d.status = 'APPROVED' AND d.duty IN ('ON_DUTY', 'ON_BREAK')
          AND NOT EXISTS (SELECT 1 FROM delivery_zones z WHERE z.id = ANY (d.zone_ids) AND z.active)
        ORDER BY d.id = ANY (CAST(:known AS uuid[])) DESC, d.id LIMIT :most`,
      { known: [...known], most },
    );
    return rows.map(({ id, zone_ids }) => {
      return { key: id, subjectType: 'DRIVER', subjectId: id, data: { zoneIds: zone_ids } };
    });
  },
};
