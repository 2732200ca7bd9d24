import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { PublishedKind } from '../../actors/kinds/published-kinds.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { insertEndpoint } from '../../server/integrations/webhooks/endpoint-store.ts';
import { storeMessages } from '../../server/integrations/webhooks/message-store.ts';
import { bodyOf } from '../../server/integrations/webhooks/publish-consumer.ts';
import { keepSecret, newSecret } from '../../server/integrations/webhooks/secret-store.ts';
import { startWebhooks } from '../../server/integrations/webhooks/webhooks.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { createLogger } from '../../server/kernel/process/logger.ts';
import type { Resolve } from '../../server/kernel/security/outside-client.ts';
import { Secrets } from '../../server/kernel/security/secrets.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { testEnvironment } from '../support/service.ts';
import { TestClock } from '../support/test-clock.ts';

export interface Endpoint {
  id: string;
  secret: string;
}

/** A database with webhooks of the platform, and what sends them, in this process. */
export class WebhookGround {
  readonly clock = new TestClock();
  readonly database: Database;
  readonly secrets: Secrets;
  readonly #test: Pick<TestDatabase, 'url' | 'drop'>;
  #sender: { close(): Promise<void> } | null = null;

  private constructor(test: Pick<TestDatabase, 'url' | 'drop'>) {
    this.#test = test;
    this.database = openDatabase(test.url, { name: 'test-webhooks', max: 8 });
    this.secrets = new Secrets(this.config.appSecret);
  }

  static async open(): Promise<WebhookGround> {
    return new WebhookGround(await createTestDatabase({ catalogue: false }));
  }

  /** On a migrated database that somebody else drops. */
  static at(url: string): WebhookGround {
    return new WebhookGround({ url, drop: async () => undefined });
  }

  get url(): string {
    return this.#test.url;
  }

  get config() {
    return loadConfig(testEnvironment(this.#test.url, { TEST_REACHES_LOOPBACK: '1' }));
  }

  /** Starts sending, as a worker does. */
  start(resolve?: Resolve): void {
    const { clock, database, secrets, config } = this;
    const deps = { clock, database, secrets, config, log: createLogger('silent', 'test') };
    this.#sender = startWebhooks({ ...deps, metrics: { delivery: () => undefined } }, resolve);
  }

  async stop(): Promise<void> {
    await this.#sender?.close();
    this.#sender = null;
  }

  async endpoint(url: string, kinds: readonly PublishedKind[] = ['task.updated']): Promise<Endpoint> {
    const id = uuidv7();
    const secret = newSecret();
    await inTransaction(this.database, async (trx) => {
      const fields = { url, description: '', kinds, createdBy: randomUUID() };
      await insertEndpoint(trx, { id, owner: null, ...fields });
      await keepSecret(trx, this.secrets, { id: uuidv7(), endpointId: id, secret });
    });
    return { id, secret };
  }

  /** Stores events of one subject, of versions from this one on. Returns their ids in sequence. */
  async publish(
    subject: string,
    count = 1,
    from = 1,
    kind: PublishedKind = 'task.updated',
  ): Promise<string[]> {
    const at = this.clock.now().toISOString();
    const messages = Array.from({ length: count }, (_, index) => {
      const version = from + index;
      const body = bodyOf({ kind, at, data: { taskId: subject, version } });
      const about = { subject_id: subject, subject_version: version, happened_at: at };
      return { id: randomUUID(), seller_id: null, kind, body, ...about };
    });
    await storeMessages(this.database, messages);
    return messages.map(({ id }) => id);
  }

  async statuses(endpointId: string): Promise<Record<string, number>> {
    const rows = await this.database('webhook_deliveries')
      .where({ endpoint_id: endpointId })
      .select('status')
      .count('* as n')
      .groupBy('status');
    return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
  }

  async state(endpointId: string) {
    return this.database('webhook_endpoints').where({ id: endpointId }).first();
  }

  async drop(): Promise<void> {
    await this.stop();
    await this.database.destroy();
    await this.#test.drop();
  }
}
