import { v7 as uuidv7 } from 'uuid';
import { type Database, openDatabase } from '../../db/database.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { createLogger } from '../../server/kernel/process/logger.ts';
import { Secrets } from '../../server/kernel/security/secrets.ts';
import { channelsOn } from '../../server/notifications/open-drivers.ts';
import { leaseOf } from '../../server/notifications/sending/channel-sender.ts';
import { keepQueue } from '../../server/notifications/sending/upkeep.ts';
import { startSending } from '../../server/notifications/start-sending.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { testEnvironment } from '../support/service.ts';
import { TestClock } from '../support/test-clock.ts';
import { type Provider, SMS_SECRET } from './provider.ts';

/** The environment that makes a worker send by these two providers. */
export function sendingEnvironment(mail: Provider, sms: Provider, user = 'wasl'): Record<string, string> {
  return {
    EMAIL_DRIVER: 'smtp',
    SMTP_URL: `smtp://${user}:right@127.0.0.1:${mail.port}`,
    EMAIL_FROM: 'Wasl <no-reply@wasl.example>',
    SMS_DRIVER: 'http',
    SMS_HTTP_URL: `http://127.0.0.1:${sms.port}/messages`,
    SMS_HTTP_SECRET: SMS_SECRET,
  };
}

/** A database and what sends from it, in this process. */
export class SendingInstallation {
  readonly clock = new TestClock();
  readonly secrets: Secrets;
  readonly ids = { next: uuidv7 };
  readonly outcomes: string[] = [];
  readonly #test: TestDatabase;
  readonly database: Database;
  #sending: { close(): Promise<void> } | null = null;
  #config;

  private constructor(test: TestDatabase) {
    this.#test = test;
    this.database = openDatabase(test.url, { name: 'test-sending', max: 6 });
    this.#config = loadConfig(testEnvironment(test.url));
    this.secrets = new Secrets(this.#config.appSecret);
  }

  static async create(): Promise<SendingInstallation> {
    return new SendingInstallation(await createTestDatabase({ catalogue: false }));
  }

  /** The configuration of the last start. */
  get config() {
    return this.#config;
  }

  get url(): string {
    return this.#test.url;
  }

  /** As a worker does when it starts with this configuration. */
  async start(environment: Record<string, string>): Promise<void> {
    await this.stop();
    this.#config = loadConfig(testEnvironment(this.#test.url, environment));
    const { database, secrets, clock } = this;
    const log = createLogger(this.#config.logLevel, 'test');
    const metrics = {
      delivery: (channel: string, outcome: string) => void this.outcomes.push(`${channel} ${outcome}`),
    };
    this.#sending = await startSending({ config: this.#config, database, secrets, clock, log, metrics });
  }

  async stop(): Promise<void> {
    await this.#sending?.close();
    this.#sending = null;
  }

  /** What the worker's job does every second. */
  async keep(): Promise<void> {
    const config = this.#config;
    await keepQueue(this, { leaseMs: leaseOf(config.sending), channels: channelsOn(config) });
  }

  async drop(): Promise<void> {
    await this.stop();
    await this.database.destroy();
    await this.#test.drop();
  }
}
