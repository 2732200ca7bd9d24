import type { Condition } from '../alerts/alerts.ts';
import { driversWithoutZone } from './driver-store.ts';

/** An approved driver on duty has no active zone left and will be offered no task. */
export const driverWithoutZone: Condition = {
  kind: 'DRIVER_WITHOUT_ZONE',
  async causes({ trx, known, most }) {
    const rows = await driversWithoutZone(trx, known, most);
    return rows.map(({ id, zone_ids }) => {
      return { key: id, subjectType: 'DRIVER', subjectId: id, data: { zoneIds: [...zone_ids] } };
    });
  },
};
