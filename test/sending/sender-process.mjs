// Only the sending part of a worker, so that it starts quickly, configured like the worker: `node sender-process.mjs
// dist`,
// or `.` for the sources. It needs no compiler: with one, starting takes twice the work.
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2] ?? 'dist');
const load = (file) => import(join(folder, process.argv[2] === '.' ? `${file}.ts` : `${file}.js`));
const [
  { openDatabase },
  { loadConfig },
  { createLogger },
  { Secrets },
  { channelsOn },
  { leaseOf },
  { keepQueue },
  { startSending },
] = await Promise.all(
  [
    'db/database',
    'server/kernel/process/config',
    'server/kernel/process/logger',
    'server/kernel/security/secrets',
    'server/notifications/open-drivers',
    'server/notifications/sending/channel-sender',
    'server/notifications/sending/upkeep',
    'server/notifications/start-sending',
  ].map(load),
);

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
