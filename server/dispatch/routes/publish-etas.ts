import type { TaskEta } from '../../../actors/driver/eta.ts';
import { secondsBetween } from '../../../actors/planning/instants.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { Consumer } from '../../../actors/runtime/relay.ts';
import type { CommandResult } from '../../../actors/runtime/runtime.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { type AnnouncedRow, readAnnounced } from './route-store.ts';

/**
 * Consumer `tell-etas`: a driver's route has new arrivals. Those that are new, or differ by more than the setting from
 * the last announcement, are sent to their orders, which notify buyer, seller and dispatch.
 */
export function publishEtasConsumer(
  deps: Pick<Dependencies, 'database' | 'settings' | 'actors'>,
): Consumer<'tell-etas'> {
  return async ({ version, etas }, cause) => {
    const [told, { etaChangeSeconds }] = await Promise.all([
      readAnnounced(
        deps.database,
        etas.map(({ taskId }) => taskId),
      ),
      deps.settings.values(),
    ]);
    const started: CommandResult[] = [];
    for (const { taskId, offerId, pickupEta, dropoffEta, attempt } of etas) {
      const row = told.get(taskId);
      if (row === undefined || row.offer_id !== offerId) continue;
      if (!movedBy(row, { pickupEta, dropoffEta }, etaChangeSeconds)) continue;
      // One effect may address several orders, or one order twice for two groups.
      const each = { ...cause, effectId: deterministicId(cause.effectId, taskId) };
      const begun = attempt === undefined ? {} : { attempt };
      const about = { taskId, offerId, driverVersion: version, pickupEta, dropoffEta, ...begun };
      started.push(
        await deps.actors.follow(each, { kind: 'order', key: row.order_id }, 'eta-changed', about),
      );
    }
    return { effects: Promise.all(started.map(({ effects }) => effects)).then(() => undefined) };
  };
}

/** Whether an arrival is new, or differs by more than this many seconds from the last announcement. */
export function movedBy(
  told: Pick<AnnouncedRow, 'pickup_eta' | 'dropoff_eta'>,
  now: Pick<TaskEta, 'pickupEta' | 'dropoffEta'>,
  seconds: number,
): boolean {
  return [[told.pickup_eta, now.pickupEta] as const, [told.dropoff_eta, now.dropoffEta] as const].some(
    ([said, eta]) => {
      if (eta === null) return false;
      return said === null || Math.abs(secondsBetween(said.toISOString(), eta)) > seconds;
    },
  );
}
