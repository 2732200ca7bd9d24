import { UnfitSchemaError } from '../db/stores/schema-phase-store.ts';
import { startApi, startWorker } from './compose/compose.ts';
import { loadConfig } from './kernel/process/config.ts';
import { ConfigError } from './kernel/process/config-error.ts';
import { createLogger } from './kernel/process/logger.ts';
import { runUntilSignal } from './kernel/process/run-until-signal.ts';

const KINDS = { api: startApi, worker: startWorker };

try {
  const kind = process.argv[2] ?? 'api';
  if (kind !== 'api' && kind !== 'worker')
    throw new ConfigError([`argument: "${kind}" is neither api nor worker`]);
  const config = loadConfig();
  const log = createLogger(config.logLevel, kind);
  await runUntilSignal(log, () => KINDS[kind](config, { log }));
} catch (error) {
  const isSentence = error instanceof ConfigError || error instanceof UnfitSchemaError;
  process.stderr.write(
    `${isSentence ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = 1;
}
