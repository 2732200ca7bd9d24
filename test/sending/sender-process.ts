// Of a worker only what sends, so that it starts in a moment: `tsx sender-process.ts`, configured like the worker.
import { openDatabase } from '../../db/database.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { createLogger } from '../../server/kernel/process/logger.ts';
import { Secrets } from '../../server/kernel/security/secrets.ts';
import { channelsOn } from '../../server/notifications/open-drivers.ts';
import { leaseOf } from '../../server/notifications/sending/channel-sender.ts';
import { keepQueue } from '../../server/notifications/sending/upkeep.ts';
import { startSending } from '../../server/notifications/start-sending.ts';

const config = loadConfig();
const database = openDatabase(config.databaseUrl, { name: 'test-sender', max: 4 });
const clock = { now: () => new Date() };
await startSending({
  ...{ config, database, clock },
  log: createLogger(config.logLevel, 'sender'),
  secrets: new Secrets(config.appSecret),
  metrics: { delivery: () => undefined },
});
const upkeep = { leaseMs: leaseOf(config.sending), channels: channelsOn(config) };
setInterval(() => void keepQueue({ database, clock }, upkeep).catch(() => undefined), 1_000);
