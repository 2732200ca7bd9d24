import type { Consumer } from '../../../actors/runtime/relay.ts';
import type { Database } from '../../../db/database.ts';
import { untilPurged } from '../../kernel/jobs/in-batches.ts';
import { MINUTE, SECOND } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { publishConsumer } from './publish-consumer.ts';
import { purgeWebhooks } from './retention-store.ts';
import { sealedWebhookSecrets } from './secret-store.ts';
import { tellStockChanges } from './stock-watch.ts';
import { platformWebhookHandlers, sellerWebhookHandlers } from './webhook-handlers.ts';

export { startWebhooks } from './start-webhooks.ts';

/** How soon webhooks are told of stock, and how often of one offer at most. */
const STOCK_CHANGES_EVERY_MS = 2 * SECOND;

/** Signed webhooks: endpoints of sellers and of the platform, and what is sent to them. */
export const webhooksSlice = {
  handlers: (deps: Parameters<typeof sellerWebhookHandlers>[0]) => ({
    ...sellerWebhookHandlers(deps),
    ...platformWebhookHandlers(deps),
  }),
  consumers: (deps: { database: Database }): { publish: Consumer<'publish'> } => ({
    publish: publishConsumer(deps),
  }),
  jobs: (deps: Parameters<typeof tellStockChanges>[0]): ScheduledJob[] => [
    { name: 'stock-changes', every: STOCK_CHANGES_EVERY_MS, run: () => tellStockChanges(deps) },
    { name: 'old-webhooks', every: MINUTE, run: untilPurged((limit) => purgeWebhooks(deps.database, limit)) },
  ],
  sealed: [sealedWebhookSecrets],
};
