import type { Clock } from '../../actors/runtime/ports.ts';
import type { Database } from '../../db/database.ts';
import { keepBreadcrumbDays } from '../../db/stores/breadcrumb-store.ts';
import { accountsSlice } from '../accounts/accounts.ts';
import { alertsSlice } from '../dispatch/alerts/alerts.ts';
import { assignmentSlice } from '../dispatch/assignment/assignment.ts';
import { cashSlice } from '../dispatch/cash/cash.ts';
import { historySlice } from '../dispatch/history/history.ts';
import { overviewSlice } from '../dispatch/overview/overview.ts';
import { routesSlice } from '../dispatch/routes/routes.ts';
import { shiftsSlice } from '../dispatch/shifts/shifts.ts';
import { travelSlice } from '../dispatch/travel/travel.ts';
import { keysSlice } from '../integrations/keys/keys.ts';
import { webhooksSlice } from '../integrations/webhooks/webhooks.ts';
import { purgeAudit } from '../kernel/audit/audit-store.ts';
import { deleteOldKeys } from '../kernel/http/idempotency-store.ts';
import { type Batch, inBatches, untilPurged } from '../kernel/jobs/in-batches.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../kernel/jobs/scheduled-job.ts';
import { collectUnused } from '../kernel/uploads/stored-files.ts';
import { cartSlice } from '../marketplace/cart/cart.ts';
import { catalogueSlice } from '../marketplace/catalogue/catalogue.ts';
import { checkoutSlice } from '../marketplace/checkout/checkout.ts';
import { inventorySlice } from '../marketplace/inventory/inventory.ts';
import { sellerImportsSlice } from '../marketplace/seller-imports/seller-imports.ts';
import { sellersSlice } from '../marketplace/sellers/sellers.ts';
import { notificationsSlice } from '../notifications/notifications.ts';
import { privacySlice } from '../privacy/privacy.ts';
import type { Actors } from './compose-actors.ts';
import { allConditions } from './conditions.ts';
import { ensurePartitions } from './database-store.ts';
import { allPersonalData } from './personal-data.ts';

export interface ActorWork {
  /** TimerRunner.run: fires actors' due timers. */
  fireTimers: Batch;
  /** Relay.sweep: delivers committed effects that were not delivered yet. */
  sweepOutbox: Batch;
}

/** All scheduled jobs of the worker process. Each is idempotent and may run in several workers. */
export function allJobs(deps: Actors['deps'], work: ActorWork): ScheduledJob[] {
  return [
    ...platformJobs(deps, work),
    ...accountsSlice.jobs(deps),
    ...notificationsSlice.jobs(deps),
    ...catalogueSlice.jobs(deps),
    ...inventorySlice.jobs(deps),
    ...sellerImportsSlice.jobs(deps),
    ...cartSlice.jobs(deps),
    ...checkoutSlice.jobs(deps),
    ...sellersSlice.jobs(deps),
    ...assignmentSlice.jobs(deps),
    ...routesSlice.jobs(deps),
    ...travelSlice.jobs(deps),
    ...shiftsSlice.jobs(deps),
    ...cashSlice.jobs(deps),
    ...alertsSlice.jobs(deps, allConditions(deps)),
    ...overviewSlice.jobs(deps),
    ...historySlice.jobs(deps),
    ...webhooksSlice.jobs(deps),
    ...privacySlice.jobs(deps, allPersonalData(deps)),
    ...keysSlice.jobs(deps),
  ];
}

type PlatformDependencies = { database: Database; clock: Clock } & Parameters<typeof collectUnused>[0];

/** Jobs that belong to no slice: actors' and the kernel's. */
export function platformJobs(deps: PlatformDependencies, work: ActorWork): ScheduledJob[] {
  const { database } = deps;
  return [
    { name: 'timers', every: SECOND, run: inBatches(work.fireTimers) },
    { name: 'outbox', every: SECOND, run: inBatches(work.sweepOutbox) },
    { name: 'idempotency-keys', every: MINUTE, run: untilPurged((limit) => deleteOldKeys(database, limit)) },
    { name: 'audit-log', every: MINUTE, run: untilPurged((limit) => purgeAudit(database, limit)) },
    { name: 'breadcrumbs', every: HOUR, run: () => keepBreadcrumbDays(database) },
    { name: 'unused-files', every: MINUTE, run: untilPurged((limit) => collectUnused(deps, limit)) },
    { name: 'partitions', every: DAY, run: () => ensurePartitions(database) },
  ];
}
