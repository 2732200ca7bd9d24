import { v7 as uuidv7 } from 'uuid';
import { push, retryWaiting } from '../../../actors/machines/effect.ts';
import type { Effect } from '../../../actors/runtime/machine.ts';
import type { OutboxRow } from '../../../actors/runtime/store.ts';
import type { Transaction } from '../../../db/database.ts';
import { writeOutbox } from '../../../db/stores/outbox-store.ts';
import type { Zone } from './zone-store.ts';

/** Why waiting tasks are tried again when a zone came, went or changed: they may have another home by now. */
export const ZONE_CHANGED = 'ZONE_CHANGED';

/**
 * Leaves in the outbox, in the transaction that changes a zone, what follows: boards are told, and waiting and
 * assigned tasks are judged again. Publish the row once the transaction has committed.
 */
export async function leaveZoneChange(
  trx: Transaction,
  zone: Pick<Zone, 'id' | 'nameEn' | 'nameAr' | 'priority' | 'active' | 'version' | 'deletedAt'>,
  requestId: string | null,
): Promise<OutboxRow> {
  const { id, nameEn: en, nameAr: ar, priority, active, version } = zone;
  const payload = {
    zoneId: id,
    name: { en, ar },
    priority,
    active,
    deleted: zone.deletedAt !== null,
    version,
  };
  const effects: Effect[] = [
    push(['dispatch', `zone:${id}`], 'zone.updated', payload),
    retryWaiting(ZONE_CHANGED),
  ];
  const row: OutboxRow = {
    id: uuidv7(),
    ref: { kind: 'record', key: id },
    version,
    correlationId: uuidv7(),
    requestId,
    effects: effects.map((effect) => ({ id: uuidv7(), effect })) as OutboxRow['effects'],
  };
  await writeOutbox(trx, row);
  return row;
}
