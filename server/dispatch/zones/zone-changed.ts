import { push, retryWaiting } from '../../../actors/machines/effect.ts';
import type { Transaction } from '../../../db/database.ts';
import { emit } from '../../kernel/outbox/emit.ts';
import type { Zone } from './zone-store.ts';

/**
 * Why waiting tasks are tried again after a zone was created, changed or deleted: they may belong to another zone now.
 */
export const ZONE_CHANGED = 'ZONE_CHANGED';

/** Effects of a zone change: events to boards, and a new check of waiting and assigned tasks. */
export function emitZoneChange(
  trx: Transaction,
  zone: Pick<Zone, 'id' | 'nameEn' | 'nameAr' | 'priority' | 'active' | 'version' | 'deletedAt'>,
  requestId: string | null,
): Promise<void> {
  const { id, nameEn: en, nameAr: ar, priority, active, version } = zone;
  const deleted = zone.deletedAt !== null;
  const changed = { zoneId: id, name: { en, ar }, priority, active, deleted, version };
  return emit(trx, { about: { id, version }, requestId }, [
    push(['dispatch', `zone:${id}`], 'zone.updated', changed),
    retryWaiting(ZONE_CHANGED),
  ]);
}
